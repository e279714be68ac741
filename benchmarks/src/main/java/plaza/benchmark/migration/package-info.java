/// Measures how a migration keeps to its rate and its estimate.
@NullMarked
package plaza.benchmark.migration;

import org.jspecify.annotations.NullMarked;
