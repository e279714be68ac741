package plaza.reconcile.fantasy;

import static plaza.reconcile.Repair.onlyIf;
import static plaza.reconcile.Repair.require;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.Rankings;
import plaza.fantasy.model.Gamer;
import plaza.fantasy.model.Membership;
import plaza.reconcile.AuditContext;
import plaza.reconcile.Drift;
import plaza.reconcile.ItemAudit;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Compares memberships with their gamer and their league. A settlement copies a gamer's points to
/// the memberships after it has written the gamer, and a count of a large league moves memberships
/// between its shards.
record StandingsAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyItemKind.MEMBERSHIP.is(item);
    }

    @Override
    public List<Key> related(Item item) {
        return List.of(gamer(item), league(item), counting(item));
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var gamer = related.get(gamer(item));
        if (gamer == null) {
            return List.of(
                    Drift.orphan(item, "a membership", "the gamer does not exist", gamer(item)));
        }
        // While a league is counted, its memberships are moved to their shards.
        var league = related.containsKey(counting(item)) ? null : related.get(league(item));
        var found = FantasyItems.membership(item);
        var expected = expected(found, FantasyItems.gamer(gamer), league);
        return isRight(found, expected) ? List.of() : List.of(wrong(item, found, expected));
    }

    private static Membership expected(Membership found, Gamer gamer, @Nullable Item league) {
        return new Membership(
                gamer.id(),
                found.league(),
                found.joinedAt(),
                gamer.totalPoints(),
                gamer.lastGameweekPoints(),
                gamer.lastGameweek(),
                gamer.version(),
                league == null ? found.shards() : FantasyItems.league(league).shards());
    }

    /// An older version with the same points is right: the gamer has joined other leagues since.
    private static boolean isRight(Membership found, Membership expected) {
        return found.totalPoints() == expected.totalPoints()
                && found.gameweekPoints() == expected.gameweekPoints()
                && Objects.equals(found.gameweek(), expected.gameweek())
                && found.gamerVersion() <= expected.gamerVersion()
                && found.shards() == expected.shards();
    }

    private static Drift wrong(Item item, Membership found, Membership expected) {
        return Drift.wrong(
                        item,
                        text(expected),
                        text(found),
                        require(
                                gamer(item),
                                attribute(FantasyItems.VERSION).is(expected.gamerVersion())),
                        onlyIf(unchanged(item), Write.Put.of(FantasyItems.membership(expected))))
                .atVersion(found.gamerVersion() + " " + expected.gamerVersion());
    }

    private static String text(Membership membership) {
        return "%d points, %d in gameweek %s, version %d, %d shards"
                .formatted(
                        membership.totalPoints(),
                        membership.gameweekPoints(),
                        membership.gameweek(),
                        membership.gamerVersion(),
                        membership.shards());
    }

    private static Key gamer(Item membership) {
        return KeySpace.gamer(KeySpace.gamerOf(membership.key()));
    }

    private static Key league(Item membership) {
        return KeySpace.league(KeySpace.leagueOf(membership.key()));
    }

    /// The job that counts the league.
    private static Key counting(Item membership) {
        return Rankings.league(KeySpace.leagueOf(membership.key())).key();
    }
}
