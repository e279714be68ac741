package plaza.social.post;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.ReaderGate.Sight;
import plaza.social.key.SocialKeys;
import plaza.social.user.Subject;
import plaza.table.Query;

/// Lists a user's posts, newest first, with or without replies, or replies only.
public final class GetPostListByUserId extends PagedFunction {

    public GetPostListByUserId() {}

    public GetPostListByUserId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.path("userId", UserId::parse);
        var query = Query.in(SocialKeys.POSTS.of(user)).descending();
        var ask = request.page(cursors, Replies.PARAMETER, ExpandedPosts.EXPAND);
        var replies = request.query(Replies.PARAMETER);
        var gate = new ReaderGate(table, request.caller());
        var subject = new Subject(table, user, gate);
        var expanded = ExpandedPosts.in(request, gate);
        var page =
                table.page(
                        query,
                        ask,
                        subject::read,
                        items ->
                                items.stream()
                                        .filter(replies::contains)
                                        .filter(post -> gate.sight(user, post) != Sight.HIDDEN)
                                        .toList(),
                        PostItems::post);
        subject.requireSeen();
        return request.response(cursors, page, expanded.shape(table, page.items()));
    }
}
