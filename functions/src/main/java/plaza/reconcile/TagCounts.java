package plaza.reconcile;

import java.util.ArrayList;
import java.util.List;
import plaza.favorites.FavoriteItems;
import plaza.id.UserId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.tally.Ledger;

/// [Check#TAG_COUNTS]. Counter and ledger change in one transaction, and are of one life of the
/// tag.
record TagCounts(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            var tag = FavoriteItems.storedTag(item);
            drift.addAll(
                    new Recount(
                                    item.key(),
                                    FavoriteItems.FAVORITE_COUNT,
                                    KeySpace.tagLedgerOf(
                                            UserId.of(KeySpace.ownerPart(item.key().pk())),
                                            tag.tag().tagId(),
                                            tag.generation()),
                                    row -> row.flag(Ledger.ON),
                                    row -> row.text(Ledger.SEQUENCE),
                                    0)
                            .look(
                                    desk,
                                    Check.TAG_COUNTS,
                                    false,
                                    tag.generation().value(),
                                    new Predicate.TextIs(
                                            FavoriteItems.GENERATION, tag.generation().value())));
        }
        return drift;
    }
}
