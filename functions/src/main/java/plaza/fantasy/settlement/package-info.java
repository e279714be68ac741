/// The settlement of a gameweek: [Settlements] writes its points to gamers and leagues.
@NullMarked
package plaza.fantasy.settlement;

import org.jspecify.annotations.NullMarked;
