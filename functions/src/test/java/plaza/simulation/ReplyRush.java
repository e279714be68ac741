package plaza.simulation;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.post.CreatePost;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.user.UserCounts;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Write;
import plaza.testkit.invocation.TestServices;

/// Many users who reply to one post at the same time.
public final class ReplyRush {
    private static final PostId POST = PostId.of("post");

    private final VirtualCallers callers = new VirtualCallers();
    private final SplittableRandom random;
    private final HotTable table;
    private final CreatePost createPost;
    private final Map<Integer, Integer> statuses = new TreeMap<>();

    private Duration longest = Duration.ZERO;

    public ReplyRush(long seed) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
        table = new HotTable(callers, random, _ -> {});
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
        var time = Duration.between(start, callers.now());
        longest = time.compareTo(longest) > 0 ? time : longest;
    }

    private APIGatewayV2HTTPResponse send(UserId user) {
        var event =
                ApiCallers.event(
                        Map.of("sub", user.value()),
                        Map.of("userId", user.value()),
                        "{\"content\":\"C\",\"inReplyTo\":{\"postId\":\"" + POST + "\"}}");
        var response = createPost.handleRequest(event, StreamFunctions.CONTEXT);
        statuses.merge(response.getStatusCode(), 1, Integer::sum);
        return response;
    }

    private void put(Item item) {
        var _ = table.write(Write.Put.of(item));
    }

    /// The number of responses by status.
    public Map<Integer, Integer> statuses() {
        return statuses;
    }

    /// The longest time until a user had the last response.
    public Duration longest() {
        return longest;
    }

    /// The time until all users had their last response.
    public Duration elapsed() {
        return callers.elapsed();
    }

    /// The transactions of a response, on average.
    public double transactionsPerRequest() {
        return (double) table.transactions()
                / statuses.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// The length of the list of replies.
    public int listed() {
        return table.read(Query.in(KeySpace.REPLIES.of(POST)), Integer.MAX_VALUE, null)
                .items()
                .size();
    }

    /// The number of replies.
    public long counted() {
        var counter = table.peek(KeySpace.LIKE_COUNT.key(POST));
        var count = counter == null ? null : counter.numberOrNull(PostCounter.REPLIES.attribute());
        return count == null ? 0 : count;
    }
}
