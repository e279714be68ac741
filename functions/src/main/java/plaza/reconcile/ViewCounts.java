package plaza.reconcile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.tally.Ledger;

/// [Check#VIEW_COUNTS]. Counter and ledger change in one transaction, but a row ends
/// [Ledger#LIFETIME] after its view. So what can be told:
///
/// - of a post that is younger than that, every row is still there: the counter equals their
///   number, exactly;
/// - of an older or imported one, the counter is not below their number. Above it may be right or
///   wrong; nothing in the table knows.
record ViewCounts(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var posts = posts(items);
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            var id = PostId.of(KeySpace.ownerPart(item.key().pk()));
            var recount =
                    new Recount(
                            item.key(),
                            SocialItems.VIEW_COUNT,
                            KeySpace.viewLedgerOf(id),
                            _ -> true,
                            row -> row.text(Ledger.SEQUENCE),
                            SocialItems.importedPart(item, SocialItems.VIEW_COUNT));
            var post = posts.get(KeySpace.likeCount(id));
            var floor = post == null || !isWhollyKept(post);
            drift.addAll(recount.look(desk, Check.VIEW_COUNTS, floor, ""));
        }
        return drift;
    }

    private boolean isWhollyKept(Item post) {
        return !SocialItems.imported(post)
                && post.time(SocialItems.TIMESTAMP)
                        .plus(Ledger.LIFETIME)
                        .isAfter(desk.clock.instant());
    }

    /// The posts, by the keys of their counters of likes, which know the authors.
    private Map<Key, Item> posts(List<Item> items) {
        var counters =
                desk.read(
                        items.stream()
                                .map(item ->
                                        KeySpace.likeCount(
                                                PostId.of(KeySpace.ownerPart(item.key().pk()))))
                                .toList());
        var keys = new LinkedHashMap<Key, Key>();
        counters.forEach((key, counter) ->
                keys.put(
                        KeySpace.post(
                                UserId.of(counter.text(SocialItems.AUTHOR_ID)),
                                PostId.of(KeySpace.ownerPart(key.pk()))),
                        key));
        var posts = new HashMap<Key, Item>();
        desk.read(keys.keySet())
                .forEach((key, post) -> {
                    var counter = keys.get(key);
                    if (counter != null) {
                        posts.put(counter, post);
                    }
                });
        return posts;
    }
}
