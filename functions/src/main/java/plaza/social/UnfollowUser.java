package plaza.social;

import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Write;

/// Ends a follow: one transaction deletes both edges and updates both counts. The caller's timeline
/// hides the followee's posts immediately; the stream triggers the removal of their entries.
public final class UnfollowUser
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        DOES_NOT_FOLLOW
    }

    private final Table table;
    private final RateLimiter limiter;

    public UnfollowUser() {
        this(Deployment.table(), Deployment.limiter());
    }

    public UnfollowUser(Table table, RateLimiter limiter) {
        this.table = table;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var follower = request.owner("userId");
        var followee = request.path("followeeId", UserId::parse);
        // A user cannot follow themselves, and a transaction cannot write an item twice.
        if (!follower.equals(followee)) {
            var _ =
                    FollowerCount.change(
                            table,
                            followee,
                            follower,
                            -1,
                            null,
                            count -> writes(follower, followee, count));
        }
        return Response.noContent();
    }

    private static List<Write> writes(UserId follower, UserId followee, Write followerCount) {
        return List.of(
                Write.Delete.of(KeySpace.following(follower, followee))
                        .onlyIf(exists().otherwise(Failure.DOES_NOT_FOLLOW)),
                Write.Delete.of(KeySpace.follower(followee, follower)),
                followerCount,
                SocialItems.count(follower, SocialItems.FOLLOWING_COUNT, -1));
    }
}
