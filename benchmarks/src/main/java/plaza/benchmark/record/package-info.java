/// Batches of stream records for benchmarks.
@NullMarked
package plaza.benchmark.record;

import org.jspecify.annotations.NullMarked;
