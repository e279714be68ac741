/// Processes that a benchmark measures from outside.
@NullMarked
package plaza.benchmark.process;

import org.jspecify.annotations.NullMarked;
