/// A gameweek: its deadline and its state. Every gamer reads the gameweek when they put a sheet, so
/// [GameweekCopies] divides these reads.
@NullMarked
package plaza.fantasy.gameweek;

import org.jspecify.annotations.NullMarked;
