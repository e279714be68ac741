package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.Rankings;
import plaza.fantasy.model.Membership;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#STANDINGS]. A settlement copies a gamer's points to his memberships a moment after him,
/// and a count of a large league moves rows between its shards.
record Standings(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var memberships = items.stream().filter(FantasyItemKind::isMembership).toList();
        var keys = new LinkedHashSet<Key>();
        for (var item : memberships) {
            keys.addAll(List.of(gamer(item), KeySpace.league(league(item)), counting(item)));
        }
        var there = desk.read(keys);
        var drift = new ArrayList<Drift>();
        for (var item : memberships) {
            var found = look(item, there);
            if (found != null) {
                drift.add(found);
            }
        }
        return drift;
    }

    private static @Nullable Drift look(Item item, Map<Key, Item> there) {
        var gamerItem = there.get(gamer(item));
        if (gamerItem == null) {
            return new Drift(
                    Check.STANDINGS,
                    item.key(),
                    item.key(),
                    "nothing, for there is no such gamer",
                    "a membership",
                    "",
                    List.of(
                            AuditContext.absent(gamer(item)),
                            AuditContext.ifUnchanged(Write.Delete.of(item.key()), item)));
        }
        var gamer = FantasyItems.gamer(gamerItem);
        var found = FantasyItems.membership(item);
        var leagueItem = there.get(KeySpace.league(league(item)));
        // while a league is counted, its rows are on their way to their shards
        var shards =
                leagueItem == null || there.containsKey(counting(item))
                        ? found.shards()
                        : FantasyItems.league(leagueItem).shards();
        var wanted =
                new Membership(
                        gamer.id(),
                        found.league(),
                        found.joinedAt(),
                        gamer.totalPoints(),
                        gamer.lastGameweekPoints(),
                        gamer.version(),
                        shards);
        return isRight(found, wanted) ? null : wrong(item, found, wanted);
    }

    /// An older version that has the same points is right: other leagues were joined since.
    private static boolean isRight(Membership found, Membership wanted) {
        return found.totalPoints() == wanted.totalPoints()
                && found.gameweekPoints() == wanted.gameweekPoints()
                && found.gamerVersion() <= wanted.gamerVersion()
                && found.shards() == wanted.shards();
    }

    private static Drift wrong(Item item, Membership found, Membership wanted) {
        return new Drift(
                Check.STANDINGS,
                item.key(),
                item.key(),
                text(wanted),
                text(found),
                found.gamerVersion() + " " + wanted.gamerVersion(),
                List.of(
                        AuditContext.holds(
                                gamer(item),
                                new Predicate.NumberIs(
                                        FantasyItems.VERSION, wanted.gamerVersion())),
                        AuditContext.ifUnchanged(
                                Write.Put.of(FantasyItems.membership(wanted)), item)));
    }

    private static String text(Membership membership) {
        return "%d points, %d of the last gameweek, of version %d, in %d shards"
                .formatted(
                        membership.totalPoints(),
                        membership.gameweekPoints(),
                        membership.gamerVersion(),
                        membership.shards());
    }

    private static Key gamer(Item membership) {
        return KeySpace.gamer(GamerId.of(KeySpace.ownerPart(membership.key().pk())));
    }

    private static LeagueId league(Item membership) {
        return KeySpace.leagueId(membership.key().sk());
    }

    private static Key counting(Item membership) {
        return Rankings.league(league(membership)).key();
    }
}
