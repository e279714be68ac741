package plaza.reconcile.favorites;

import static plaza.audit.Repair.onlyIf;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.unchanged;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.audit.AuditContext;
import plaza.audit.CountedEdge;
import plaza.audit.Drift;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.job.Work;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;

/// A favorite under one generation of a tag, and its ledger row. Ledger and counter belong to the
/// generation, and no row outlives it.
record CountedTag(UserId user, TagId tag, GenerationId generation, DataId data)
        implements CountedEdge {
    static CountedTag of(Item item) {
        return isLedgerRow(item)
                ? new CountedTag(
                        KeySpace.userOf(item.key()),
                        KeySpace.tagOf(item.key()),
                        KeySpace.generationOf(item.key()),
                        KeySpace.dataOf(item.key()))
                : new CountedTag(
                        KeySpace.userOf(item.key()),
                        TaggingItems.tagOf(item),
                        TaggingItems.tagGeneration(item),
                        TaggingItems.dataOf(item));
    }

    @Override
    public Key key() {
        return KeySpace.tagged(user, data, tag);
    }

    @Override
    public Key ledgerRow() {
        return KeySpace.tagLedger(user, tag, generation, data);
    }

    @Override
    public Key counter() {
        return KeySpace.tag(user, tag);
    }

    @Override
    public String countAttribute() {
        return TagItems.FAVORITE_COUNT;
    }

    @Override
    public boolean matches(@Nullable Item tagged) {
        return tagged != null && TaggingItems.tagGeneration(tagged).equals(generation);
    }

    @Override
    public boolean isCounted(@Nullable Item counter) {
        return counter != null && FavoriteItems.generation(counter).equals(generation);
    }

    @Override
    public Predicate counted() {
        return attribute(FavoriteItems.GENERATION).is(generation.value());
    }

    @Override
    public List<Drift> uncounted(Item item, AuditContext context) {
        return isLedgerRow(item) && !item.expired(context.now())
                ? List.of(
                        Drift.superfluous(
                                        item,
                                        "a leftover",
                                        "the tag does not exist",
                                        onlyIf(unchanged(item), Write.Delete.of(item.key())))
                                .atVersion(item.texts())
                                .unlessRunning(
                                        new Work.EraseTag(user, tag, generation, null).key()))
                : List.of();
    }

    private static boolean isLedgerRow(Item item) {
        return KeySpace.familyOf(item.key().pk()) == Family.TAG_LEDGER;
    }
}
