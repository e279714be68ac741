/// Benchmarks of the fan-out: from a post to its readers, with little capacity, and to millions of
/// followers in virtual time.
@NullMarked
package plaza.benchmark.fanout;

import org.jspecify.annotations.NullMarked;
