package plaza.fantasy.check;

import java.util.List;
import plaza.audit.AuditContext;
import plaza.audit.DerivedItemsAudit;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Key;

/// Compares the two items that hold a footballer's points in a fixture. The footballer's item is
/// the source: the footballer's points of the gameweek are summed from it.
record FixturePointsAudit() implements DerivedItemsAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return isSource(item) || FantasyKeys.GAMEWEEK_FIXTURE_POINTS.is(item.key());
    }

    @Override
    public boolean isSource(Item item) {
        return FantasyKeys.FIXTURE_POINTS.is(item.key());
    }

    @Override
    public List<Item> derived(Item points) {
        var both =
                FantasyKeys.FIXTURE_POINTS.parse(
                        points.key(),
                        (footballer, gameweek, _) ->
                                FixtureItems.fixturePoints(
                                        footballer, gameweek, FixtureItems.fixturePoints(points)));
        return both.subList(1, 2);
    }

    @Override
    public Key source(Item copy) {
        return FantasyKeys.GAMEWEEK_FIXTURE_POINTS.parse(
                copy.key(),
                (gameweek, footballer, fixture) ->
                        FantasyKeys.FIXTURE_POINTS.key(footballer, gameweek, fixture));
    }
}
