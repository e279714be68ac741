package plaza.reconcile.fantasy;

import java.util.List;
import plaza.audit.AuditContext;
import plaza.audit.DerivedItemsAudit;
import plaza.fantasy.fixture.FixtureItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Compares the two items that hold a footballer's points in a fixture. The footballer's item is
/// the source: the footballer's points of the gameweek are summed from it.
record FixturePointsAudit() implements DerivedItemsAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return isSource(item) || FantasyItemKind.FIXTURE_POINTS_COPY.is(item);
    }

    @Override
    public boolean isSource(Item item) {
        return FantasyItemKind.FIXTURE_POINTS.is(item);
    }

    @Override
    public List<Item> derived(Item points) {
        return FixtureItems.fixturePoints(
                        KeySpace.footballerOf(points.key()),
                        KeySpace.gameweekOf(points.key()),
                        FixtureItems.fixturePoints(points))
                .subList(1, 2);
    }

    @Override
    public Key source(Item copy) {
        return KeySpace.fixturePoints(
                FixtureItems.footballerOf(copy),
                KeySpace.gameweekOf(copy.key()),
                FixtureItems.fixturePoints(copy).fixture());
    }
}
