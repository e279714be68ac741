package plaza.simulation.rush;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import plaza.id.UserId;
import plaza.simulation.ApiCallers;
import plaza.social.follow.FollowUser;
import plaza.social.follow.UnfollowUser;
import plaza.social.key.SocialKeys;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserCounts;
import plaza.social.user.UserInfo;
import plaza.social.user.UserItems;
import plaza.table.Query;
import plaza.table.Write;
import plaza.testkit.invocation.TestServices;

/// Many users who follow one author at the same time, and unfollow them.
public final class FollowRush extends Rush {
    private static final UserId AUTHOR = UserId.of("author");

    private final FollowUser followUser;
    private final UnfollowUser unfollowUser;
    private final List<UserId> followers = new ArrayList<>();

    private Predicate<UserId> isChosen = _ -> true;

    public FollowRush(long seed) {
        super(seed);
        var services = TestServices.of(table, callers.clock());
        followUser = new FollowUser(services);
        unfollowUser = new UnfollowUser(services);
        register(AUTHOR);
    }

    /// Divides the author's number of followers.
    public FollowRush divided() {
        var _ =
                table.write(
                        Write.Update.of(SocialKeys.USER_COUNT.key(AUTHOR))
                                .set(FollowerCount.DIVIDED, true));
        return this;
    }

    /// Prevents the division of the number.
    public FollowRush neverDivided() {
        table.change(writes -> writes.stream().map(FollowRush::withoutDivision).toList());
        return this;
    }

    private static Write withoutDivision(Write write) {
        if (write instanceof Write.Update update) {
            var changes = new HashMap<>(update.changes());
            changes.remove(FollowerCount.DIVIDED);
            return new Write.Update(update.key(), changes, update.condition());
        }
        return write;
    }

    /// Restricts the followers to users of the first parts, as if there were no others.
    public FollowRush withParts(int parts) {
        isChosen = user -> Math.floorMod(user.value().hashCode(), FollowerCount.PARTS) < parts;
        return this;
    }

    /// Adds new users who follow the author at random times.
    public FollowRush follows(int perSecond, Duration from, Duration to) {
        var nanos = to.minus(from).toNanos();
        for (var count = perSecond * nanos / 1_000_000_000; count > 0; count--) {
            var follower = newFollower();
            callers.at(from.plusNanos(random.nextLong(nanos)), () -> call(followUser, follower));
        }
        return this;
    }

    /// Makes every follower so far unfollow the author, at random times.
    FollowRush unfollows(Duration from, Duration to) {
        for (var follower : followers) {
            callers.at(
                    from.plusNanos(random.nextLong(to.minus(from).toNanos())),
                    () -> call(unfollowUser, follower));
        }
        return this;
    }

    public FollowRush run() {
        callers.run();
        return this;
    }

    HotTable table() {
        return table;
    }

    boolean isDivided() {
        var counts = table.peek(SocialKeys.USER_COUNT.key(AUTHOR));
        return counts != null && FollowerCount.isDivided(counts);
    }

    @Override
    Query list() {
        return Query.in(SocialKeys.FOLLOWERS.of(AUTHOR));
    }

    @Override
    public long counted() {
        var items =
                table.read(Query.in(SocialKeys.USERS.of(AUTHOR)), Integer.MAX_VALUE, null).items();
        return items.stream()
                .filter(item -> item.has(UserItems.FOLLOWER_COUNT))
                .mapToLong(item -> item.number(UserItems.FOLLOWER_COUNT))
                .sum();
    }

    private UserId newFollower() {
        while (true) {
            var user = UserId.of("user" + Long.toUnsignedString(random.nextLong(), 36));
            if (isChosen.test(user)) {
                register(user);
                followers.add(user);
                return user;
            }
        }
    }

    private void register(UserId user) {
        var info = new UserInfo(user, "A user", null, null, callers.now());
        put(UserItems.userInfo(info));
        put(UserItems.userCounts(user, new UserCounts(0, 0, 0)));
    }

    private void call(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            UserId follower) {
        var start = callers.now();
        var event =
                ApiCallers.event(
                        Map.of("sub", follower.value()),
                        Map.of("userId", follower.value(), "followeeId", AUTHOR.value()),
                        null);
        var _ = send(handler, event);
        answered(start);
    }
}
