package plaza.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.model.FootballerSeason;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Query;

/// [Check#FOOTBALLER_POINTS]. Line and sum are written in one transaction.
record FootballerPoints(AuditContext desk) implements Audit {
    /// Far more than a season has: one gameweek takes ten.
    private static final int FIXTURES_MAX = 1_000;

    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            if (FantasyItemKind.isFootballer(item)) {
                var career = FantasyItems.footballer(item);
                var points = points(career.footballer().id());
                if (!points.equals(career.gameweekPoints())) {
                    drift.add(drift(item, career, points));
                }
            }
        }
        return drift;
    }

    private NavigableMap<Gameweek, Integer> points(FootballerId footballer) {
        var query =
                Query.in(KeySpace.footballerItems(footballer))
                        .beginningWith(KeySpace.fixturesPrefix())
                        .consistent();
        var points = new TreeMap<Gameweek, Integer>();
        for (var item : desk.table.read(query, FIXTURES_MAX, null).items()) {
            points.merge(
                    Gameweek.parse(KeySpace.part(item.key().sk(), 1)),
                    FantasyItems.fixturePoints(item).points(),
                    Integer::sum);
        }
        return points;
    }

    private static Drift drift(
            Item item, FootballerSeason career, NavigableMap<Gameweek, Integer> points) {
        var right =
                new FootballerSeason(
                        career.footballer(),
                        career.selectedPercent(),
                        points,
                        career.version() + 1);
        return new Drift(
                Check.FOOTBALLER_POINTS,
                item.key(),
                item.key(),
                "points " + points.values(),
                "points " + career.gameweekPoints().values(),
                Long.toString(career.version()),
                List.of(
                        AuditContext.onlyIf(
                                FantasyItems.points(right),
                                new Predicate.NumberIs(FantasyItems.VERSION, career.version()))));
    }
}
