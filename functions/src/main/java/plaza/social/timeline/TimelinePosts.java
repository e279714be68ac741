package plaza.social.timeline;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.follow.FollowItems;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Reads the posts that a timeline shows. One Query reads the entries; then the reads of a
/// [TimelineJoin], all at the same time, find their posts and the follows of their authors.
///
/// Because it reads the posts, an edit or a deletion is visible immediately to its author, whose
/// own posts are read with strong consistency, and to others as soon as DynamoDB has replicated it.
/// Because it reads the follows with strong consistency, an unfollow hides an author's posts as
/// soon as it has returned, even while one of the author's posts is still being delivered.
final class TimelinePosts {
    private final Table table;
    private final Clock clock;

    TimelinePosts(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// One page, newest first.
    ///
    /// @param since only newer posts than this, which need not exist; null for all
    Page<Post> page(UserId reader, @Nullable PostId since, Page.Ask ask) {
        var all = Query.in(SocialKeys.TIMELINE.of(reader)).descending().aliveAt(clock.instant());
        // Clients often ask for new posts, and usually there are none: the count would cost as much
        // as the rest.
        return since == null
                ? new Reading(reader, all, true).page(ask)
                : new Reading(reader, all.above(SocialKeys.timelineAbove(since)), false).page(ask);
    }

    /// The reading of one page.
    private final class Reading {
        private final UserId reader;
        private final Query query;

        /// Whether the count of the reader's follows is still to be read.
        private boolean uncounted;

        /// The number of users whom the reader follows, if it is known.
        private @Nullable Long following;

        Reading(UserId reader, Query query, boolean counts) {
            this.reader = reader;
            this.query = query;
            this.uncounted = counts;
        }

        Page<Post> page(Page.Ask ask) {
            return table.page(query, ask, this::entries, this::visible, TimelineItems::joinedPost);
        }

        /// Reads entries and, with the first of them, the count of follows.
        private Page<Item> entries(Query entriesQuery, int limit, Page.@Nullable Position after) {
            if (!uncounted) {
                return table.read(entriesQuery, limit, after);
            }
            uncounted = false;
            var key = SocialKeys.USER_COUNT.key(reader);
            var read =
                    table.both(
                            () -> table.read(entriesQuery, limit, after),
                            () -> table.getByKeyEventually(List.of(key)));
            var counts = read.second().get(key);
            if (counts != null) {
                following = counts.number(UserItems.FOLLOWING_COUNT);
            }
            return read.first();
        }

        /// The entries whose post exists and whose author is the reader, or followed and not muted
        /// by the reader, each joined with its post.
        private List<Item> visible(List<Item> entries) {
            var posts = entries.stream().map(TimelineItems::postOf).toList();
            var found = found(TimelineJoin.of(reader, posts, following));
            var visible = new ArrayList<Item>();
            for (var entry : entries) {
                var author = TimelineItems.authorOf(entry);
                var post = found.get(TimelineItems.postOf(entry));
                if (post != null && isShown(author, post, found)) {
                    visible.add(post.joinedTo(entry));
                }
            }
            return visible;
        }

        /// Whether the author is the reader, or followed, not muted and not suspended, and no
        /// administrator has hidden the post.
        private boolean isShown(UserId author, Item post, Map<Key, Item> found) {
            if (author.equals(reader)) {
                return true;
            }
            var follow = found.get(SocialKeys.FOLLOWEE.key(reader, author));
            return follow != null
                    && !FollowItems.isMuted(follow)
                    && !Standing.isOfSuspended(follow)
                    && Audience.of(post) != Audience.AUTHOR;
        }
    }

    /// The items that a read found, and the keys that it did not reach.
    private record Found(List<Item> items, List<Key> strong, List<Key> eventual) {}

    private Map<Key, Item> found(TimelineJoin join) {
        var reads = new ArrayList<Supplier<Found>>();
        for (var range : join.ranges()) {
            reads.add(() -> found(range));
        }
        reads.addAll(byKey(join.strong(), join.eventual()));
        var found = new HashMap<Key, Item>();
        var strong = new ArrayList<Key>();
        var eventual = new ArrayList<Key>();
        for (var one : table.together(reads)) {
            one.items().forEach(item -> found.put(item.key(), item));
            strong.addAll(one.strong());
            eventual.addAll(one.eventual());
        }
        for (var one : table.together(byKey(strong, eventual))) {
            one.items().forEach(item -> found.put(item.key(), item));
        }
        return found;
    }

    private Found found(TimelineJoin.Range range) {
        var page = table.read(range.query(), range.limit(), null);
        var beyond = range.beyond(page);
        return range.query().strong()
                ? new Found(page.items(), beyond, List.of())
                : new Found(page.items(), List.of(), beyond);
    }

    private List<Supplier<Found>> byKey(List<Key> strong, List<Key> eventual) {
        var reads = new ArrayList<Supplier<Found>>();
        if (!strong.isEmpty()) {
            reads.add(() -> new Found(table.getAll(strong), List.of(), List.of()));
        }
        if (!eventual.isEmpty()) {
            reads.add(() -> new Found(table.getAllEventually(eventual), List.of(), List.of()));
        }
        return reads;
    }
}
