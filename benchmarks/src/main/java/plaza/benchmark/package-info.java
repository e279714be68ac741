/// What Plaza costs. [plaza.benchmark.Benchmarks] runs what is registered there and writes one
/// page; `cost` counts request units beside their bounds, `growth` calculates and simulates what
/// cannot be measured on a laptop, and the classes here measure cold starts under the real runtime
/// interface client and the price of a warm call. Never part of the test run.
@NullMarked
package plaza.benchmark;

import org.jspecify.annotations.NullMarked;
