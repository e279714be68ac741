/// The keys of the items of this context. `KeyChartTest` writes the chart of them in
/// `docs/social.md`.
@NullMarked
package plaza.social.key;

import org.jspecify.annotations.NullMarked;
