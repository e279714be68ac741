/// How far the design carries: what reaches a limit first, whether timelines should be pushed or
/// pulled, and what a month costs. Arithmetic and simulation only; nothing here is timed.
@NullMarked
package plaza.benchmark.growth;

import org.jspecify.annotations.NullMarked;
