package plaza.fantasy.league;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Removes gamers from leagues.
final class Memberships {
    private final Table table;
    private final LeagueStart start;

    Memberships(Table table, Clock clock) {
        this.table = table;
        this.start = new LeagueStart(table, clock);
    }

    /// Removes a gamer from a league, and so their row from the standings. Until a head-to-head
    /// league starts, they leave its roster too; later the roster stays, because the results of
    /// other gamers depend on it.
    ///
    /// @return whether the gamer was a member
    boolean remove(GamerId id, LeagueId league) {
        return table.optimistically(() -> {
            var items =
                    table.getByKey(
                            List.of(FantasyKeys.GAMER.key(id), FantasyKeys.LEAGUE.key(league)));
            var item = items.get(FantasyKeys.GAMER.key(id));
            var gamer = item == null ? null : GamerItems.gamer(item);
            if (gamer == null || !gamer.leagues().contains(league)) {
                return Attempt.done(false);
            }
            var writes = new ArrayList<>(removal(gamer, league));
            writes.addAll(start.exit(id, items.get(FantasyKeys.LEAGUE.key(league))));
            return table.transact(writes) instanceof Outcome.Done
                    ? Attempt.done(true)
                    : Attempt.tryAgain();
        });
    }

    /// Removes a gamer who is erased from a league: from its standings, their list of leagues and
    /// its roster, as far as each still names them.
    ///
    /// @return how many items were deleted or changed
    long erase(GamerId id, LeagueId league) {
        return table.optimistically(() -> {
            var gamerKey = FantasyKeys.GAMER.key(id);
            var leagueKey = FantasyKeys.LEAGUE.key(league);
            var membershipKey = FantasyKeys.MEMBERSHIP.key(id, league);
            var items = table.getByKey(List.of(gamerKey, leagueKey, membershipKey));
            var item = items.get(gamerKey);
            var gamer = item == null ? null : GamerItems.gamer(item);
            var writes = new ArrayList<>(start.erasure(id, items.get(leagueKey)));
            if (gamer != null && gamer.leagues().contains(league)) {
                writes.addAll(removal(gamer, league));
            } else if (items.containsKey(membershipKey)) {
                var unchanged =
                        gamer == null
                                ? absent()
                                : attribute(GamerItems.VERSION).is(gamer.version());
                writes.add(new Write.Check(gamerKey, unchanged));
                writes.add(Write.Delete.of(membershipKey).onlyIf(exists()));
            }
            return writes.isEmpty() || table.transact(writes) instanceof Outcome.Done
                    ? Attempt.done(
                            writes.stream()
                                    .filter(write -> !(write instanceof Write.Check))
                                    .count())
                    : Attempt.tryAgain();
        });
    }

    /// The gamer must not change in the meantime: a settlement finds the memberships by the list.
    private static List<Write> removal(Gamer gamer, LeagueId league) {
        var unchanged = attribute(GamerItems.VERSION).is(gamer.version());
        return List.of(
                GamerItems.leagues(gamer.without(league)).onlyIf(unchanged),
                Write.Delete.of(FantasyKeys.MEMBERSHIP.key(gamer.id(), league)));
    }
}
