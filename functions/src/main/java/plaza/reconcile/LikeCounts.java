package plaza.reconcile;

import java.util.ArrayList;
import java.util.List;
import plaza.id.PostId;
import plaza.social.SocialItems;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.tally.Ledger;

/// [Check#LIKE_COUNTS]. Counter and ledger change in one transaction, so this is exact at every
/// moment, however far the stream is behind.
record LikeCounts(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            drift.addAll(
                    new Recount(
                                    item.key(),
                                    SocialItems.LIKE_COUNT,
                                    KeySpace.likeLedgerOf(
                                            PostId.of(KeySpace.ownerPart(item.key().pk()))),
                                    row -> row.flag(Ledger.ON),
                                    row -> row.text(Ledger.SEQUENCE),
                                    SocialItems.importedPart(item, SocialItems.LIKE_COUNT))
                            .look(desk, Check.LIKE_COUNTS, false, ""));
        }
        return drift;
    }
}
