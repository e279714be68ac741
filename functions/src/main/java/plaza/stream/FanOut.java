package plaza.stream;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import plaza.fantasy.league.LeagueErasure;
import plaza.fantasy.settlement.Settlements;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SeasonRules;
import plaza.fantasy.standings.Rankings;
import plaza.favorites.bookmarks.ImportJob;
import plaza.favorites.bookmarks.UndoJob;
import plaza.favorites.change.BulkChangeJob;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.tag.TaggingJobs;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.job.Work;
import plaza.lambda.Deployment;
import plaza.lambda.Quotas;
import plaza.social.standing.StandingCopies;
import plaza.social.timeline.Timelines;
import plaza.table.InvocationBudget;
import plaza.table.Retry;
import plaza.table.Table;

/// Delivers posts to timelines, counts favorites, settles gameweeks, ranks leagues, and cleans up
/// after deletions.
///
/// Long work is a [Job], and an invocation runs a slice of it. The records of a batch are processed
/// in this order: new posts, favorites, other new events, jobs. After [Timelines.Limits#turn] units
/// an invocation begins no further slice: jobs are deferred behind newer records, and new work
/// becomes a job. The post of one user therefore waits for at most one slice, regardless of the
/// number of imports, deliveries and erasures of other users. Records of one item keep their order.
///
/// The first record that fails ends the batch. It and the records after it are reported, and the
/// mapping continues from the first of them.
public final class FanOut implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
    private static final Comparator<Received> PROCESSING_ORDER =
            Comparator.comparing((Received received) -> Priority.of(received.event()))
                    .thenComparing(Received::deferrals, Comparator.reverseOrder());

    private final Timelines.Limits limits;
    private final Timelines timelines;
    private final StandingCopies standingCopies;
    private final QuotaUsage usages;
    private final TaggingJobs taggingJobs;
    private final ImportJob bookmarks;
    private final UndoJob undoneImports;
    private final BulkChangeJob bulkChanges;
    private final Settlements settlements;
    private final Rankings rankings;
    private final LeagueErasure leagueErasure;
    private final Jobs jobs;
    private final Retry.Pause outagePause;

    public FanOut() {
        this(
                Deployment.table(),
                Deployment.clock(),
                Timelines.Limits.STANDARD,
                Rankings.Limits.STANDARD,
                Deployment.quotas(),
                Retry.Pause.REAL,
                SeasonRules.of(Deployment.rules()));
    }

    /// @param slices the size of a slice of a timeline job
    /// @param leagues the size at which the standings of a league are sharded
    /// @param quotas the number of favorites that an import may add
    /// @param outagePause waits while the table is unavailable
    /// @param rules the rules by which gameweeks are settled
    public FanOut(
            Table table,
            Clock clock,
            Timelines.Limits slices,
            Rankings.Limits leagues,
            Quotas quotas,
            Retry.Pause outagePause,
            Rules rules) {
        this.limits = slices;
        this.outagePause = outagePause;
        this.timelines = new Timelines(table, clock, slices);
        this.standingCopies = new StandingCopies(table);
        this.usages = new QuotaUsage(table, clock);
        this.taggingJobs = new TaggingJobs(table, clock);
        this.bookmarks = new ImportJob(table, clock, quotas);
        this.undoneImports = new UndoJob(table, clock);
        this.bulkChanges = new BulkChangeJob(table, clock);
        this.settlements = new Settlements(table, clock, rules);
        this.rankings = new Rankings(table, clock, leagues);
        this.leagueErasure = new LeagueErasure(table, clock);
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
        return Batch.respond(event, context, outagePause, this::process);
    }

    /// The priority of a record within a batch.
    private enum Priority {
        POST,
        FAVORITE,
        OTHER,
        JOB;

        static Priority of(DomainEvent event) {
            return switch (event) {
                case DomainEvent.PostWritten _ -> POST;
                case DomainEvent.FavoriteChanged _ -> FAVORITE;
                case DomainEvent.JobSaved _ -> JOB;
                case DomainEvent.PostDeleted _,
                        DomainEvent.Followed _,
                        DomainEvent.Unfollowed _,
                        DomainEvent.TagDeleted _,
                        DomainEvent.MembershipChanged _,
                        DomainEvent.Nothing _ ->
                        OTHER;
            };
        }
    }

    /// A record and its meaning.
    private record Received(DynamodbStreamRecord streamRecord, DomainEvent event) {
        long deferrals() {
            return event instanceof DomainEvent.JobSaved(var job) ? job.deferrals() : 0;
        }
    }

    private void process(List<DynamodbStreamRecord> records, Batch batch) {
        var work = new ArrayList<Received>();
        for (var index = 0; index < records.size(); index++) {
            try {
                work.add(new Received(records.get(index), DomainEvent.of(records.get(index))));
            } catch (RuntimeException fault) {
                batch.failed(
                        records.subList(index, records.size()), fault, "record could not be read");
                break;
            }
        }
        work.sort(PROCESSING_ORDER);
        var slices = new Slices();
        var index = 0;
        while (index < work.size()) {
            var end = index + 1;
            while (Priority.of(work.get(index).event()) == Priority.FAVORITE
                    && end < work.size()
                    && Priority.of(work.get(end).event()) == Priority.FAVORITE) {
                end++;
            }
            try {
                process(work.subList(index, end).stream().map(Received::event).toList(), slices);
            } catch (RuntimeException fault) {
                batch.failed(
                        work.subList(index, work.size()).stream()
                                .map(Received::streamRecord)
                                .toList(),
                        fault,
                        "record could not be processed");
                break;
            }
            index = end;
        }
    }

    /// The slices that one invocation runs, and the limit on their units.
    private final class Slices {
        private int count;

        private boolean isLimitReached() {
            var invocation = InvocationBudget.current();
            return count > 0 && invocation.readUnits() + invocation.writeUnits() >= limits.turn();
        }

        /// Runs the first slice of a job that must not wait.
        void beginNow(Work work) {
            count++;
            jobs.begin(work, FanOut.this::slice);
        }

        /// Runs the first slice of a job, or leaves it to a later invocation.
        void begin(Work work) {
            if (isLimitReached()) {
                jobs.beginLater(work);
            } else {
                beginNow(work);
            }
        }

        /// Runs the next slice of a job, or leaves it to a later invocation.
        void resume(Job job) {
            if (isLimitReached()) {
                jobs.defer(job);
            } else {
                count++;
                jobs.resume(job, FanOut.this::slice);
            }
        }
    }

    /// @param events one event, or several of favorites
    private void process(List<DomainEvent> events, Slices slices) {
        switch (events.getFirst()) {
            case DomainEvent.PostWritten(var post) ->
                    slices.beginNow(
                            new Work.DeliverPost(post.author(), post.id(), post.timestamp()));
            case DomainEvent.PostDeleted(var post) -> {
                if (post.isInTimelines()) {
                    slices.begin(new Work.WithdrawPost(post.author(), post.id()));
                }
                slices.begin(new Work.ErasePost(post.id(), Work.ErasePost.DELETED));
            }
            case DomainEvent.Followed(var follow) ->
                    slices.begin(
                            new Work.BackfillAuthor(
                                    follow.follower(), follow.followee(), follow.followedAt()));
            case DomainEvent.Unfollowed(var follower, var followee, var sequence) ->
                    slices.begin(new Work.RemoveAuthorEntries(follower, followee, sequence.text()));
            case DomainEvent.FavoriteChanged _ -> {
                var favorites = new ArrayList<DomainEvent.FavoriteChanged>();
                for (var event : events) {
                    if (event instanceof DomainEvent.FavoriteChanged favorite
                            && !isImported(favorite)) {
                        favorites.add(favorite);
                    }
                }
                follow(favorites, slices);
            }
            case DomainEvent.TagDeleted(var user, var tag) ->
                    slices.begin(
                            new Work.EraseTag(
                                    user, tag.tag().tagId(), tag.generation(), tag.mergingInto()));
            case DomainEvent.MembershipChanged(var league, var gamer, var isMember) -> {
                if (isMember) {
                    leagueErasure.joined(league, gamer);
                }
                rankings.changed(league);
            }
            case DomainEvent.JobSaved(var job) -> slices.resume(job);
            case DomainEvent.Nothing _ -> {}
        }
    }

    /// Whether an import added the favorite. It has then counted the favorite as well.
    private static boolean isImported(DomainEvent.FavoriteChanged event) {
        return event.before() == null && event.after() != null && event.after().addedBy() != null;
    }

    private void follow(List<DomainEvent.FavoriteChanged> events, Slices slices) {
        var clips = new LinkedHashMap<UserId, Integer>();
        var unclips = new LinkedHashMap<UserId, Integer>();
        for (var event : events) {
            var before = event.before();
            var after = event.after();
            if (before == null) {
                clips.merge(event.user(), 1, Integer::sum);
            } else if (after == null) {
                unclips.merge(event.user(), 1, Integer::sum);
                slices.begin(
                        new Work.UntagFavorite(event.user(), event.data(), before.generation()));
            }
        }
        var users = new LinkedHashSet<>(clips.keySet());
        users.addAll(unclips.keySet());
        for (var user : users) {
            usages.changed(user, clips.getOrDefault(user, 0), unclips.getOrDefault(user, 0));
        }
    }

    private Progress slice(Job job) {
        var cursor = new Texts(job.cursor());
        return switch (job.work()) {
            case Work.DeliverPost work -> timelines.deliver(work, cursor.position());
            case Work.DeliverRange work -> timelines.deliver(work, cursor.position());
            case Work.BackfillAuthor work -> timelines.backfill(work, cursor);
            case Work.WithdrawPost work -> timelines.withdraw(work, cursor.position());
            case Work.ErasePost work -> timelines.erase(work, cursor);
            case Work.RemoveAuthorEntries work -> timelines.removeAuthor(work, cursor.position());
            case Work.CopyStanding work -> standingCopies.copy(work, cursor);
            case Work.UntagFavorite work -> taggingJobs.untag(work, cursor.position());
            case Work.EraseTag work -> taggingJobs.erase(work, cursor);
            case Work.MergeTag work -> taggingJobs.merge(work, cursor);
            case Work.ImportBookmarks work -> bookmarks.save(work, cursor);
            case Work.UndoImport work -> undoneImports.remove(work, cursor);
            case Work.ChangeFavorites work -> bulkChanges.change(work, cursor);
            case Work.SettleGamers work -> settlements.settle(work, cursor, job.step());
            case Work.RankLeagues work -> rankings.rank(work, cursor.position());
            case Work.RankLeague work -> rankings.rank(work, cursor);
            case Work.EraseLeague work -> leagueErasure.erase(work, cursor);
        };
    }
}
