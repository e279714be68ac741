package plaza.reconcile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#ORPHAN_LIKE_COUNTS] and [Check#ORPHAN_VIEW_COUNTS]. A post goes together with its
/// counters; the counter of likes knows the author, and so the post's key.
record OrphanCounters(Check check, AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var likeCounts = likeCounts(items);
        var posts = new HashMap<Key, Key>();
        likeCounts.forEach((key, count) -> posts.put(key, postOf(count)));
        var there = desk.read(posts.values());
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            var likeCount = KeySpace.likeCount(id(item));
            var post = posts.get(likeCount);
            if (post == null || !there.containsKey(post)) {
                drift.add(orphan(item, post == null ? likeCount : post));
            }
        }
        return drift;
    }

    /// The counters of likes, by key; those that are not there are left out.
    private Map<Key, Item> likeCounts(List<Item> items) {
        if (check == Check.ORPHAN_VIEW_COUNTS) {
            return desk.read(items.stream().map(item -> KeySpace.likeCount(id(item))).toList());
        }
        var found = new HashMap<Key, Item>();
        for (var item : items) {
            found.put(item.key(), item);
        }
        return found;
    }

    private Drift orphan(Item counter, Key missing) {
        return new Drift(
                check,
                counter.key(),
                counter.key(),
                "nothing, for the post is gone",
                "a counter",
                "",
                List.of(
                        AuditContext.absent(missing),
                        AuditContext.ifPresent(Write.Delete.of(counter.key()))));
    }

    private static Key postOf(Item likeCount) {
        return KeySpace.post(UserId.of(likeCount.text(SocialItems.AUTHOR_ID)), id(likeCount));
    }

    private static PostId id(Item counter) {
        return PostId.of(KeySpace.ownerPart(counter.key().pk()));
    }
}
