package plaza.social;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import plaza.Seeds;
import plaza.audit.Check;
import plaza.audit.Counter;
import plaza.continuation.Scenario;
import plaza.interleaving.ContextInterleavings;
import plaza.job.Work;
import plaza.leaving.Eraser;
import plaza.local.emulator.Functions;
import plaza.model.ContextModel;
import plaza.reconcile.Corruption;
import plaza.social.check.SocialChecks;
import plaza.social.continuation.SocialContinuations;
import plaza.social.interleaving.SocialInterleavings;
import plaza.social.model.SocialCallGenerator;
import plaza.social.model.SocialModel;
import plaza.social.model.SocialSeededBug;
import plaza.social.reconcile.SocialCorruption;
import plaza.social.reconcile.SocialTraffic;
import plaza.social.timeline.PostEdges;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.testkit.ContextKit;
import plaza.testkit.StoredJob;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

/// The kit of this context for the tests of all routes.
public final class SocialKit implements ContextKit {
    @Override
    public void prepare(TestBed bed) {
        SocialSamples.prepare(bed);
    }

    @Override
    public Map<String, CostCase> costs() {
        return SocialCosts.calls();
    }

    @Override
    public Map<String, ExpandedCase> expandedCosts() {
        return SocialCosts.expanded();
    }

    @Override
    public List<StreamCost> streamCosts() {
        return SocialCosts.streamCosts();
    }

    @Override
    public ContextModel model() {
        return SocialCallGenerator.of(new SocialModel());
    }

    @Override
    public List<SocialSeededBug> seededBugs() {
        return List.of(SocialSeededBug.values());
    }

    @Override
    public List<StoredJob> storedJobs() {
        return SocialContinuations.stored();
    }

    @Override
    public Map<String, String> exportedIds() {
        return Map.of("postId", "post.postId", "followeeId", "following.userId");
    }

    @Override
    public Set<String> readsBeyondExport() {
        return Set.of(
                "GetUsersByIds",
                "ListReplies",
                "GetThread",
                "GetUserLikesByPostId",
                "ListLikedPosts",
                "GetTimelineByUserId",
                "CountNewTimelinePosts",
                "ListNotifications",
                "CountUnreadNotifications",
                "GetErasure");
    }

    @Override
    public void writeHistory(TestBed bed, SplittableRandom random, boolean isShort) {
        var traffic = new SocialTraffic(bed, random);
        if (!isShort) {
            // most corruptions of edges need a post of their own, and so do about a dozen others
            traffic.writePosts(20 + (int) edgeCorruptions().count());
        }
        traffic.send(isShort ? 100 : Seeds.number(160, 600));
    }

    @Override
    public Functions withPages(Functions functions, int page) {
        return functions.with(Eraser.Limit.class, new Eraser.Limit(page));
    }

    /// The number of items of an erasure is approximate if an invocation is interrupted. Whether
    /// its job removes a row or another job hides the row first depends on the slices.
    @Override
    public void forgetSlices(Item item, Map<Key, Item> items, Map<String, String> attributes) {
        if (PlatformKeys.ERASURE.is(item.key())) {
            attributes.remove("items");
            attributes.remove("foundAt"); // runs have different starts
        }
        if (items.keySet().stream().anyMatch(PlatformKeys.ERASURE::is)) {
            attributes.remove(Counter.CORRECTIONS);
        }
    }

    @Override
    public List<Corruption> corruptions() {
        return Stream.concat(Stream.of(SocialCorruption.values()), edgeCorruptions()).toList();
    }

    private static Stream<Corruption> edgeCorruptions() {
        return PostEdges.ALL.stream().flatMap(SocialCorruption::ofEdge);
    }

    @Override
    public Set<String> unconditionalRepairs() {
        // the time of a view never changes, and it is deleted together with the counter
        return Set.of("viewCounts");
    }

    @Override
    public Set<Check> repairsByKey() {
        // each copy of a post has its own condition
        return Set.of(SocialChecks.STANDING_COPIES);
    }

    @Override
    public List<Scenario> continuations() {
        return SocialContinuations.all();
    }

    @Override
    public Map<Class<? extends Work>, Set<String>> stages() {
        return SocialContinuations.stages();
    }

    @Override
    public Set<Class<? extends Work>> jobsOfOneSlice() {
        return SocialInterleavings.JOBS_OF_IMAGES;
    }

    @Override
    public ContextInterleavings interleavings() {
        return new SocialInterleavings();
    }

    @Override
    public DemoViews demoViews() {
        return new DemoViews(".post", "Timeline,People", true);
    }
}
