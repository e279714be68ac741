package plaza.reconcile.social;

import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.id.PostId;
import plaza.social.post.PostItems;
import plaza.social.view.ViewItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Finds counters without a post, and items that count the views of a counter that has them. A post
/// is created and deleted together with its counter, and such an item is deleted when the views
/// move into the counter.
record OrphanCountersAudit() implements Audit {
    @Override
    public List<Drift> audit(List<Item> items, AuditContext context) {
        var counters = counters(items, context);
        var posts =
                context.table()
                        .getByKey(counters.values().stream().map(PostItems::postOf).toList());
        return items.stream()
                .flatMap(item -> {
                    var counter = counters.get(PostItems.countedPost(item));
                    return compare(item, counter, posts.keySet());
                })
                .toList();
    }

    private static Stream<Drift> compare(Item item, @Nullable Item counter, Set<Key> posts) {
        // the item whose absence proves that the post does not exist
        var source =
                counter == null
                        ? KeySpace.POST_COUNTER.key(PostItems.countedPost(item))
                        : PostItems.postOf(counter);
        if (!posts.contains(source)) {
            return Stream.of(Drift.orphan(item, "a counter", "the post does not exist", source));
        }
        return counter != null
                        && KeySpace.VIEW_COUNT.is(item.key())
                        && ViewItems.COUNTED.isCountedIn(counter)
                ? Stream.of(
                        Drift.superfluous(
                                item,
                                "a view counter",
                                "the counter of the post has the views",
                                Write.Delete.of(item.key()).onlyIf(unchanged(item))))
                : Stream.empty();
    }

    /// Returns the counters of the posts of some counters: only they name the authors.
    static Map<PostId, Item> counters(List<Item> items, AuditContext context) {
        var counters = new HashMap<PostId, Item>();
        var keys = new ArrayList<Key>();
        for (var item : items) {
            if (KeySpace.POST_COUNTER.is(item.key())) {
                counters.put(PostItems.countedPost(item), item);
            } else {
                keys.add(KeySpace.POST_COUNTER.key(PostItems.countedPost(item)));
            }
        }
        for (var counter : context.table().getAll(keys)) {
            counters.put(PostItems.countedPost(counter), counter);
        }
        return counters;
    }
}
