package plaza.simulation.rush;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Duration;
import java.util.Map;
import plaza.id.UserId;
import plaza.simulation.ApiCallers;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.CreatePost;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.user.UserCounts;
import plaza.social.user.UserItems;
import plaza.table.Query;
import plaza.testkit.invocation.TestServices;

/// Many users who reply to one post at the same time.
public final class ReplyRush extends Rush {
    private static final PostId POST = PostId.of("post");

    private final CreatePost createPost;

    public ReplyRush(long seed) {
        super(seed);
        createPost = new CreatePost(TestServices.of(table, callers.clock(), random));
        put(PostItems.newCounter(POST, UserId.of("author")));
    }

    /// Adds users who reply at random times.
    ///
    /// @param isRepeated whether they repeat a reply that received 503, after the time that
    ///   `Retry-After` states and up to a second
    public ReplyRush replies(int count, Duration within, boolean isRepeated) {
        for (var number = 0; number < count; number++) {
            var user = UserId.of("user" + number);
            put(UserItems.userCounts(user, new UserCounts(0, 0, 0)));
            callers.at(
                    Duration.ofNanos(random.nextLong(within.toNanos())),
                    () -> reply(user, isRepeated));
        }
        return this;
    }

    public ReplyRush run() {
        callers.run();
        return this;
    }

    private void reply(UserId user, boolean isRepeated) {
        var start = callers.now();
        var response = send(user);
        while (isRepeated && response.getStatusCode() == 503) {
            var seconds = Long.parseLong(response.getHeaders().get("retry-after"));
            callers.sleep(Duration.ofSeconds(seconds).plusMillis(random.nextInt(1_000)));
            response = send(user);
        }
        answered(start);
    }

    private APIGatewayV2HTTPResponse send(UserId user) {
        var event =
                ApiCallers.event(
                        Map.of("sub", user.value()),
                        Map.of("userId", user.value()),
                        "{\"content\":\"C\",\"inReplyTo\":{\"postId\":\"" + POST + "\"}}");
        return send(createPost, event);
    }

    @Override
    Query list() {
        return Query.in(SocialKeys.REPLIES.of(POST));
    }

    @Override
    public long counted() {
        var counter = table.peek(SocialKeys.POST_COUNTER.key(POST));
        var count = counter == null ? null : counter.numberOrNull(PostCounter.REPLIES.attribute());
        return count == null ? 0 : count;
    }
}
