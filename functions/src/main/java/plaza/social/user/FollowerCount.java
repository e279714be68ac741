package plaza.social.user;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Transaction;
import plaza.table.Write;

/// The number of a user's followers: one number, or the sum of several.
///
/// A follow changes the number in its transaction, and DynamoDB cancels a transaction that writes
/// an item of another one. With one item, some sixty follows per second of one author can succeed.
/// So when follows of an author conflict, the author's number is *divided*: from then on the
/// follower's id selects one of [#PARTS] further items, in the same item collection, so that the
/// Query that reads the profile reads them as well.
///
/// **The sum is exact at every moment.** A follow and an unfollow change the list and exactly one
/// item of the sum in one transaction; which one makes no difference. So nothing needs to happen at
/// the same time: a request that has not seen the division counts as before, and an unfollow may
/// subtract from a part what a follow added to the undivided number. A part can therefore be
/// negative. The job that hides a suspended follower always changes the undivided number. A number
/// stays divided.
public final class FollowerCount {
    /// The parts of a divided number. `HotKeysTest` measures the cost of fewer parts.
    public static final int PARTS = 48;

    /// The conflicts of one request from which it divides the number. Two requests at the same time
    /// cause one or two.
    private static final int CONFLICTS_MIN = 3;

    /// Marks the counts of a user whose number of followers is divided.
    public static final String DIVIDED = "divided";

    private FollowerCount() {}

    /// A transaction that contains the change of a number.
    public interface Changing<F> {
        /// Returns the transaction.
        ///
        /// @param counts the counts of the followee, or null if they were not found
        /// @param change the change of the number
        Transaction<F> apply(@Nullable Item counts, Write.Update change);
    }

    /// Reads counts: the first time those that are known already, later those of `read`, because
    /// after a conflict the number may be divided.
    public static Function<Key, @Nullable Item> known(
            @Nullable Item counts, Function<Key, @Nullable Item> read) {
        var reads = new AtomicInteger();
        return key -> reads.getAndIncrement() == 0 ? counts : read.apply(key);
    }

    /// Performs a transaction that changes the number, and divides it if transactions conflict.
    ///
    /// @param read reads the counts of the followee. For the number alone, a stale item is right as
    ///   well
    public static <F> Outcome<F> change(
            Table table,
            UserId followee,
            UserId follower,
            long delta,
            Function<Key, @Nullable Item> read,
            Changing<F> changing) {
        var conflicts = new AtomicInteger();
        return table.optimistically(() -> {
            var counts = read.apply(SocialKeys.USER_COUNT.key(followee));
            var transaction =
                    changing.apply(
                            counts, change(counts, followee, follower, delta, conflicts.get()));
            var attempt = table.tryTransact(transaction.writes());
            if (attempt instanceof Attempt.TryAgain) {
                conflicts.incrementAndGet();
            }
            return attempt.map(transaction::named);
        });
    }

    private static Write.Update change(
            @Nullable Item counts, UserId followee, UserId follower, long delta, int conflicts) {
        if (counts != null && isDivided(counts)) {
            return add(key(counts, followee, follower), delta);
        }
        var change = add(SocialKeys.USER_COUNT.key(followee), delta);
        return conflicts >= CONFLICTS_MIN ? change.set(DIVIDED, true) : change;
    }

    /// The item in which a follow can be counted.
    ///
    /// @param counts the counts of the followee
    public static Key key(Item counts, UserId followee, UserId follower) {
        return isDivided(counts)
                ? SocialKeys.FOLLOWER_COUNT_PART.key(
                        followee, Math.floorMod(follower.value().hashCode(), PARTS))
                : counts.key();
    }

    private static Write.Update add(Key key, long delta) {
        return Write.Update.of(key).add(UserItems.FOLLOWER_COUNT, delta);
    }

    /// Whether a user's counts are marked as divided.
    public static boolean isDivided(Item counts) {
        return counts.flag(DIVIDED);
    }

    /// The parts of a divided number.
    public static Query parts(UserId user) {
        return SocialKeys.FOLLOWER_COUNT_PART.query(user);
    }

    /// The sum of the parts among the items of a user.
    public static long sum(List<Item> items) {
        return items.stream()
                .filter(item -> SocialKeys.FOLLOWER_COUNT_PART.is(item.key()))
                .mapToLong(item -> item.number(UserItems.FOLLOWER_COUNT))
                .sum();
    }
}
