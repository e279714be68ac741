/// Benchmarks of Plaza's cost and speed. [plaza.benchmark.Benchmarks] runs all of them and writes
/// one report.
///
/// The package `cost` measures the request units of the stream functions; `growth` calculates and
/// simulates what a laptop cannot measure; `cold` measures cold starts under AWS's runtime
/// interface client; `warm` measures warm calls; `fanout` and `count` measure stream functions. The
/// test run does not include them.
@NullMarked
package plaza.benchmark;

import org.jspecify.annotations.NullMarked;
