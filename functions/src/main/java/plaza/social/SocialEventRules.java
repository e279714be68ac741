package plaza.social;

import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.event.EventRules;
import plaza.event.ItemChange;
import plaza.event.Slices;
import plaza.job.Job;
import plaza.job.Performer;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.lambda.Deployment;
import plaza.leaving.ContextErasure;
import plaza.leaving.Departure;
import plaza.leaving.Eraser;
import plaza.leaving.Erasing;
import plaza.leaving.Erasures;
import plaza.objects.ObjectStore;
import plaza.social.job.SocialWork;
import plaza.social.notice.Notices;
import plaza.social.standing.StandingCopies;
import plaza.social.timeline.Timelines;
import plaza.social.upload.StoredImages;
import plaza.table.Table;

/// Delivers posts to timelines, notifies users, and cleans up after deletions.
public final class SocialEventRules implements EventRules<SocialEvent> {
    private final Timelines timelines;
    private final StandingCopies standingCopies;
    private final Notices notices;
    private final StoredImages images;
    private final Eraser eraser;
    private final Table table;
    private final Clock clock;

    public SocialEventRules() {
        this(
                Deployment.table(),
                Deployment.clock(),
                Timelines.Limits.STANDARD,
                Erasures.of(Deployment.parts(ContextErasure.class)),
                Deployment.departure(),
                Deployment.objects(),
                Eraser.Limit.STANDARD);
    }

    /// @param limits the size of a slice of a timeline job
    /// @param erasures what an erasure does in all contexts
    /// @param departure what happens outside of the table when a user leaves
    /// @param objects the objects of images
    /// @param removals the size of a slice of an erasure
    public SocialEventRules(
            Table table,
            Clock clock,
            Timelines.Limits limits,
            Erasures erasures,
            Departure departure,
            ObjectStore objects,
            Eraser.Limit removals) {
        this.table = table;
        this.clock = clock;
        this.eraser = new Eraser(erasures, departure, removals);
        this.timelines = new Timelines(table, clock, limits);
        this.images = new StoredImages(objects);
        this.notices = new Notices(table, clock);
        this.standingCopies = new StandingCopies(table);
    }

    @Override
    public @Nullable SocialEvent event(ItemChange change) {
        return SocialEvent.ofOrNull(change);
    }

    @Override
    public void process(List<SocialEvent> events, Slices slices) {
        switch (events.getFirst()) {
            case SocialEvent.PostWritten(var post) -> {
                if (post.isInTimelines()) {
                    slices.beginNow(
                            new SocialWork.DeliverPost(post.author(), post.id(), post.timestamp()));
                }
                notices.posted(post);
                StoredImages.changes(List.of(), post.imageNames()).forEach(slices::begin);
            }
            case SocialEvent.PostDeleted(var post) -> {
                if (post.isInTimelines()) {
                    slices.begin(new SocialWork.WithdrawPost(post.author(), post.id()));
                }
                notices.deleted(post);
                slices.begin(new SocialWork.ErasePost(post.id(), SocialWork.ErasePost.DELETED));
                StoredImages.changes(post.imageNames(), List.of()).forEach(slices::begin);
            }
            case SocialEvent.Followed(var follow) -> {
                notices.followed(follow);
                slices.begin(
                        new SocialWork.BackfillAuthor(
                                follow.follower(), follow.followee(), follow.followedAt()));
            }
            case SocialEvent.Unfollowed(var follow, var sequence) -> {
                notices.unfollowed(follow);
                slices.begin(
                        new SocialWork.RemoveAuthorEntries(
                                follow.follower(), follow.followee(), sequence.text()));
            }
            case SocialEvent.Requested(var request) -> notices.requested(request);
            case SocialEvent.RequestEnded(var request) -> notices.ended(request);
        }
    }

    @Override
    public Performer<SocialWork> performer() {
        return new Performer<>(SocialWork.TYPE, this::slice);
    }

    private Progress slice(SocialWork any, Job job) {
        var cursor = new Texts(job.cursor());
        return switch (any) {
            case SocialWork.DeliverPost work -> timelines.deliver(work, cursor.position());
            case SocialWork.DeliverRange work -> timelines.deliver(work, cursor.position());
            case SocialWork.BackfillAuthor work -> timelines.backfill(work, cursor);
            case SocialWork.WithdrawPost work -> timelines.withdraw(work, cursor.position());
            case SocialWork.ErasePost work -> timelines.erase(work, cursor);
            case SocialWork.RemoveAuthorEntries work ->
                    timelines.removeAuthor(work, cursor.position());
            case SocialWork.CopyStanding work -> standingCopies.copy(work, cursor);
            case SocialWork.KeepImages work -> images.keep(work);
            case SocialWork.DeleteImages work -> images.delete(work);
            case SocialWork.EraseUser work ->
                    eraser.slice(new Erasing(work.user(), null, table, clock), cursor);
        };
    }
}
