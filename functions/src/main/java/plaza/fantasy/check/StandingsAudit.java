package plaza.fantasy.check;

import static plaza.table.Condition.asRead;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeaguePoints;
import plaza.fantasy.league.Membership;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares memberships with their gamer and their league, both of which must exist. A settlement
/// copies a gamer's points to the memberships after it has written the gamer, and a count of a
/// large league moves memberships between its shards.
record StandingsAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyKeys.MEMBERSHIP.is(item.key());
    }

    @Override
    public List<Key> related(Item item) {
        return List.of(gamer(item), league(item), counting(item), erasing(item));
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var gamer = related.get(gamer(item));
        if (gamer == null) {
            return List.of(
                    Drift.orphan(item, "a membership", "the gamer does not exist", gamer(item)));
        }
        var leagueItem = related.get(league(item));
        if (leagueItem == null || LeagueItems.isDeleted(leagueItem)) {
            return related.containsKey(erasing(item))
                    ? List.of()
                    : List.of(inNoLeague(item, gamer, leagueItem));
        }
        // While a league is counted, its memberships are moved to their shards.
        var isCounted = related.containsKey(counting(item));
        var league = LeagueItems.league(leagueItem);
        var found = LeagueItems.membership(item);
        var expected = expected(found, GamerItems.gamer(gamer), league, isCounted);
        return isRight(found, expected)
                ? List.of()
                : List.of(wrong(item, found, expected, leagueItem));
    }

    private static Drift inNoLeague(Item item, Item gamerItem, @Nullable Item leagueItem) {
        var league = leagueId(item);
        var gamer = GamerItems.gamer(gamerItem);
        return Drift.superfluous(
                item,
                "a membership",
                "the league does not exist",
                new Write.Check(league(item), asRead(leagueItem)),
                GamerItems.leagues(gamer.without(league)).onlyIf(unchanged(gamerItem)),
                Write.Delete.of(item.key()).onlyIf(unchanged(item)));
    }

    private static Membership expected(
            Membership found, Gamer gamer, League league, boolean isCounted) {
        var points = LeaguePoints.of(gamer, league.fromGameweek());
        return new Membership(
                gamer.id(),
                found.league(),
                found.joinedAt(),
                points.total(),
                points.last(),
                points.gameweek(),
                gamer.version(),
                isCounted ? found.shards() : league.shards(),
                league.scoring());
    }

    /// An older version with the same points is right: the gamer has joined other leagues since.
    private static boolean isRight(Membership found, Membership expected) {
        return found.totalPoints() == expected.totalPoints()
                && found.gameweekPoints() == expected.gameweekPoints()
                && Objects.equals(found.gameweek(), expected.gameweek())
                && found.gamerVersion() <= expected.gamerVersion()
                && found.shards() == expected.shards()
                && found.scoring() == expected.scoring();
    }

    private static Drift wrong(Item item, Membership found, Membership expected, Item leagueItem) {
        return Drift.wrong(
                        item,
                        text(expected),
                        text(found),
                        new Write.Check(league(item), unchanged(leagueItem)),
                        new Write.Check(
                                gamer(item),
                                attribute(GamerItems.VERSION).is(expected.gamerVersion())),
                        Write.Put.of(LeagueItems.membership(expected)).onlyIf(unchanged(item)))
                .atVersion(found.gamerVersion() + " " + expected.gamerVersion());
    }

    private static String text(Membership membership) {
        return "%d points, %d in gameweek %s, version %d, %d shards, %s"
                .formatted(
                        membership.totalPoints(),
                        membership.gameweekPoints(),
                        membership.gameweek(),
                        membership.gamerVersion(),
                        membership.shards(),
                        membership.scoring().text());
    }

    private static Key gamer(Item membership) {
        return FantasyKeys.GAMER.key(FantasyKeys.GAMERS.parse(membership.key()));
    }

    private static LeagueId leagueId(Item membership) {
        return FantasyKeys.MEMBERSHIP.parse(membership.key(), (_, league) -> league);
    }

    private static Key league(Item membership) {
        return FantasyKeys.LEAGUE.key(leagueId(membership));
    }

    /// The job that removes the members of the league.
    private static Key erasing(Item membership) {
        return new FantasyWork.EraseLeague(leagueId(membership)).key();
    }

    /// The job that counts the league.
    private static Key counting(Item membership) {
        return new FantasyWork.RankLeague(leagueId(membership)).key();
    }
}
