package plaza.stream;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.Rankings;
import plaza.fantasy.Settlements;
import plaza.favorites.Bookmarks;
import plaza.favorites.Postings;
import plaza.favorites.TaggedRows;
import plaza.favorites.model.Clip;
import plaza.favorites.model.Favorite;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.lambda.Deployment;
import plaza.log.Log;
import plaza.social.Timelines;
import plaza.table.Table;

/// Takes posts to timelines, keeps search postings in step with favorites, settles gameweeks, ranks
/// leagues, and cleans up behind what was deleted.
///
/// Records are processed one after the other. The first that fails ends the batch: it and those
/// after it are reported, and the mapping goes on from there. Long work is a [Job], of which each
/// invocation does one slice.
public final class FanOut implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
    private final Timelines timelines;
    private final Postings postings;
    private final TaggedRows taggedRows;
    private final Bookmarks bookmarks;
    private final Settlements settlements;
    private final Rankings rankings;
    private final Jobs jobs;

    public FanOut() {
        this(
                Deployment.table(),
                Deployment.clock(),
                Timelines.Limits.STANDARD,
                Rankings.Limits.STANDARD);
    }

    /// @param slices how much one slice of a timeline job does
    /// @param leagues when a league is divided
    public FanOut(Table table, Clock clock, Timelines.Limits slices, Rankings.Limits leagues) {
        this.timelines = new Timelines(table, clock, slices);
        this.postings = new Postings(table);
        this.taggedRows = new TaggedRows(table);
        this.bookmarks = new Bookmarks(table, clock);
        this.settlements = new Settlements(table, clock);
        this.rankings = new Rankings(table, clock, leagues);
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
        return Batch.answer(event, context, this::process);
    }

    private StreamsEventResponse process(List<DynamodbStreamRecord> records) {
        var batch = new Batch();
        for (var index = 0; index < records.size(); index++) {
            try {
                process(Change.of(records.get(index)));
            } catch (RuntimeException fault) {
                Log.fault("record could not be processed", fault);
                records.subList(index, records.size()).forEach(batch::failed);
                break;
            }
        }
        return batch.response();
    }

    private void process(Change change) {
        switch (change) {
            case Change.PostWritten(var post) -> jobs.begin(Timelines.delivery(post), this::slice);
            case Change.PostDeleted(var author, var post) -> {
                jobs.begin(Timelines.withdrawal(author, post), this::slice);
                jobs.begin(Timelines.erasure(post, Timelines.DELETED), this::slice);
            }
            case Change.Followed(var follow) ->
                    jobs.begin(Timelines.backfilling(follow), this::slice);
            case Change.Unfollowed(var follower, var followee, var sequence) ->
                    jobs.begin(
                            Timelines.forgetting(follower, followee, sequence.text()), this::slice);
            case Change.FavoriteChanged changed -> follow(changed);
            case Change.TagDeleted(var user, var tag) ->
                    jobs.begin(
                            TaggedRows.erasure(
                                    user, tag.tag().tagId(), tag.life(), tag.mergingInto()),
                            this::slice);
            case Change.MembershipChanged(var league) -> rankings.changed(league);
            case Change.JobDue(var job) -> jobs.resume(job, this::slice);
            case Change.LikeChanged _,
                    Change.Viewed _,
                    Change.TaggedChanged _,
                    Change.Nothing _ -> {}
        }
    }

    private void follow(Change.FavoriteChanged changed) {
        var user = changed.user();
        var data = changed.data();
        var before = changed.before();
        var after = changed.after();
        postings.follow(user, data, favorite(before), favorite(after));
        if (before != null && after == null) {
            jobs.begin(TaggedRows.untagging(user, data, before.life()), this::slice);
        } else if (before != null
                && after != null
                && before.favorite().dataType() != after.favorite().dataType()) {
            jobs.begin(
                    TaggedRows.retyping(user, data, after.life(), changed.sequence().text()),
                    this::slice);
        }
    }

    private static @Nullable Favorite favorite(@Nullable Clip clip) {
        return clip == null ? null : clip.favorite();
    }

    private Progress slice(Job job) {
        return switch (job.kind()) {
            case DELIVER_POST -> timelines.deliver(job);
            case BACKFILL_AUTHOR -> timelines.backfill(job);
            case WITHDRAW_POST -> timelines.withdraw(job);
            case ERASE_POST -> timelines.erase(job);
            case FORGET_AUTHOR -> timelines.forget(job);
            case UNTAG_FAVORITE -> taggedRows.untag(job);
            case RETYPE_FAVORITE -> taggedRows.retype(job);
            case ERASE_TAG -> taggedRows.erase(job);
            case MERGE_TAG -> taggedRows.merge(job);
            case IMPORT_BOOKMARKS -> bookmarks.save(job);
            case SETTLE_ROSTER -> settlements.settle(job);
            case RANK_LEAGUES -> rankings.rankAll(job);
            case RANK_LEAGUE -> rankings.rank(job);
        };
    }
}
