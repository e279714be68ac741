package plaza.fantasy.check;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Key;

/// Reports the points of undeclared fixtures. An operator has to decide whether the fixture is
/// missing or the points are wrong.
record DeclaredFixturesAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyKeys.FIXTURE_POINTS.is(item.key());
    }

    @Override
    public List<Key> related(Item points) {
        return List.of(fixture(points));
    }

    @Override
    public List<Drift> compare(Item points, Map<Key, Item> related, AuditContext context) {
        return related.containsKey(fixture(points))
                ? List.of()
                : List.of(
                        Drift.wrong(
                                        points,
                                        "points of a declared fixture",
                                        "points of a fixture that is not declared")
                                .reportedOnly());
    }

    private static Key fixture(Item points) {
        return FantasyKeys.FIXTURE_POINTS.parse(
                points.key(), (_, gameweek, fixture) -> FantasyKeys.FIXTURE.key(gameweek, fixture));
    }
}
