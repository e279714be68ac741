package plaza.reconcile.social;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Counter;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// The like counter and the view counter of a post.
final class PostCounters {
    private PostCounters() {}

    static Counter likes(PostId post) {
        return Counter.ofLedger(
                KeySpace.likeCount(post), PostItems.LIKE_COUNT, KeySpace.likeLedgerOf(post));
    }

    static Counter views(PostId post) {
        return Counter.ofLedger(
                KeySpace.viewCount(post), PostItems.VIEW_COUNT, KeySpace.viewLedgerOf(post));
    }

    /// Returns the keys of the posts of some counters, whether or not the posts exist. Only the
    /// like counter names the author; a post without one is left out.
    static Map<PostId, Key> posts(List<Item> counters, AuditContext context) {
        var likeCounts = new ArrayList<Item>();
        var likeCountKeys = new ArrayList<Key>();
        for (var counter : counters) {
            if (counter.has(PostItems.AUTHOR_ID)) {
                likeCounts.add(counter);
            } else {
                likeCountKeys.add(KeySpace.likeCount(KeySpace.postOf(counter.key())));
            }
        }
        likeCounts.addAll(context.table().getByKey(likeCountKeys).values());
        var posts = new HashMap<PostId, Key>();
        for (var likeCount : likeCounts) {
            var author = UserId.of(likeCount.text(PostItems.AUTHOR_ID));
            posts.put(
                    KeySpace.postOf(likeCount.key()),
                    KeySpace.post(author, KeySpace.postOf(likeCount.key())));
        }
        return posts;
    }
}
