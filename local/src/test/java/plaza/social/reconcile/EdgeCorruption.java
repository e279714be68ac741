package plaza.social.reconcile;

import static plaza.reconcile.CorruptingWrite.any;
import static plaza.reconcile.CorruptingWrite.put;

import java.util.HashMap;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.functions.Catalogue;
import plaza.reconcile.CorruptedTable;
import plaza.reconcile.CorruptingWrite;
import plaza.reconcile.Corruption;
import plaza.reconcile.ReconcileRun;
import plaza.reconcile.ReconcileRun.Found;
import plaza.social.check.SocialChecks;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.tally.CountedEdge;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A corruption that follows from the declaration of a counted edge, such as `LIKE_ROW_MISSING`.
public record EdgeCorruption(String name, Check check, CorruptingWrite change)
        implements Corruption {
    public static Stream<Corruption> all() {
        return PostEdges.ALL.stream().flatMap(EdgeCorruption::of);
    }

    @Override
    public Set<Found> applyTo(CorruptedTable table) {
        return change.found(check, table);
    }

    private static Stream<Corruption> of(CountedEdge edge) {
        var counts = ReconcileRun.check(edge.name() + "Counts");
        var ledger = ReconcileRun.check(edge.name() + "Ledger");
        var row = any(item -> isIn(edge.ledger(), item) && SocialCorruption.isActive(item));
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
                .add(
                        of(
                                edge,
                                "LEFTOVER",
                                SocialChecks.LEFTOVERS,
                                put(table -> edge(edge, missing(table), table))))
                .add(
                        of(
                                edge,
                                "ROW_LEFTOVER",
                                SocialChecks.LEFTOVERS,
                                put(table -> row(edge, missing(table), table))));
        if (!edge.expires()) {
            corruptions.add(of(edge, "ROW_INACTIVE", ledger, row.put(SocialCorruption::inactive)));
        }
        var byUser = edge.byUser();
        if (byUser != null) {
            var check = ReconcileRun.check(edge.name() + "Index");
            var index = byUser.list().index();
            var indexed = any(item -> isIn(edge.edges(), item) && item.has(index.sortKey()));
            corruptions
                    .add(of(edge, "USER", check, indexed.replace(index.partitionKey())))
                    .add(of(edge, "ORDER", check, indexed.replace(index.sortKey())))
                    .add(
                            of(
                                    edge,
                                    "MARKED",
                                    SocialChecks.STANDING_COPIES,
                                    indexed.write((item, _) -> SocialCorruption.marked(item))));
        }
        return corruptions.build();
    }

    private static Corruption of(
            CountedEdge edge, String what, Check check, CorruptingWrite change) {
        return new EdgeCorruption(edge.name().toUpperCase(Locale.ROOT) + "_" + what, check, change);
    }

    private static boolean isIn(Family family, Item item) {
        return Catalogue.ALL.keySpace().familyOf(item.key().pk()) == family;
    }

    private static Item missing(CorruptedTable table) {
        return Item.at(SocialKeys.POST_COUNTER.key(SocialCorruption.missingPost(table))).build();
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
