package plaza.social;

import static plaza.table.Condition.absent;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.job.Progress;
import plaza.log.InvocationTelemetry;
import plaza.log.Metric;
import plaza.social.model.Follow;
import plaza.social.model.Post;
import plaza.social.model.TimelineEntry;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// What becomes of posts and follows behind the write: entries in timelines, and their removal.
///
/// **What a timeline is.** After everything has come to rest, reader R sees exactly: his own posts,
/// and posts of authors whom he follows; of each such author at least the
/// [TimelineEntry#BACKFILL_MAX] newest at the time of the follow and all written since; nothing
/// deleted, nothing older than [TimelineEntry#LIFETIME].
///
/// Three facts make that hold in whatever order the pieces run:
///
/// 1. An entry is only a reference, and a reader's page drops it unless the post is there and its
///    author followed *now*. A late delivery can therefore add an entry that nobody sees, never one
///    that should not be seen.
/// 2. A delivery reads the list of followers after the post is in the table, and a backfill reads
///    the list of posts after the edge is: of two that happen together at least one sees the other.
/// 3. Entries are removed only in a transaction that also checks that the reader does not follow
///    the author. A removal that was held up cannot hit the entries of a second follow.
public final class Timelines {
    /// The cause of the [#erasure] that follows a deletion.
    public static final String DELETED = "deleted";

    /// How much is done at a time. A parameter, so that the simulator can make long jobs of few
    /// items.
    ///
    /// @param firstSlice followers that a post reaches in the invocation that first sees it
    /// @param slice followers, likes or views that one slice of a job deals with
    /// @param forgetSlice entries that one slice looks through when an author is forgotten
    /// @param backfill posts of before the follow that a new follower finds
    /// @param turn read and write units after which an invocation begins no further slice of any
    ///   job, so that new posts have their turn
    public record Limits(int firstSlice, int slice, int forgetSlice, int backfill, int turn) {
        /// Most authors have fewer than 500 followers, so that one invocation is all they need; a
        /// slice is a hundred batches, a few hundred milliseconds, after which everybody else has
        /// his turn.
        public static final Limits STANDARD =
                new Limits(500, 2_500, 1_000, TimelineEntry.BACKFILL_MAX, 500);
    }

    /// Posts that were written so shortly before a follow count as written after it: clocks differ,
    /// and a post may be under way.
    private static final Duration SINCE_MARGIN = Duration.ofMinutes(1);

    /// Deletions in one transaction, which also holds the check of the edge.
    private static final int FORGET_TRANSACTION_MAX = Table.TRANSACTION_MAX - 1;

    private enum Failure {
        FOLLOWS_AGAIN
    }

    /// What an erasure removes, in this order.
    private enum Erasure {
        LIKES,
        LIKE_LEDGER,
        VIEWS,
        VIEW_LEDGER;

        private ItemCollection of(PostId post) {
            return switch (this) {
                case LIKES -> KeySpace.likesOf(post);
                case LIKE_LEDGER -> KeySpace.likeLedgerOf(post);
                case VIEWS -> KeySpace.viewsOf(post);
                case VIEW_LEDGER -> KeySpace.viewLedgerOf(post);
            };
        }
    }

    private final Table table;
    private final Clock clock;
    private final Limits limits;

    public Timelines(Table table, Clock clock, Limits limits) {
        this.table = table;
        this.clock = clock;
        this.limits = limits;
    }

    /// The job that takes a new post to its author's and all followers' timelines.
    public static Job delivery(Post post) {
        return Job.of(
                Job.Kind.DELIVER_POST,
                List.of(post.author().value(), post.id().value()),
                List.of(Long.toString(post.timestamp().toEpochMilli())));
    }

    /// The job that puts the followee's posts into the timeline of a new follower: those of before
    /// the follow, newest first, up to the limit, and those that were written since. The latter
    /// have mostly been delivered, but they must not take the others' places: the stream may come
    /// to the follow hours after it, and a redrive weeks.
    public static Job backfilling(Follow follow) {
        return Job.of(
                Job.Kind.BACKFILL_AUTHOR,
                List.of(
                        follow.follower().value(),
                        follow.followee().value(),
                        Long.toString(follow.followedAt().toEpochMilli())),
                List.of());
    }

    /// The job that removes a deleted post's entries from timelines.
    public static Job withdrawal(UserId author, PostId post) {
        return Job.of(Job.Kind.WITHDRAW_POST, List.of(author.value(), post.value()), List.of());
    }

    /// The job that removes likes, views and their ledgers of a post that is gone.
    ///
    /// @param cause tells jobs of one post apart: a like that came too late must be erased even
    ///   where the erasure that followed the deletion is still running, but already past the likes
    public static Job erasure(PostId post, String cause) {
        return Job.of(Job.Kind.ERASE_POST, List.of(post.value(), cause), List.of());
    }

    /// The job that removes an author's entries from the timeline of somebody who no longer follows
    /// him.
    ///
    /// @param cause tells one unfollow from the next: the job of the first may have passed the
    ///   entries that came with a second follow, and must not stand in for the job of the second
    public static Job forgetting(UserId reader, UserId author, String cause) {
        return Job.of(
                Job.Kind.REMOVE_AUTHOR_ENTRIES,
                List.of(reader.value(), author.value(), cause),
                List.of());
    }

    /// One slice of a [#backfilling]. The place is how many posts of before the follow were taken,
    /// then the position.
    public Progress backfill(Job job) {
        var reader = UserId.of(job.ids().get(0));
        var author = UserId.of(job.ids().get(1));
        var followedAt = Instant.ofEpochMilli(Long.parseLong(job.ids().get(2)));
        if (table.getConsistent(KeySpace.following(reader, author)) == null) {
            return new Progress.Finished();
        }
        var begun = !job.cursor().isEmpty();
        var taken = begun ? Integer.parseInt(job.cursor().getFirst()) : 0;
        var from = position(begun ? job.cursor().subList(1, job.cursor().size()) : List.of());
        var slice =
                table.read(
                        Query.in(KeySpace.postsOf(author)).descending().consistent(),
                        limits.backfill(),
                        from);
        var entries = new ArrayList<TimelineEntry>();
        for (var item : slice.items()) {
            var post = SocialItems.post(item);
            if (taken < limits.backfill()) {
                entries.add(entry(reader, author, post.id(), post.timestamp()));
            }
            if (post.timestamp().isBefore(followedAt.minus(SINCE_MARGIN))) {
                taken++;
            }
        }
        table.writeAll(entries.stream().flatMap(this::living).toList());
        return taken < limits.backfill()
                ? progress(slice.next(), List.of(Integer.toString(taken)))
                : new Progress.Finished();
    }

    /// One slice of a [#delivery]. It ends early when the post is gone.
    public Progress deliver(Job job) {
        var author = UserId.of(job.ids().get(0));
        var post = PostId.of(job.ids().get(1));
        var written = Instant.ofEpochMilli(Long.parseLong(job.arguments().getFirst()));
        if (table.getConsistent(KeySpace.post(author, post)) == null) {
            return new Progress.Finished();
        }
        var first = job.cursor().isEmpty();
        var followers =
                followers(
                        author,
                        first ? limits.firstSlice() : limits.slice(),
                        position(job.cursor()));
        var readers = readers(followers.items());
        table.writeAll(
                Stream.concat(first ? Stream.of(author) : Stream.empty(), readers)
                        .map(reader -> entry(reader, author, post, written))
                        .flatMap(this::living)
                        .toList());
        if (followers.next() == null) {
            var lag = Duration.between(written, clock.instant());
            InvocationTelemetry.current().measure(Metric.FAN_OUT_LAG, lag.toMillis());
        }
        return progress(followers.next(), List.of());
    }

    /// One slice of a [#withdrawal].
    public Progress withdraw(Job job) {
        var author = UserId.of(job.ids().get(0));
        var post = PostId.of(job.ids().get(1));
        var followers = followers(author, limits.slice(), position(job.cursor()));
        var own = job.cursor().isEmpty() ? Stream.of(author) : Stream.<UserId>empty();
        table.writeAll(
                Stream.concat(own, readers(followers.items()))
                        .<Write>map(reader ->
                                Write.Delete.of(KeySpace.timelineEntry(reader, post, author)))
                        .toList());
        return progress(followers.next(), List.of());
    }

    /// One slice of an [#erasure]. The place is the stage, then the position in it.
    public Progress erase(Job job) {
        var post = PostId.of(job.ids().getFirst());
        var begun = !job.cursor().isEmpty();
        var stage = begun ? Erasure.valueOf(job.cursor().getFirst()) : Erasure.LIKES;
        var from = position(begun ? job.cursor().subList(1, job.cursor().size()) : List.of());
        var left = limits.slice();
        for (var current : Erasure.values()) {
            if (current.compareTo(stage) < 0) {
                continue;
            }
            if (left <= 0) {
                return new Progress.More(List.of(current.name()));
            }
            var slice = table.read(Query.in(current.of(post)).consistent(), left, from);
            table.writeAll(
                    slice.items().stream()
                            .<Write>map(item -> Write.Delete.of(item.key()))
                            .toList());
            if (slice.next() != null) {
                return progress(slice.next(), List.of(current.name()));
            }
            left -= slice.items().size();
            from = null;
        }
        return new Progress.Finished();
    }

    /// One slice of a [#forgetting]. It ends early when the reader follows the author again.
    public Progress forget(Job job) {
        var reader = UserId.of(job.ids().get(0));
        var author = UserId.of(job.ids().get(1));
        var slice =
                table.read(
                        Query.in(KeySpace.timelineOf(reader)).consistent(),
                        limits.forgetSlice(),
                        position(job.cursor()));
        var his =
                slice.items().stream()
                        .filter(entry -> SocialItems.authorOf(entry).equals(author))
                        .toList();
        for (var start = 0; start < his.size(); start += FORGET_TRANSACTION_MAX) {
            var end = Math.min(start + FORGET_TRANSACTION_MAX, his.size());
            if (table.transact(removal(reader, author, his.subList(start, end)))
                    instanceof Outcome.Refused) {
                return new Progress.Finished();
            }
        }
        return progress(slice.next(), List.of());
    }

    private static List<Write> removal(UserId reader, UserId author, List<Item> entries) {
        var writes = new ArrayList<Write>();
        writes.add(
                new Write.Check(
                        KeySpace.following(reader, author),
                        absent().otherwise(Failure.FOLLOWS_AGAIN)));
        for (var entry : entries) {
            writes.add(Write.Delete.of(entry.key()));
        }
        return writes;
    }

    private Page<Item> followers(UserId author, int limit, Page.@Nullable Position from) {
        return table.read(Query.in(KeySpace.followersOf(author)).consistent(), limit, from);
    }

    private static Stream<UserId> readers(List<Item> followers) {
        return followers.stream().map(item -> KeySpace.otherUserOf(item.key()));
    }

    private static TimelineEntry entry(UserId reader, UserId author, PostId post, Instant written) {
        return new TimelineEntry(reader, author, post, written);
    }

    /// The write of an entry, unless it has ended already.
    private Stream<Write> living(TimelineEntry entry) {
        return entry.end().minus(Duration.ofSeconds(1)).isAfter(clock.instant())
                ? Stream.of(Write.Put.of(SocialItems.timelineEntry(entry)))
                : Stream.empty();
    }

    private static Page.@Nullable Position position(List<String> place) {
        return place.isEmpty() ? null : new Page.Position(place);
    }

    private static Progress progress(Page.@Nullable Position next, List<String> before) {
        return next == null
                ? new Progress.Finished()
                : new Progress.More(
                        Stream.concat(before.stream(), next.keyAttributes().stream()).toList());
    }
}
