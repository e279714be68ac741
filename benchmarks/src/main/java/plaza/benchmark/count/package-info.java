/// Speed and cost of counting likes.
@NullMarked
package plaza.benchmark.count;

import org.jspecify.annotations.NullMarked;
