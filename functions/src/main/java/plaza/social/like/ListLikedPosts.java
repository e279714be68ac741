package plaza.social.like;

import java.util.ArrayList;
import java.util.List;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.key.SocialKeys;
import plaza.social.post.ExpandedPosts;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Query;

/// Lists the posts that the caller likes, in the order of the likes, newest first.
///
/// One Query reads the likes. The counters of their posts name the authors, and with the authors
/// the posts can be read. The likes of a deleted post have no counter and are skipped.
///
/// The index is eventually consistent, so a like or an unlike shows after a moment.
public final class ListLikedPosts extends PagedFunction {
    public ListLikedPosts() {}

    public ListLikedPosts(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var query = Query.in(SocialKeys.LIKED.of(user)).descending();
        var ask = request.page(cursors, ExpandedPosts.EXPAND);
        var gate = new ReaderGate(table, user);
        var expanded = ExpandedPosts.ofLiked(request, gate);
        var page =
                table.page(
                        query,
                        ask,
                        gate::read,
                        likes -> gate.seen(withPosts(likes), ListLikedPosts::author),
                        LikeItems::joinedPost);
        return request.response(cursors, page, expanded.shape(table, page.items()));
    }

    private static UserId author(Item liked) {
        return LikeItems.joinedPost(liked).author();
    }

    /// Joins each like with its post and the counter that names the author, if they exist.
    private List<Item> withPosts(List<Item> likes) {
        var counters = table.getByKeyEventually(likes.stream().map(LikeItems::counterOf).toList());
        var posts =
                table.getByKeyEventually(
                        counters.values().stream().map(PostItems::postOf).toList());
        var joined = new ArrayList<Item>();
        for (var like : likes) {
            var counter = counters.get(LikeItems.counterOf(like));
            var post = counter == null ? null : posts.get(PostItems.postOf(counter));
            if (counter != null && post != null) {
                joined.add(post.joinedTo(counter).joinedTo(like));
            }
        }
        return joined;
    }
}
