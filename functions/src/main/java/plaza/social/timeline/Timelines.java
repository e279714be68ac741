package plaza.social.timeline;

import static plaza.table.Condition.absent;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.CollectionErasure;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.log.InvocationTelemetry;
import plaza.log.Metric;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// The jobs that maintain timelines: they add entries for posts and follows, and remove entries
/// after deletions and unfollows.
///
/// **What a timeline shows.** When the stream is drained, a reader sees their own posts and posts
/// of the authors that they follow: of each author at least the [TimelineEntry#BACKFILL_MAX] newest
/// at the time of the follow, and all posts since. A timeline shows no deleted post and no post
/// older than [TimelineEntry#LIFETIME].
///
/// Three facts guarantee this in any order of execution:
///
/// 1. An entry is only a reference. A page of a timeline omits it unless the post exists and the
///    reader follows its author at that moment. A late delivery can therefore add only entries that
///    stay hidden or may be seen.
/// 2. A delivery reads the follower list after the post was written, and a backfill reads the posts
///    after the edge was written. If a post and a follow are concurrent, at least one of the two
///    jobs reads the other write. This holds for each part of the list, so that its ranges can be
///    delivered in any order.
/// 3. An entry of a post that exists is removed only in a transaction that also checks that the
///    reader does not follow the author. A delayed removal cannot remove the entries of a second
///    follow.
///
/// **What is left.** No entry is left that a reader could see and cannot see any more. A deletion
/// or an unfollow hid it. The withdrawal after a deletion removes it, unless the reader does not
/// follow the author at that moment because of a later unfollow. The removal after an unfollow
/// removes it, unless the reader follows the author again at that moment and the post still exists;
/// but then the reader sees it again. Only an entry that a delivery or a backfill writes after the
/// unfollow or the deletion may be left until it expires; the reader never saw it.
public final class Timelines {
    /// The sizes of the slices of a job. They are parameters so that the simulator can run long
    /// jobs with few items.
    ///
    /// @param firstSlice the followers that a post reaches in the first invocation
    /// @param slice the followers, likes or views that one slice processes
    /// @param range the followers of a range at most; a Query returns fewer if they exceed 1 MB
    /// @param ranges the ranges that one slice of a delivery starts
    /// @param removalSlice the entries that one slice reads to find those of an unfollowed author
    /// @param backfill the posts from before the follow that a new follower receives
    public record Limits(
            int firstSlice, int slice, int range, int ranges, int removalSlice, int backfill) {
        /// Most authors have fewer than 500 followers, so one invocation is enough for them. A
        /// slice is a hundred batch writes, a few hundred milliseconds, after which other records
        /// are processed. A range is about a Query of 1 MB. With three ranges per slice, two
        /// million followers are reached in half a minute, at reads that one partition permits.
        public static final Limits STANDARD =
                new Limits(500, 2_500, 10_000, 3, 1_000, TimelineEntry.BACKFILL_MAX);
    }

    /// A post that was written less than this before a follow counts as written after it, because
    /// clocks differ and the post may not be in the table yet.
    private static final Duration SINCE_MARGIN = Duration.ofMinutes(1);

    /// The deletions in one transaction, which also checks the edge.
    private static final int REMOVALS_MAX = Table.TRANSACTION_MAX - 1;

    private final Table table;
    private final Clock clock;
    private final Limits limits;
    private final Jobs jobs;

    public Timelines(Table table, Clock clock, Limits limits) {
        this.table = table;
        this.clock = clock;
        this.limits = limits;
        this.jobs = new Jobs(table, clock);
    }

    /// The cursor of a [SocialWork.BackfillAuthor].
    ///
    /// @param taken the number of posts from before the follow so far
    private record Backfill(int taken, Page.@Nullable Position position) {
        static Backfill of(Texts in) {
            return in.isEmpty() ? new Backfill(0, null) : new Backfill(in.number(), in.position());
        }
    }

    /// Runs one slice.
    public Progress backfill(SocialWork.BackfillAuthor work, Texts cursor) {
        var reader = work.reader();
        var author = work.author();
        if (table.getConsistent(SocialKeys.FOLLOWEE.key(reader, author)) == null) {
            return new Progress.Finished();
        }
        var begun = Backfill.of(cursor);
        var taken = begun.taken();
        var slice =
                table.read(
                        Query.in(SocialKeys.POSTS.of(author)).descending().consistent(),
                        limits.backfill(),
                        begun.position());
        var entries = new ArrayList<TimelineEntry>();
        for (var item : slice.items()) {
            var post = PostItems.post(item);
            if (!post.isInTimelines()) {
                continue;
            }
            if (taken < limits.backfill()) {
                entries.add(new TimelineEntry(reader, author, post.id(), post.timestamp()));
            }
            if (post.timestamp().isBefore(work.followedAt().minus(SINCE_MARGIN))) {
                taken++;
            }
        }
        table.writeAll(entries.stream().flatMap(this::unexpired).toList());
        return taken < limits.backfill() && slice.next() != null
                ? Progress.more(taken, slice.next())
                : new Progress.Finished();
    }

    /// Runs one slice, and starts jobs for the next ranges of followers if the list is long. It
    /// ends early if the post no longer exists.
    ///
    /// Everything up to the cursor is delivered or belongs to a range whose job was started, and
    /// the delivery itself reaches everything after it, up to the end of the list.
    public Progress deliver(SocialWork.DeliverPost work, Page.@Nullable Position from) {
        var followers = Query.in(SocialKeys.FOLLOWERS.of(work.author()));
        var limit = from == null ? limits.firstSlice() : limits.slice();
        var next = deliver(work, followers, limit, from);
        return Progress.to(from == null || next == null ? next : divide(work, followers, next));
    }

    /// Runs one slice.
    public Progress deliver(SocialWork.DeliverRange work, Page.@Nullable Position from) {
        var before = SocialKeys.FOLLOWER.key(work.author(), work.before());
        var last = SocialKeys.FOLLOWER.key(work.author(), work.last());
        return Progress.to(
                deliver(
                        new SocialWork.DeliverPost(work.author(), work.post(), work.written()),
                        Query.in(SocialKeys.FOLLOWERS.of(work.author()))
                                .between(before.sk(), last.sk()),
                        limits.slice(),
                        from == null ? Page.Position.of(before) : from));
    }

    /// Starts a job for each of the next ranges of followers. The ranges are adjacent, and their
    /// bounds are part of the job's ids: if a repeated slice finds other ranges, because the list
    /// has changed, a job that is already running does not replace one that reaches further.
    ///
    /// The reads are eventually consistent, because they only choose the bounds; the slices of the
    /// ranges read who is a follower. What follows the last complete range is left to the delivery.
    ///
    /// The slice has delivered to followers of its own before. While writes are slow, its ranges
    /// are slow as well, and are not started faster than they end.
    ///
    /// @return the position after the ranges
    private Page.Position divide(SocialWork.DeliverPost work, Query followers, Page.Position from) {
        var starts = new ArrayList<Write>();
        var end = from;
        while (starts.size() < limits.ranges()) {
            var next = table.read(followers, limits.range(), end).next();
            if (next == null) {
                break;
            }
            starts.add(
                    jobs.start(
                            new SocialWork.DeliverRange(
                                    work.author(),
                                    work.post(),
                                    followerAt(end),
                                    followerAt(next),
                                    work.written())));
            end = next;
        }
        var _ = table.writeEach(starts);
        return end;
    }

    private static UserId followerAt(Page.Position position) {
        var key = position.keyAttributes();
        return SocialKeys.FOLLOWER.parse(
                new Key(key.getFirst(), key.getLast()), (_, follower) -> follower);
    }

    /// Delivers a post to the next followers, and to its author before the first of them.
    ///
    /// Each range measures the time until its own end; the largest is that of the delivery.
    ///
    /// @return the position after them; null if no follower remains or the post no longer exists
    private Page.@Nullable Position deliver(
            SocialWork.DeliverPost work, Query followers, int limit, Page.@Nullable Position from) {
        var author = work.author();
        var post = work.post();
        var written = work.written();
        if (table.getConsistent(SocialKeys.POST.key(author, post)) == null) {
            return null;
        }
        var slice = table.read(followers.consistent(), limit, from);
        var own = from == null ? Stream.of(author) : Stream.<UserId>empty();
        table.writeAll(
                Stream.concat(own, readers(slice.items()))
                        .map(reader -> new TimelineEntry(reader, author, post, written))
                        .flatMap(this::unexpired)
                        .toList());
        var next = slice.next();
        if (next == null || next.keyAttributes().getLast().equals(followers.greatest())) {
            var lag = Duration.between(written, clock.instant());
            InvocationTelemetry.current().measure(Metric.FAN_OUT_LAG, lag.toMillis());
            return null;
        }
        return next;
    }

    /// Runs one slice.
    public Progress withdraw(SocialWork.WithdrawPost work, Page.@Nullable Position from) {
        var author = work.author();
        var post = work.post();
        var followers =
                table.read(
                        Query.in(SocialKeys.FOLLOWERS.of(author)).consistent(),
                        limits.slice(),
                        from);
        var own = from == null ? Stream.of(author) : Stream.<UserId>empty();
        table.writeAll(
                Stream.concat(own, readers(followers.items()))
                        .<Write>map(reader ->
                                Write.Delete.of(
                                        SocialKeys.TIMELINE_ENTRY.key(reader, post, author)))
                        .toList());
        return Progress.to(followers.next());
    }

    /// Runs one slice. The cursor contains the name of an item collection, then the position in it.
    public Progress erase(SocialWork.ErasePost work, Texts cursor) {
        return CollectionErasure.slice(table, PostEdges.of(work.post()), cursor, limits.slice());
    }

    /// Runs one slice. If the reader follows the author again, it removes only the entries of
    /// deleted posts: the withdrawal of a post that was deleted around the unfollow may have found
    /// that the reader was no follower.
    public Progress removeAuthor(
            SocialWork.RemoveAuthorEntries work, Page.@Nullable Position from) {
        var reader = work.reader();
        var author = work.author();
        var slice =
                table.read(
                        Query.in(SocialKeys.TIMELINE.of(reader)).consistent(),
                        limits.removalSlice(),
                        from);
        var authorEntries =
                slice.items().stream()
                        .filter(entry -> TimelineItems.authorOf(entry).equals(author))
                        .toList();
        var followsAgain = false;
        for (var start = 0; start < authorEntries.size(); start += REMOVALS_MAX) {
            var end = Math.min(start + REMOVALS_MAX, authorEntries.size());
            var entries = authorEntries.subList(start, end);
            followsAgain =
                    followsAgain
                            || table.transact(removal(reader, author, entries))
                                    instanceof Outcome.Refused;
            if (followsAgain) {
                removeDeleted(entries);
            }
        }
        return Progress.to(slice.next());
    }

    /// Removes the entries whose post no longer exists.
    private void removeDeleted(List<Item> entries) {
        var posts = table.getByKey(entries.stream().map(TimelineItems::postOf).toList());
        table.writeAll(
                entries.stream()
                        .filter(entry -> !posts.containsKey(TimelineItems.postOf(entry)))
                        .<Write>map(entry -> Write.Delete.of(entry.key()))
                        .toList());
    }

    private static List<Write> removal(UserId reader, UserId author, List<Item> entries) {
        var writes = new ArrayList<Write>();
        writes.add(new Write.Check(SocialKeys.FOLLOWEE.key(reader, author), absent()));
        for (var entry : entries) {
            writes.add(Write.Delete.of(entry.key()));
        }
        return writes;
    }

    private static Stream<UserId> readers(List<Item> followers) {
        return followers.stream()
                .map(item -> SocialKeys.FOLLOWER.parse(item.key(), (_, follower) -> follower));
    }

    /// The write of an entry, unless the entry has expired already.
    private Stream<Write> unexpired(TimelineEntry entry) {
        return entry.end().minus(Duration.ofSeconds(1)).isAfter(clock.instant())
                ? Stream.of(Write.Put.of(TimelineItems.timelineEntry(entry)))
                : Stream.empty();
    }
}
