package plaza.fantasy.league;

import static plaza.table.Condition.absent;

import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Problem;
import plaza.table.Item;
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

    /// Requires that gamers can still join a head-to-head league: its first gameweek is open, or
    /// does not exist yet.
    ///
    /// @param headToHead null if the league is classic, which has no start
    void requireAhead(@Nullable HeadToHead headToHead) {
        if (headToHead != null && hasPassed(headToHead.from())) {
            throw Problem.ruleBroken(
                            "fromGameweek",
                            "The deadline of this gameweek has passed. Choose a later one for the"
                                    + " first matches.")
                    .exception();
        }
    }

    /// Returns the writes that add a gamer to the roster of a head-to-head league that has not
    /// started. A gamer who is in the roster already returns to a league that has started. Then the
    /// roster is only checked: the batch may have read it before the gamer left, and the gamer
    /// after that.
    ///
    /// @param item the league
    /// @throws plaza.http.ProblemException if the league has started, or the roster is full
    List<Write> entry(GamerId gamer, Item item) {
        var headToHead = LeagueItems.league(item).headToHead();
        if (headToHead == null) {
            return List.of();
        }
        if (headToHead.contains(gamer)) {
            return List.of(LeagueItems.sameRoster(item));
        }
        if (hasPassed(headToHead.from())) {
            throw Problem.conflict(
                            "leagueId",
                            "This head-to-head league has started. Join it before the deadline of"
                                    + " its first gameweek.")
                    .exception();
        }
        if (headToHead.roster().size() >= HeadToHead.ROSTER_MAX) {
            throw Problem.ruleBroken(
                            "leagueId",
                            "A head-to-head league has at most %d members."
                                    .formatted(HeadToHead.ROSTER_MAX))
                    .exception();
        }
        return List.of(
                LeagueItems.roster(headToHead.with(gamer), item), liesAhead(headToHead.from()));
    }

    /// Returns the writes that remove a gamer from the roster of a head-to-head league that has not
    /// started.
    ///
    /// @param item the league, or null if it does not exist
    List<Write> exit(GamerId gamer, @Nullable Item item) {
        var league = LeagueItems.leagueOrNull(item);
        var headToHead = league == null ? null : league.headToHead();
        if (item == null
                || headToHead == null
                || !headToHead.contains(gamer)
                || hasPassed(headToHead.from())) {
            return List.of();
        }
        return List.of(
                LeagueItems.roster(headToHead.without(gamer), item), liesAhead(headToHead.from()));
    }

    /// Returns the writes that erase a gamer from the roster of a head-to-head league. Before the
    /// start they leave it; later their place remains without their name.
    ///
    /// @param item the league, or null if it does not exist
    List<Write> erasure(GamerId gamer, @Nullable Item item) {
        var exit = exit(gamer, item);
        var league = LeagueItems.leagueOrNull(item);
        var headToHead = league == null ? null : league.headToHead();
        return item == null || headToHead == null || !headToHead.contains(gamer) || !exit.isEmpty()
                ? exit
                : List.of(LeagueItems.roster(headToHead.withErased(gamer), item));
    }

    /// Whether the first gameweek no longer accepts team sheets. A gameweek that does not exist
    /// lies ahead.
    private boolean hasPassed(Gameweek from) {
        var item = table.getConsistent(FantasyKeys.GAMEWEEK.key(from));
        return item != null && !GameweekItems.gameweek(item).isOpen(clock.instant());
    }

    /// Returns the check of a transaction that the start lies ahead.
    private Write liesAhead(Gameweek from) {
        return new Write.Check(
                FantasyKeys.GAMEWEEK.key(from), absent().or(GameweekItems.isOpen(clock.instant())));
    }
}
