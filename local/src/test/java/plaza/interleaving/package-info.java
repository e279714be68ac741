/// Interleavings: every operation, with other operations between two of its requests to the table.
/// `docs/reliability.md` has the results.
@NullMarked
package plaza.interleaving;

import org.jspecify.annotations.NullMarked;
