package plaza.fantasy.check;

import static plaza.table.Condition.attribute;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.footballer.FootballerSeason;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Key;

/// Compares a footballer's points by gameweek with the sums of the fixtures. Both are written in
/// one transaction.
record FootballerPointsAudit() implements ItemAudit {
    /// Far more fixtures than a season has: one gameweek takes ten.
    private static final int FIXTURES_MAX = 1_000;

    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyKeys.FOOTBALLER.is(item.key());
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var found = FootballerItems.footballer(item);
        var points = points(found.footballer().id(), context);
        return points.equals(found.gameweekPoints())
                ? List.of()
                : List.of(drift(item, found, points));
    }

    private static NavigableMap<Gameweek, Integer> points(
            FootballerId footballer, AuditContext context) {
        var query = FantasyKeys.FIXTURE_POINTS.query(footballer).consistent();
        var points = new TreeMap<Gameweek, Integer>();
        for (var item : context.table().read(query, FIXTURES_MAX, null).items()) {
            points.merge(
                    FantasyKeys.FIXTURE_POINTS.parse(item.key(), (_, gameweek, _) -> gameweek),
                    FixtureItems.fixturePoints(item).points(),
                    Integer::sum);
        }
        return points;
    }

    private static Drift drift(
            Item item, FootballerSeason found, NavigableMap<Gameweek, Integer> points) {
        var repaired =
                new FootballerSeason(
                        found.footballer(), found.selectedPercent(), points, found.version() + 1);
        return Drift.wrong(
                        item,
                        "points " + points.values(),
                        "points " + found.gameweekPoints().values(),
                        FootballerItems.points(repaired)
                                .onlyIf(attribute(FootballerItems.VERSION).is(found.version())))
                .atVersion(found.version());
    }
}
