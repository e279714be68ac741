/// Request units and round trips of the calls and of the stream functions, compared with the lower
/// bound for the same items.
@NullMarked
package plaza.benchmark.cost;

import org.jspecify.annotations.NullMarked;
