/// The favorites on a laptop: their settings and their data of the demo.
@NullMarked
package plaza.favorites.local;

import org.jspecify.annotations.NullMarked;
