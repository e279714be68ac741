package plaza.social;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.model.Post;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Reads the posts that a timeline shows: one Query reads the entries, and one BatchGetItem reads
/// their posts and the edges to their authors.
///
/// Because it reads the posts, an edit or a deletion is visible immediately. Because it reads the
/// edges, an unfollow hides an author's posts as soon as it has returned, even while one of the
/// author's posts is still being delivered. Both reads are consistent.
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
        var all = Query.in(KeySpace.timelineOf(reader)).descending().aliveAt(clock.instant());
        return table.page(
                since == null ? all : all.above(KeySpace.timelineAbove(since)),
                ask,
                entries -> visible(reader, entries),
                SocialItems::joinedPost);
    }

    /// The entries whose post exists and whose author is the reader or followed by the reader, each
    /// joined with its post.
    private List<Item> visible(UserId reader, List<Item> entries) {
        var keys = new LinkedHashSet<Key>();
        for (var entry : entries) {
            keys.add(SocialItems.postOf(entry));
            keys.add(KeySpace.following(reader, SocialItems.authorOf(entry)));
        }
        keys.remove(KeySpace.following(reader, reader));
        var found = table.getByKey(keys);
        var visible = new ArrayList<Item>();
        for (var entry : entries) {
            var author = SocialItems.authorOf(entry);
            var post = found.get(SocialItems.postOf(entry));
            var followed =
                    author.equals(reader) || found.containsKey(KeySpace.following(reader, author));
            if (post != null && followed) {
                visible.add(SocialItems.joined(entry, post));
            }
        }
        return visible;
    }
}
