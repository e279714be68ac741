package plaza.social.like;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostEntries;
import plaza.social.user.ExpandedUsers;
import plaza.table.Query;

/// Lists the users who like a post, ordered by id.
public final class GetUserLikesByPostId extends PagedFunction {
    public GetUserLikesByPostId() {}

    public GetUserLikesByPostId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var post = request.path("postId", PostId::parse);
        var query = Query.in(SocialKeys.LIKES.of(post));
        var ask = request.page(cursors, ExpandedUsers.EXPAND);
        var expanded = ExpandedUsers.in(request);
        var gate = new ReaderGate(table, request.caller());
        var page =
                table.page(
                        query,
                        ask,
                        new PostEntries(table, post, gate)::read,
                        likes -> gate.listed(likes, like -> LikeItems.like(like).user()),
                        LikeItems::like);
        return request.response(
                cursors,
                page,
                expanded.shape(table, page.items(), Like::user, LikeJson.EXPANDED_LIKE));
    }
}
