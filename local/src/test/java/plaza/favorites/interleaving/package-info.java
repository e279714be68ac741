/// The operations of this context when others run in their gaps.
@NullMarked
package plaza.favorites.interleaving;

import org.jspecify.annotations.NullMarked;
