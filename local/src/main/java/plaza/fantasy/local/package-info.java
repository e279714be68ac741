/// Fantasy football on a laptop: its settings, the import of a real season, and the season of the
/// demo.
@NullMarked
package plaza.fantasy.local;

import org.jspecify.annotations.NullMarked;
