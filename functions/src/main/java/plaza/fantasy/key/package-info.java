/// The keys of the items of this context. `KeyChartTest` writes the chart of them in
/// `docs/fantasy.md`.
@NullMarked
package plaza.fantasy.key;

import org.jspecify.annotations.NullMarked;
