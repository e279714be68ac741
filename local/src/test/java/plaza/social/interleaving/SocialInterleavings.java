package plaza.social.interleaving;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import plaza.interleaving.ContextInterleavings;
import plaza.interleaving.EdgeRoutes;
import plaza.interleaving.IgnoredWrite;
import plaza.interleaving.Intended;
import plaza.interleaving.Intended.Allowed;
import plaza.interleaving.Operation.Call;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.social.timeline.Timelines;
import plaza.table.Family;
import plaza.table.ItemKind;
import plaza.tally.CountedEdge;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// The operations of this context when others run in their gaps.
public final class SocialInterleavings implements ContextInterleavings {
    /// Slices of one follower or entry, so that each job has several.
    private static final Timelines.Limits SLICES = new Timelines.Limits(1, 1, 2, 1, 1, 20);

    private static final String EARLIER_COUNTS =
            "The response to PutUserInfo has the counts as they were when the request began.";

    private static final List<Intended> INTENDED =
            Stream.concat(
                            Stream.of(
                                    new Intended(
                                            "CloseReports (suspend)",
                                            "RecordViews",
                                            "The posts of a suspended user are marked one after the other. Until"
                                                    + " then, views of the others are counted.",
                                            Allowed.of(SocialKeys.POST_COUNTER, "viewCount"),
                                            Allowed.existence(SocialKeys.VIEW),
                                            Allowed.existence(SocialKeys.VIEW_LEDGER_ROW)),
                                    new Intended(
                                            "RecordViews",
                                            "CloseReports (suspend)",
                                            "The posts of one request are read one after the other, and each is"
                                                    + " seen or not.",
                                            Allowed.response(),
                                            Allowed.of(SocialKeys.POST_COUNTER, "viewCount"),
                                            Allowed.existence(SocialKeys.VIEW),
                                            Allowed.existence(SocialKeys.VIEW_LEDGER_ROW)),
                                    new Intended(
                                            "PutUserInfo",
                                            "FollowUser",
                                            EARLIER_COUNTS,
                                            Allowed.response()),
                                    new Intended(
                                            "FollowUser",
                                            "PutUserInfo",
                                            EARLIER_COUNTS,
                                            Allowed.response()),
                                    new Intended(
                                            "PutUserInfo",
                                            "CreatePost",
                                            EARLIER_COUNTS,
                                            Allowed.response()),
                                    new Intended(
                                            "CloseReports (suspend)",
                                            "PutUserInfo",
                                            "The follows of a suspended user are hidden one after the other. Until"
                                                    + " then, another user counts the others.",
                                            Allowed.response()),
                                    entryLeft("", "UnfollowUser"),
                                    entryLeft("", "RemoveFollower"),
                                    entryLeft("", "BlockUser"),
                                    // the backfill of the new follower
                                    entryLeft("AcceptFollowRequest", "DeletePost"),
                                    entryLeft("FollowUser", "DeletePost")),
                            PostEdges.ALL.stream().flatMap(SocialInterleavings::markMissing))
                    .toList();

    /// Those of images, which have no items but themselves.
    public static final Set<Class<? extends Work>> JOBS_OF_IMAGES =
            Set.of(SocialWork.KeepImages.class, SocialWork.DeleteImages.class);

    /// The sample events have no uploads: an upload id is sealed when a test runs.
    @Override
    public Set<Class<? extends Work>> withoutRequest() {
        return JOBS_OF_IMAGES;
    }

    @Override
    public Functions withSmallSlices(Functions functions) {
        return functions.with(Timelines.Limits.class, SLICES);
    }

    @Override
    public void prepareSlices(TestBed bed) {
        for (var follower : List.of("dave", "erin", "frank")) {
            bed.user(follower);
            bed.follow(follower, "bob");
        }
        SampleEvents.request(bed, "RecordView")
                .at("sessionId", "earlier")
                .send("RecordView")
                .orFail();
    }

    @Override
    public List<Call> variants() {
        return List.of(
                variant("PutUserInfo").as("name").withBody("{\"name\": \"Alice Liddell\"}"),
                variant("PutUserInfo")
                        .as("protect")
                        .withBody("{\"name\": \"Alice\", \"protected\": true}"),
                variant("BlockUser").at("blockedId", "erin").as("again"),
                variant("MuteUser").at("mutedId", "erin").as("again"),
                variant("MuteUser").at("mutedId", "bob").as("a followee").by("dave"),
                variant("MuteUser").at("mutedId", "alice").as("a stranger").by("dave"),
                variant("FollowUser").at("followeeId", "alice").as("a stranger").by("dave"),
                variant("CreatePost").as("key").withIdempotencyKey("once"),
                variant("CreateReport")
                        .as("post")
                        .withBody(
                                "{\"postId\": \"01K9QZV5W0H2J4M6P8R0T2V4X6\","
                                        + " \"reason\": \"abuse\"}"),
                variant("CloseReports").at("targetId", "01K9QZV5W0H2J4M6P8R0T2V4X6").as("hide"),
                variant("CloseReports")
                        .at("targetId", "01K9QZV5W0H2J4M6P8R0T2V4X6")
                        .as("suspend")
                        .withBody("{\"action\": \"suspendUser\"}"));
    }

    @Override
    public List<Intended> intended() {
        return INTENDED;
    }

    @Override
    public List<IgnoredWrite> ignored() {
        return List.of(
                new IgnoredWrite(
                        "^deletion of p#.* in (" + EdgeRoutes.anyAdding() + ")",
                        "The job that follows the deletion of a post removes its edges."),
                new IgnoredWrite(
                        "^(deletion|other authorId) of p#.*likecount.* in (HideReply|UnhideReply)",
                        "A post never changes its author, and the job that follows its deletion"
                                + " erases the entries of its replies."),
                new IgnoredWrite(
                        "^deletion of u#.* count in (BlockUser|MuteUser|CreateReport|"
                                + EdgeRoutes.anyAdding()
                                + ")",
                        "A user is never deleted."),
                new IgnoredWrite(
                        "^other audience of p#.* in (HideReply|UnhideReply|"
                                + EdgeRoutes.anyAdding()
                                + ")",
                        "A request may end after a change of the standing that it has not"
                                + " seen."),
                new IgnoredWrite(
                        "^(deletion|other audience) of p#.*likecount.* in CreateReport",
                        "A report may stay when its post is deleted, or seen by fewer users,"
                                + " before it is written."),
                new IgnoredWrite(
                        "^creation of .*#request .* in FollowUser",
                        "A follow is requested only while the followee is protected, and the"
                                + " request expects that this has not changed."),
                new IgnoredWrite(
                        "Count of u#.* count in PutUserInfo",
                        "The response has the counts as they were when the request began."),
                IgnoredWrite.withOthers("(blocks|blockedBy|mutes) of u#.* gate in "),
                IgnoredWrite.withOthers("(removal of|zero) v of p#.*likecount"),
                IgnoredWrite.withOthers("(openedAt|userId) of Reported#.* in CloseReports"),
                IgnoredWrite.withOthers("removed of p#.* in RestorePost"),
                IgnoredWrite.withOthers(" on of .*[lL]edger"));
    }

    @Override
    public Set<ItemKind> permanent() {
        return Set.of(SocialKeys.USER_INFO);
    }

    @Override
    public Set<Family> shortLists() {
        return Set.of(SocialKeys.POSTS);
    }

    @Override
    public Set<String> incidentalFields() {
        return Set.of("likedAt");
    }

    private static Stream<Intended> markMissing(CountedEdge edge) {
        return edge.byUser() == null
                ? Stream.of()
                : EdgeRoutes.adding(edge)
                        .map(route ->
                                new Intended(
                                        route,
                                        "CloseReports (suspend)",
                                        "An edge that is written after the job has marked its"
                                                + " user's edges has no mark until Reconcile runs,"
                                                + " and counts until then.",
                                        Allowed.of(edge.edges().kinds().getFirst(), "suspended"),
                                        Allowed.of(
                                                edge.counters().kinds().getFirst(),
                                                edge.attribute()),
                                        Allowed.existence(edge.counters().kinds().getFirst()),
                                        Allowed.existence(edge.ledger().kinds().getFirst())));
    }

    private static Intended entryLeft(String interrupted, String between) {
        return new Intended(
                interrupted,
                between,
                "An entry that its reader does not see may be left; it expires.",
                Allowed.existence(SocialKeys.TIMELINE_ENTRY));
    }

    private static Call variant(String function) {
        return Call.sample(TestBed.row(function));
    }
}
