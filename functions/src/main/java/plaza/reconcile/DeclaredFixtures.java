package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import plaza.fantasy.FantasyItems;
import plaza.id.Gameweek;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// [Check#DECLARED_FIXTURES]. Points for an undeclared fixture are reported only: whether the
/// fixture is missing or the points are wrong is for an operator to decide.
record DeclaredFixtures(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var fixtures = new LinkedHashMap<Item, Key>();
        for (var item : items) {
            if (FantasyItemKind.isFixture(item)) {
                fixtures.put(item, fixture(item));
            }
        }
        var declared = desk.read(fixtures.values());
        var drift = new ArrayList<Drift>();
        fixtures.forEach((line, fixture) -> {
            if (!declared.containsKey(fixture)) {
                drift.add(
                        new Drift(
                                Check.DECLARED_FIXTURES,
                                line.key(),
                                line.key(),
                                "points of a declared fixture",
                                "points of a fixture that is not declared",
                                "",
                                null));
            }
        });
        return drift;
    }

    private static Key fixture(Item line) {
        return KeySpace.fixture(
                Gameweek.parse(KeySpace.part(line.key().sk(), 1)),
                FantasyItems.fixturePoints(line).fixture());
    }
}
