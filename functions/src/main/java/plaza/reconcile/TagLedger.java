package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.FavoriteItems;
import plaza.favorites.TaggingJobs;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;
import plaza.tally.Ledger;

/// [Check#TAG_LEDGER]: for the favorites of tags what [LikeLedger] is for likes. Ledger and counter
/// are of one life of the tag; when it is over, nothing of the ledger is left.
record TagLedger(AuditContext desk) implements Audit {
    /// A favorite under one life of a tag.
    private record Edge(UserId user, TagId tag, GenerationId life, DataId data) {
        static Edge of(Item item) {
            var pk = item.key().pk();
            var user = UserId.of(KeySpace.ownerPart(pk));
            return isRow(item)
                    ? new Edge(
                            user,
                            FavoriteItems.tagOf(item),
                            FavoriteItems.tagGeneration(item),
                            FavoriteItems.dataOf(item))
                    : new Edge(
                            user,
                            TagId.of(KeySpace.part(pk, 2)),
                            GenerationId.of(KeySpace.part(pk, 3)),
                            DataId.of(item.key().sk()));
        }

        Key row() {
            return KeySpace.tagged(user, data, tag);
        }

        Key ledger() {
            return KeySpace.tagLedger(user, tag, life, data);
        }

        Key counter() {
            return KeySpace.tag(user, tag);
        }

        Key erasure() {
            return TaggingJobs.erasure(user, tag, life, null).key();
        }

        boolean isThere(@Nullable Item row) {
            return row != null && FavoriteItems.tagGeneration(row).equals(life);
        }

        boolean isCounted(@Nullable Item counter) {
            return counter != null && FavoriteItems.generation(counter).equals(life);
        }
    }

    @Override
    public List<Drift> look(List<Item> items) {
        var keys = new LinkedHashSet<Key>();
        for (var item : items) {
            var edge = Edge.of(item);
            keys.addAll(List.of(edge.row(), edge.ledger(), edge.counter(), edge.erasure()));
        }
        var there = desk.read(keys);
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            var found = look(item, Edge.of(item), there);
            if (found != null) {
                drift.add(found);
            }
        }
        return drift;
    }

    private @Nullable Drift look(Item item, Edge edge, Map<Key, Item> there) {
        var row = there.get(edge.row());
        var ledger = there.get(edge.ledger());
        if (!edge.isCounted(there.get(edge.counter()))) {
            return isRow(item)
                            || item.expired(desk.clock.instant())
                            || there.containsKey(edge.erasure())
                    ? null
                    : leftover(item);
        }
        var isOn = ledger != null && ledger.flag(Ledger.ON);
        // from the row's side what is not on, from the ledger's what is on: each case once
        return isOn != edge.isThere(row) && isRow(item) != isOn
                ? drift(item, edge, row, ledger)
                : null;
    }

    private Drift drift(Item anchor, Edge edge, @Nullable Item row, @Nullable Item ledger) {
        var on = edge.isThere(row);
        var closedAt = on ? null : desk.clock.instant();
        return new Drift(
                Check.TAG_LEDGER,
                anchor.key(),
                edge.ledger(),
                on ? "on, for the favorite has the tag" : "off, for the favorite has not the tag",
                on ? "off" : "on",
                LikeLedger.sequence(ledger),
                List.of(
                        AuditContext.asRead(edge.row(), row),
                        LikeLedger.counted(edge.ledger(), ledger, on, closedAt),
                        AuditContext.onlyIf(
                                Write.Update.of(edge.counter())
                                        .add(FavoriteItems.FAVORITE_COUNT, on ? 1 : -1),
                                new Predicate.TextIs(
                                        FavoriteItems.GENERATION, edge.life().value()))));
    }

    private static Drift leftover(Item ledger) {
        return new Drift(
                Check.TAG_LEDGER,
                ledger.key(),
                ledger.key(),
                "nothing, for the tag is gone",
                "a leftover",
                LikeLedger.sequence(ledger),
                List.of(AuditContext.ifUnchanged(Write.Delete.of(ledger.key()), ledger)));
    }

    private static boolean isRow(Item item) {
        return KeySpace.familyOf(item.key().pk()) == Family.TAGGED;
    }
}
