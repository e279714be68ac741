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
        return isSource(item) || KeySpace.GAMEWEEK_FIXTURE_POINTS.is(item.key());
    }

    @Override
    public boolean isSource(Item item) {
        return KeySpace.FIXTURE_POINTS.is(item.key());
    }

    @Override
    public List<Item> derived(Item points) {
        var both =
                KeySpace.FIXTURE_POINTS.parse(
                        points.key(),
                        (footballer, gameweek, _) ->
                                FixtureItems.fixturePoints(
                                        footballer, gameweek, FixtureItems.fixturePoints(points)));
        return both.subList(1, 2);
    }

    @Override
    public Key source(Item copy) {
        return KeySpace.GAMEWEEK_FIXTURE_POINTS.parse(
                copy.key(),
                (gameweek, footballer, fixture) ->
                        KeySpace.FIXTURE_POINTS.key(footballer, gameweek, fixture));
    }
}
