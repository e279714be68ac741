package plaza.social.timeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;

/// The reads that find the posts of timeline entries, and whether the reader follows their authors.
/// All of them can be sent at the same time.
///
/// By its key an item costs at least one unit of 4 KB. A Query adds up the sizes of its items, and
/// a unit has room for seventeen posts of the average size. The posts of one author on a page are
/// adjacent in the author's item collection, and the follows of the authors on a page are near each
/// other in the reader's. A Query therefore reads them if it cannot cost more than reads by key.
///
/// The reader's own posts and the follows are read with strong consistency, and the posts of others
/// with eventual consistency.
///
/// @param ranges Queries, at most [#QUERIES_MAX]
/// @param strong the keys that are read with strong consistency
/// @param eventual the keys that are read with eventual consistency
record TimelineJoin(List<Range> ranges, List<Key> strong, List<Key> eventual) {
    /// The maximum number of Queries that are sent at the same time.
    public static final int QUERIES_MAX = 20;

    /// The follows that a read unit has room for: one between users with ids of 36 characters, as
    /// Cognito assigns them, has 108 bytes.
    static final int FOLLOWS_PER_UNIT = 37;

    /// A Query for items of one collection.
    ///
    /// @param limit the most items that the Query reads
    /// @param keys the keys of the items that the page needs, in the order of the collection
    public record Range(Query query, int limit, List<Key> keys) {
        private static Range of(
                ItemCollection collection, int limit, Collection<Key> keys, boolean strong) {
            var sorted = keys.stream().sorted(Comparator.comparing(Key::sk)).toList();
            var query = Query.in(collection).between(sorted.getFirst().sk(), sorted.getLast().sk());
            return new Range(strong ? query.consistent() : query, limit, sorted);
        }

        /// The keys that the Query did not reach, because the collection has more items between
        /// them than expected, or because DynamoDB ended it early.
        List<Key> beyond(Page<Item> found) {
            var next = found.next();
            if (next == null) {
                return List.of();
            }
            var last = next.keyAttributes().getLast();
            return keys.stream().filter(key -> key.sk().compareTo(last) > 0).toList();
        }
    }

    /// Chooses the cheapest reads.
    ///
    /// @param posts the keys of the posts to which the entries refer
    /// @param following the number of users whom the reader follows, or null if it is not known. A
    ///   wrong number makes the reads more expensive or slower, but not wrong
    public static TimelineJoin of(UserId reader, Collection<Key> posts, @Nullable Long following) {
        var ranges = new ArrayList<Range>();
        var strong = new ArrayList<Key>();
        var eventual = new ArrayList<Key>();
        var byAuthor = new LinkedHashMap<UserId, List<Key>>();
        for (var post : posts) {
            byAuthor.computeIfAbsent(SocialKeys.POSTS.parse(post), _ -> new ArrayList<>())
                    .add(post);
        }
        var follows =
                byAuthor.keySet().stream()
                        .filter(author -> !author.equals(reader))
                        .map(author -> SocialKeys.FOLLOWEE.key(reader, author))
                        .toList();
        // For at least one unit less than the keys, except that longer ids need up to half more.
        var room = (follows.size() - 1) * FOLLOWS_PER_UNIT;
        if (follows.size() > 1 && following != null && following <= room) {
            ranges.add(Range.of(SocialKeys.FOLLOWING.of(reader), room, follows, true));
        } else {
            strong.addAll(follows);
        }
        byAuthor.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                .forEach(entry -> {
                    var author = entry.getKey();
                    var keys = entry.getValue();
                    var own = author.equals(reader);
                    if (keys.size() > 1 && ranges.size() < QUERIES_MAX) {
                        ranges.add(Range.of(SocialKeys.POSTS.of(author), keys.size(), keys, own));
                    } else {
                        (own ? strong : eventual).addAll(keys);
                    }
                });
        return new TimelineJoin(ranges, strong, eventual);
    }
}
