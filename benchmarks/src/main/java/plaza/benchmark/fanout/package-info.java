/// Benchmarks of the fan-out: compared with a bare loop over the same items and with a common
/// implementation in Node.js, with few and with many followers, and with little capacity; and of
/// deliveries to millions of followers, in virtual time.
@NullMarked
package plaza.benchmark.fanout;

import org.jspecify.annotations.NullMarked;
