/// Studies of growth: the limit that is reached first, and the cost of a month. They calculate and
/// simulate; nothing is timed.
@NullMarked
package plaza.benchmark.growth;

import org.jspecify.annotations.NullMarked;
