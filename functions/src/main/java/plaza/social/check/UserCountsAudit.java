package plaza.social.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import plaza.audit.AuditContext;
import plaza.audit.Counter;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.id.UserId;
import plaza.social.follow.FollowItems;
import plaza.social.gate.CountedRow;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserCounts;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Write;

/// Compares the three counts of a user with the entries of their lists that are not hidden.
/// Follows, posts and what hides them change list and count in one transaction, which fails if the
/// count does not exist; so the count is exact at every moment, and the lists do not change while
/// it is missing. A number of followers that is divided ([FollowerCount]) is exact as a sum.
///
/// The profile states whether the posts of a user without counts are protected. A suspension is
/// lost with the counts; its closed reports still show it.
record UserCountsAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item item) {
        return isProfile(item) ? List.of(SocialKeys.USER_COUNT.key(user(item))) : List.of();
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var user = user(item);
        if (isCounts(item)) {
            return counters(user).stream()
                    .flatMap(count -> count.compare(context).stream())
                    .toList();
        }
        return !isProfile(item) || related.containsKey(SocialKeys.USER_COUNT.key(user))
                ? List.of()
                : List.of(missing(item, user, context));
    }

    private static Drift missing(Item info, UserId user, AuditContext context) {
        var lengths = counters(user).stream().map(count -> count.count(context)).toList();
        var parts = new ArrayList<Item>();
        context.readAll(FollowerCount.parts(user).consistent(), parts::add);
        var counts =
                new UserCounts(lengths.get(0), lengths.get(1), lengths.get(2))
                        .withMoreFollowers(-FollowerCount.sum(parts));
        var item =
                parts.isEmpty()
                        ? UserItems.userCounts(user, counts)
                        : UserItems.dividedUserCounts(user, counts);
        var isProtected = Standing.isOfProtected(info);
        var standing = Standing.protect(Write.Update.of(item.key()), isProtected);
        return Drift.missing(info, standing.appliedTo(item), "the counts of a user");
    }

    /// Returns the counters in the order of [UserCounts].
    private static List<Counter> counters(UserId user) {
        return List.of(
                counter(
                                user,
                                UserItems.FOLLOWER_COUNT,
                                SocialKeys.FOLLOWERS.of(user),
                                FollowItems.FOLLOWED_AT,
                                FollowItems::counted)
                        .withParts(counts ->
                                FollowerCount.isDivided(counts) ? FollowerCount.parts(user) : null),
                counter(
                        user,
                        UserItems.FOLLOWING_COUNT,
                        SocialKeys.FOLLOWING.of(user),
                        FollowItems.FOLLOWED_AT,
                        FollowItems::counted),
                counter(
                        user,
                        UserItems.POST_COUNT,
                        SocialKeys.POSTS.of(user),
                        PostItems.TIMESTAMP,
                        PostItems::countedInAuthor));
    }

    private static Counter counter(
            UserId user,
            String attribute,
            ItemCollection list,
            String version,
            Function<Item, CountedRow> counting) {
        return Counter.of(
                        SocialKeys.USER_COUNT.key(user),
                        attribute,
                        list,
                        entry -> String.valueOf(entry.numberOrNull(version)))
                .ofThose(entry -> counting.apply(entry).isShown());
    }

    private static boolean isProfile(Item item) {
        return SocialKeys.USER_INFO.is(item.key());
    }

    private static boolean isCounts(Item item) {
        return SocialKeys.USER_COUNT.is(item.key());
    }

    private static UserId user(Item item) {
        return SocialKeys.USERS.parse(item.key());
    }
}
