/// Mutants of conditions. A mutant weakens one condition of one write of the product code while
/// tests run: nothing is compiled again, because conditions are values and every write passes a
/// [plaza.table.Table]. `docs/reliability.md` has the results.
@NullMarked
package plaza.mutant;

import org.jspecify.annotations.NullMarked;
