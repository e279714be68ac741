package plaza.social.reply;

import java.util.ArrayList;
import java.util.List;
import plaza.http.Parameter;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.http.SortOrder;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.ExpandedPosts;
import plaza.social.post.PostEntries;
import plaza.social.post.PostItems;
import plaza.social.reply.ReplyItems.State;
import plaza.table.Item;

/// Lists the replies to a post, the oldest or the newest first. No reader sees those that the
/// author of the post hides or whose authors they block, and the caller none of users whom they
/// mute. Only the author of the post can list what they hide, to show it again.
///
/// One Query reads the entries of the list; at the same time, other requests read whether the post
/// exists, because the entries of a deleted post are erased only some time after the deletion, and
/// the caller's gate. The entries name the authors of the replies, so that a second read finds the
/// replies, with the gate of the author of the post.
public final class ListReplies extends PagedFunction {
    public static final Parameter<SortOrder> ORDER =
            SortOrder.parameter("Whether the newest reply is the first or the last.").orElse("asc");

    public static final Parameter<State> STATE =
            Parameter.of(
                            "state",
                            Text.oneOf(State::text, List.of(State.values())),
                            "Whether the list has the replies that all readers see, or those that"
                                    + " the author of the post hides, which only they can list.")
                    .orElse(State.SHOWN.text());

    public ListReplies() {}

    public ListReplies(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var post = request.path("postId", PostId::parse);
        var ask = request.page(cursors, ORDER, STATE, ExpandedPosts.EXPAND);
        var state = request.query(STATE);
        var query = SortOrder.of(request, SortOrder.ASCENDING).in(SocialKeys.REPLIES.of(post));
        var gate = new ReaderGate(table, request.caller());
        var expanded = ExpandedPosts.in(request, gate);
        var entries = new PostEntries(table, post, gate);
        var page =
                table.page(
                        query,
                        ask,
                        entries::read,
                        read -> {
                            var author = entries.author();
                            requireMayList(state, author, request);
                            return withPosts(read, state, author, gate);
                        },
                        ReplyItems::joinedPost);
        return request.response(
                cursors, page, expanded.shape(table, page.items(), entries.counters()));
    }

    private static void requireMayList(State state, UserId author, Request request) {
        if (state == State.HIDDEN && !author.equals(request.caller())) {
            throw Problem.of(
                            Problem.Kind.FORBIDDEN,
                            "Only the author of a post can list the replies that they hide.")
                    .exception();
        }
    }

    /// Joins each entry of a state with its reply, if it exists and may be seen.
    private List<Item> withPosts(List<Item> read, State state, UserId author, ReaderGate gate) {
        var hidden = gate.hiddenOrMuted(read.stream().map(PostItems::authorIn).toList());
        var shown =
                gate.inAudience(
                        read.stream()
                                .filter(state::contains)
                                .filter(entry -> !hidden.contains(PostItems.authorIn(entry)))
                                .toList(),
                        PostItems::authorIn);
        var keys = new ArrayList<>(shown.stream().map(ReplyItems::postOf).toList());
        keys.add(SocialKeys.GATE.key(author));
        var found = table.getByKeyEventually(keys);
        var blocked =
                Gate.in(found, author)
                        .among(
                                table,
                                shown.stream().map(PostItems::authorIn).toList(),
                                Listed.BLOCKS);
        var joined = new ArrayList<Item>();
        for (var entry : shown) {
            var post = found.get(ReplyItems.postOf(entry));
            if (post != null && !blocked.contains(PostItems.authorIn(entry))) {
                joined.add(post.joinedTo(entry));
            }
        }
        return joined;
    }
}
