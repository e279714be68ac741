package plaza.reconcile;

import static plaza.reconcile.CorruptingWrite.any;
import static plaza.reconcile.CorruptingWrite.put;

import java.util.HashMap;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.functions.Catalogue;
import plaza.reconcile.ReconcileRun.Found;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.CountedEdge;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A corruption that follows from the declaration of a counted edge, such as `LIKE_ROW_MISSING`.
public record EdgeCorruption(String name, Check check, CorruptingWrite change)
        implements Corruption {
    @Override
    public Set<Found> applyTo(CorruptedTable table) {
        return change.found(check, table);
    }

    /// The corruptions of the edges of a declaration.
    ///
    /// @param leftovers the check that finds edges without a counter
    /// @param missing returns the key of a counter that does not exist
    public static Stream<Corruption> of(
            CountedEdge edge, Check leftovers, Function<CorruptedTable, Key> missing) {
        var counts = ReconcileRun.check(edge.name() + "Counts");
        var ledger = ReconcileRun.check(edge.name() + "Ledger");
        var row = any(item -> isIn(edge.ledger(), item) && item.flag(Ledger.ON));
        var corruptions = Stream.<Corruption>builder();
        var counter = any(item -> isIn(edge.counters(), item) && item.has(edge.attribute()));
        corruptions
                .add(of(edge, "COUNT", counts, counter.move(edge.attribute())))
                .add(
                        of(
                                edge,
                                "ROW_ORPHAN",
                                ledger,
                                counter.put((item, table) -> row(edge, item, table))))
                .add(of(edge, "ROW_MISSING", ledger, row.delete()))
                .add(of(edge, "WEIGHT", ledger, table -> heavier(edge, table)))
                .add(
                        of(
                                edge,
                                "LEFTOVER",
                                leftovers,
                                put(table ->
                                        edge(edge, Item.at(missing.apply(table)).build(), table))))
                .add(
                        of(
                                edge,
                                "ROW_LEFTOVER",
                                leftovers,
                                put(table ->
                                        row(edge, Item.at(missing.apply(table)).build(), table))));
        if (!edge.expires()) {
            corruptions.add(of(edge, "ROW_INACTIVE", ledger, row.put(EdgeCorruption::inactive)));
        }
        var byUser = edge.byUser();
        if (byUser != null) {
            var check = ReconcileRun.check(edge.name() + "Index");
            var index = byUser.list().index();
            var indexed = any(item -> isIn(edge.edges(), item) && item.has(index.sortKey()));
            corruptions
                    .add(of(edge, "USER", check, indexed.replace(index.partitionKey())))
                    .add(of(edge, "ORDER", check, indexed.replace(index.sortKey())));
        }
        return corruptions.build();
    }

    /// A corruption of an edge.
    public static Corruption of(
            CountedEdge edge, String what, Check check, CorruptingWrite change) {
        return new EdgeCorruption(edge.name().toUpperCase(Locale.ROOT) + "_" + what, check, change);
    }

    /// Changes how many an edge counts as, and returns its row.
    private static @Nullable Key heavier(CountedEdge edge, CorruptedTable table) {
        var item = table.pick(found -> isIn(edge.edges(), found) && edge.isCounted(found));
        if (item == null) {
            return null;
        }
        table.write(Write.Update.of(item.key()).set(Ledger.WEIGHT, Ledger.weight(item) + 7));
        return edge.of(item).row();
    }

    private static boolean isIn(Family family, Item item) {
        return Catalogue.ALL.keySpace().familyOf(item.key().pk()) == family;
    }

    private static Item inactive(Item row, CorruptedTable table) {
        return Ledger.row(row.key(), false, Ledger.sequence(row), table.now());
    }

    /// An edge of a counter, like one that exists, but made by an unknown user; null if none
    /// exists.
    private static @Nullable Item edge(CountedEdge edge, Item counter, CorruptedTable table) {
        var existing = table.first(item -> isIn(edge.edges(), item));
        if (existing == null) {
            return null;
        }
        var key =
                new Key(
                        edge.list().apply(counter).pk(),
                        existing.key().sk().replaceFirst("#[^#]+", "#" + table.unusedId()));
        var attributes = new HashMap<>(existing.attributes());
        attributes.put(TableSchema.PK, AttributeValue.fromS(key.pk()));
        attributes.put(TableSchema.SK, AttributeValue.fromS(key.sk()));
        var made = new Item(attributes);
        return edge.byUser() == null ? made : edge.byUser().rebuilt().apply(made);
    }

    /// The ledger row of such an edge.
    private static @Nullable Item row(CountedEdge edge, Item counter, CorruptedTable table) {
        var made = edge(edge, counter, table);
        if (made == null) {
            return null;
        }
        var of = edge.of(made);
        return Ledger.row(of.row(), true, SequenceNumber.ZERO, of.madeAt());
    }
}
