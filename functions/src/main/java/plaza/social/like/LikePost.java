package plaza.social.like;

import static plaza.table.Condition.absent;

import java.util.List;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostProblems;
import plaza.social.user.UserProblems;
import plaza.table.Outcome;
import plaza.table.Write;

/// Makes the caller like a post: one read checks that the post and the caller's profile exist, a
/// second one at the same time that the caller sees the post, and one conditional write adds the
/// like. The stream updates the count.
///
/// The read is eventually consistent, at half the price. Only if it does not find both items does a
/// consistent read decide. A transaction that checks both would cost seven write units instead of
/// two write units and one read unit. Without a transaction, a like can be written just after its
/// post was deleted. The stream finds no counter for such a like and starts its erasure. A profile
/// cannot be deleted.
public final class LikePost extends ApiFunction {
    public LikePost() {}

    public LikePost(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var post = request.path("postId", PostId::parse);
        requirePostAndProfile(post, user);
        var like = new Like(post, user, clock.instant());
        var write = Write.Put.of(LikeItems.like(like)).onlyIf(absent());
        return switch (table.write(write)) {
            case Outcome.Done() -> Response.created(LikeJson.LIKE.of(like));
            case Outcome.Refused(_, var found) ->
                    Response.ok(LikeJson.LIKE.of(found == null ? like : LikeItems.like(found)));
        };
    }

    private void requirePostAndProfile(PostId post, UserId user) {
        var keys = List.of(SocialKeys.POST_COUNTER.key(post), SocialKeys.USER_COUNT.key(user));
        var gate = new ReaderGate(table, user);
        var found = gate.with(() -> table.getByKeyEventually(keys));
        if (found.size() < keys.size()) {
            found = table.getByKey(keys);
        }
        var _ = PostProblems.requireSeen(found.get(SocialKeys.POST_COUNTER.key(post)), gate);
        UserProblems.requireProfile(found.get(SocialKeys.USER_COUNT.key(user)));
    }
}
