package plaza.reconcile;

import java.util.ArrayList;
import java.util.List;
import plaza.social.SocialItems;
import plaza.social.model.Post;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.tally.Ledger;

/// [Check#POST_COUNTERS]. Post and counters come in one transaction; nothing is counted while a
/// counter is missing, so the ledger that tells its value stands still.
record PostCounters(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var counters = new ArrayList<Key>();
        for (var item : items) {
            var post = KeySpace.postId(item.key().sk());
            counters.add(KeySpace.likeCount(post));
            counters.add(KeySpace.viewCount(post));
        }
        var there = desk.read(counters);
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            var post = SocialItems.post(item);
            if (!there.containsKey(KeySpace.likeCount(post.id()))) {
                drift.add(missing(item, likeCount(post)));
            }
            if (!there.containsKey(KeySpace.viewCount(post.id()))) {
                drift.add(missing(item, viewCount(post)));
            }
        }
        return drift;
    }

    private Item likeCount(Post post) {
        var on =
                Recount.read(
                        desk.table,
                        KeySpace.likeLedgerOf(post.id()),
                        row -> row.flag(Ledger.ON),
                        _ -> "");
        return SocialItems.likeCount(post.id(), post.author(), on.entries());
    }

    private Item viewCount(Post post) {
        var rows = Recount.read(desk.table, KeySpace.viewLedgerOf(post.id()), _ -> true, _ -> "");
        return SocialItems.viewCount(post.id(), rows.entries());
    }

    private static Drift missing(Item post, Item counter) {
        return new Drift(
                Check.POST_COUNTERS,
                post.key(),
                counter.key(),
                "the counter of a post",
                "nothing",
                "",
                List.of(
                        AuditContext.present(post.key()),
                        AuditContext.ifAbsent(Write.Put.of(counter))));
    }
}
