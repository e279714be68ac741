package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#FIXTURE_LINES]. The footballer's line is the source: his points are made of it.
record FixtureLines(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var others = new LinkedHashMap<Item, Key>();
        for (var item : items) {
            if (FantasyItemKind.isFixture(item)) {
                others.put(item, copy(item).key());
            } else if (FantasyItemKind.isGameweekLine(item)) {
                others.put(item, source(item));
            }
        }
        var there = desk.read(others.values());
        var drift = new ArrayList<Drift>();
        others.forEach((item, other) -> {
            var found = there.get(other);
            if (FantasyItemKind.isFixture(item)) {
                if (found == null || !copy(item).differingFrom(found).isEmpty()) {
                    drift.add(wrong(item, found));
                }
            } else if (found == null) {
                drift.add(surplus(item, other));
            }
        });
        return drift;
    }

    private static Drift wrong(Item line, @Nullable Item found) {
        return new Drift(
                Check.FIXTURE_LINES,
                line.key(),
                copy(line).key(),
                "the points of a fixture " + line.numbers(),
                found == null ? "nothing" : found.numbers().toString(),
                "",
                List.of(
                        AuditContext.asRead(line.key(), line),
                        found == null
                                ? AuditContext.ifAbsent(Write.Put.of(copy(line)))
                                : AuditContext.ifUnchanged(Write.Put.of(copy(line)), found)));
    }

    private static Drift surplus(Item copy, Key source) {
        return new Drift(
                Check.FIXTURE_LINES,
                copy.key(),
                copy.key(),
                "nothing, for the footballer has no such fixture",
                "the points of a fixture",
                copy.numbers().toString(),
                List.of(
                        AuditContext.absent(source),
                        AuditContext.ifUnchanged(Write.Delete.of(copy.key()), copy)));
    }

    /// The gameweek's line that goes with a footballer's.
    private static Item copy(Item line) {
        return FantasyItems.fixturePoints(
                        FootballerId.of(KeySpace.ownerPart(line.key().pk())),
                        Gameweek.parse(KeySpace.part(line.key().sk(), 1)),
                        FantasyItems.fixturePoints(line))
                .getLast();
    }

    /// The footballer's line that goes with a gameweek's.
    private static Key source(Item copy) {
        return KeySpace.fixturePoints(
                FantasyItems.footballerOf(copy),
                Gameweek.parse(KeySpace.ownerPart(copy.key().pk())),
                FantasyItems.fixturePoints(copy).fixture());
    }
}
