/// Measurements: cold starts under the real runtime interface client, and the price of one warm
/// call with each HTTP client. Never part of the test run; docs/performance.md has the figures and
/// the command of each.
@NullMarked
package plaza.benchmark;

import org.jspecify.annotations.NullMarked;
