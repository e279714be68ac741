package plaza.social.post;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.evolution.MigrationSettings;
import plaza.id.PostId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Table;

/// The items in which the counts of a post can be.
public enum CounterItems {
    /// The post's counter has all of them.
    ONE,
    /// A counter of version 1 has only the likes, and the views are in an item of their own.
    ONE_OR_TWO;

    /// What is certain about a table.
    public static CounterItems of(MigrationSettings migrations) {
        return migrations.isProved(PostItems.ONE_COUNTER.id()) ? ONE : ONE_OR_TWO;
    }

    /// The keys of the items of a post.
    public List<Key> keys(PostId post) {
        return switch (this) {
            case ONE -> List.of(KeySpace.POST_COUNTER.key(post));
            case ONE_OR_TWO ->
                    List.of(KeySpace.POST_COUNTER.key(post), KeySpace.VIEW_COUNT.key(post));
        };
    }

    /// Completes what a read of the [#keys] found: it reads the counters again whose views had
    /// already moved into them when the read looked for their item.
    Map<Key, Item> completed(Table table, Collection<PostId> posts, Map<Key, Item> found) {
        var moved =
                posts.stream()
                        .filter(post -> isWithoutViews(found.get(KeySpace.POST_COUNTER.key(post))))
                        .filter(post -> !found.containsKey(KeySpace.VIEW_COUNT.key(post)))
                        .map(KeySpace.POST_COUNTER::key)
                        .toList();
        if (moved.isEmpty()) {
            return found;
        }
        var completed = new HashMap<>(found);
        completed.putAll(table.getByKey(moved));
        return completed;
    }

    /// Reads all counters of a post, with eventual consistency.
    public Map<Key, Item> read(Table table, PostId post) {
        return completed(table, List.of(post), table.getByKeyEventually(keys(post)));
    }

    /// A count of a post. It is 0 if the read does not see the new post's counter yet.
    ///
    /// @param found what the reads found
    public static long count(PostCounter count, PostId post, Map<Key, Item> found) {
        var counter = found.get(KeySpace.POST_COUNTER.key(post));
        var item =
                count == PostCounter.VIEWS && isWithoutViews(counter)
                        ? found.get(KeySpace.VIEW_COUNT.key(post))
                        : counter;
        var number = item == null ? null : item.numberOrNull(count.attribute());
        return number == null ? 0 : number;
    }

    private static boolean isWithoutViews(@Nullable Item counter) {
        return counter != null && counter.version() < PostItems.ONE_COUNTER.to();
    }
}
