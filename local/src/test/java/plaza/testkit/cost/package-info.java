/// The cases whose cost the tests compare with the Catalogue and the benchmarks report.
@NullMarked
package plaza.testkit.cost;

import org.jspecify.annotations.NullMarked;
