package plaza.fantasy.league;

import static plaza.table.Condition.absent;

import java.time.Clock;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Table;
import plaza.table.Write;

/// The start of a head-to-head league: the deadline of its first gameweek. Until then gamers join
/// its roster, and leave it.
final class LeagueStart {
    private final Table table;
    private final Clock clock;

    LeagueStart(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Whether the first gameweek no longer accepts team sheets. A gameweek that does not exist
    /// lies ahead.
    boolean hasPassed(Gameweek from) {
        var item = table.getConsistent(FantasyKeys.GAMEWEEK.key(from));
        return item != null && !GameweekItems.gameweek(item).isOpen(clock.instant());
    }

    /// Returns the check of a transaction that the start lies ahead.
    Write liesAhead(Gameweek from) {
        return new Write.Check(
                FantasyKeys.GAMEWEEK.key(from), absent().or(GameweekItems.isOpen(clock.instant())));
    }
}
