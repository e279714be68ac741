/// The benchmarks (placeholder).
@NullMarked
package plaza.benchmark;

import org.jspecify.annotations.NullMarked;
