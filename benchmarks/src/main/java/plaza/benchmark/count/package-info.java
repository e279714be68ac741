/// How fast likes are counted, and what that costs.
@NullMarked
package plaza.benchmark.count;

import org.jspecify.annotations.NullMarked;
