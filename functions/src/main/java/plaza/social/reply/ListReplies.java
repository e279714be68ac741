package plaza.social.reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.Deployment;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.post.CounterItems;
import plaza.social.post.ExpandedPosts;
import plaza.social.post.OwnLikes;
import plaza.social.post.PostProblems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;

/// Lists the replies to a post, the oldest or the newest first, without those that the author of
/// the post hides.
///
/// One Query reads the entries of the list and, at the same time, another request whether the post
/// exists: the entries of a deleted post are erased only some time after the deletion. The entries
/// name the authors of the replies, so that a second read finds the replies.
public final class ListReplies extends PagedFunction {
    public static final Parameter<Boolean> ORDER =
            Parameter.descends("Whether the newest reply is the first or the last.").orElse("asc");

    private final OwnLikes likes;
    private final CounterItems counters;

    public ListReplies() {
        this(Deployment.services());
    }

    public ListReplies(Services services) {
        super(services);
        likes = OwnLikes.of(services.migrations());
        counters = CounterItems.of(services.migrations());
    }

    @Override
    protected Response handle(Request request) {
        var post = request.path("postId", PostId::parse);
        var ask = request.page(cursors, ORDER, ExpandedPosts.EXPAND);
        var all = Query.in(KeySpace.REPLIES.of(post));
        var query = Boolean.TRUE.equals(request.queryOrNull(ORDER)) ? all.descending() : all;
        var expanded = ExpandedPosts.in(request, likes, counters);
        var reading = new Reading(post, query);
        var page =
                table.page(query, ask, reading::entries, this::withPosts, ReplyItems::joinedPost);
        return request.response(
                cursors, page, expanded.shape(table, page.items(), reading.counters()));
    }

    /// The reading of one page.
    private final class Reading {
        private final PostId post;
        private final Query query;
        private @Nullable Item counter;

        Reading(PostId post, Query query) {
            this.post = post;
            this.query = query;
        }

        /// Reads entries and, with the first of them, whether the post exists.
        Page<Item> entries(int limit, Page.@Nullable Position after) {
            if (counter != null) {
                return table.read(query, limit, after);
            }
            var key = List.of(KeySpace.LIKE_COUNT.key(post));
            var read =
                    table.<Page<Item>>together(
                            List.of(
                                    () -> table.read(query, limit, after),
                                    () -> new Page<>(table.getAllEventually(key), null)));
            if (read.getLast().items().isEmpty()) {
                throw PostProblems.noPost();
            }
            counter = read.getLast().items().getFirst();
            return read.getFirst();
        }

        /// The counter of the post, which names the author, by key.
        Map<Key, Item> counters() {
            return counter == null ? Map.of() : Map.of(counter.key(), counter);
        }
    }

    /// Joins each entry with its reply, if it exists and is not hidden.
    private List<Item> withPosts(List<Item> entries) {
        var shown = entries.stream().filter(entry -> !ReplyItems.isHidden(entry)).toList();
        var posts = table.getByKeyEventually(shown.stream().map(ReplyItems::postOf).toList());
        var joined = new ArrayList<Item>();
        for (var entry : shown) {
            var post = posts.get(ReplyItems.postOf(entry));
            if (post != null) {
                joined.add(post.joinedTo(entry));
            }
        }
        return joined;
    }
}
