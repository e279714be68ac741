package plaza.fantasy;

import static plaza.table.Condition.attribute;

import java.util.List;
import plaza.fantasy.model.Gamer;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Removes gamers from leagues.
final class Memberships {
    private enum Failure {
        CHANGED
    }

    private Memberships() {}

    /// Removes a gamer from a league, and so their row from the standings.
    ///
    /// @return whether the gamer was a member
    static boolean remove(Table table, GamerId id, LeagueId league) {
        return table.optimistically(() -> {
            var item = table.getConsistent(KeySpace.gamer(id));
            var gamer = item == null ? null : GamerItems.gamer(item);
            if (gamer == null || !gamer.leagues().contains(league)) {
                return false;
            }
            return table.transact(removal(gamer, league)) instanceof Outcome.Done ? true : null;
        });
    }

    /// The gamer must not change in the meantime: a settlement finds the memberships by the list.
    private static List<Write> removal(Gamer gamer, LeagueId league) {
        var unchanged =
                attribute(GamerItems.VERSION).is(gamer.version()).otherwise(Failure.CHANGED);
        return List.of(
                GamerItems.leagues(gamer.without(league)).onlyIf(unchanged),
                Write.Delete.of(KeySpace.membership(gamer.id(), league)));
    }
}
