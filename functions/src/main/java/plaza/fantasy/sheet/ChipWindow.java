package plaza.fantasy.sheet;

import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// A range of gameweeks in which a chip can be played, both ends included.
///
/// @param uses how often the chip can be played in the range
@Pure
public record ChipWindow(Gameweek from, Gameweek to, int uses) {
    public ChipWindow {
        if (to.compareTo(from) < 0 || uses < 1) {
            throw new IllegalArgumentException("a window is empty or allows no use");
        }
    }

    public boolean contains(Gameweek gameweek) {
        return from.compareTo(gameweek) <= 0 && gameweek.compareTo(to) <= 0;
    }
}
