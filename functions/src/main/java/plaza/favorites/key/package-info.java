/// The keys of the items of this context. `KeyChartTest` writes the chart of them in
/// `docs/favorites.md`.
@NullMarked
package plaza.favorites.key;

import org.jspecify.annotations.NullMarked;
