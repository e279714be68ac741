/// Saves favorites and changes them, with their tags.
@NullMarked
package plaza.favorites.clip;

import org.jspecify.annotations.NullMarked;
