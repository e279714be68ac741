package plaza.social;

import java.util.List;
import java.util.Map;
import plaza.id.UserId;
import plaza.social.follow.FollowRequest;
import plaza.social.follow.FollowRequestItems;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.notice.Notice;
import plaza.social.notice.NoticeItems;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserItems;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// The items that the sample events of the social context and of the stream functions need.
public final class SocialSamples {
    private SocialSamples() {}

    /// Creates five users who follow each other in part, and writes four posts, which have likes or
    /// replies. The posts are written to the table without CreatePost, because sample events
    /// contain their ids.
    public static void prepare(TestBed bed) {
        List.of("alice", "bob", "carol", "dave", "dora").forEach(bed::user);
        for (var other : List.of("erin", "frank")) {
            bed.user(other);
            bed.mute("alice", other);
            bed.block("alice", other);
        }
        bed.follow("alice", "bob");
        bed.follow("carol", "bob");
        bed.follow("bob", "alice");
        bed.follow("bob", "carol");
        List.of("carol", "dora").forEach(requester -> request(bed, requester));
        post(bed, "alice", "01K8QZV5W0H2J4M6P8R0T2V4X6");
        post(bed, "bob", "01K9QZV5W0H2J4M6P8R0T2V4X6");
        post(bed, "bob", "01K9QZV5W0H2J4M6P8R0T2V4X7");
        post(bed, "alice", "01K8QZV5W0H2J4M6P8R0T2V4X7");
        reply(bed, "bob", "01K9RZV5W0H2J4M6P8R0T2V4X6");
        reply(bed, "carol", "01K9RZV5W0H2J4M6P8R0T2V4X7");
        like(bed, "bob", "01K9QZV5W0H2J4M6P8R0T2V4X6");
        like(bed, "carol", "01K9QZV5W0H2J4M6P8R0T2V4X6");
        like(bed, "alice", "01K8QZV5W0H2J4M6P8R0T2V4X6");
        like(bed, "alice", "01K9QZV5W0H2J4M6P8R0T2V4X7");
        notify(bed);
        moderate(bed);
        bed.user("hugo");
        bed.erase("ivan");
    }

    /// Notifies alice of a follow and of a mention, as the stream does.
    private static void notify(TestBed bed) {
        var alice = UserId.of("alice");
        var bob = List.of(UserId.of("bob"));
        var at = bed.clock().instant();
        var mention = PostId.of("01K9QZV5W0H2J4M6P8R0T2V4X7");
        for (var notice :
                List.of(
                        new Notice(alice, Notice.Kind.FOLLOW, null, bob, at, at),
                        new Notice(alice, Notice.Kind.MENTION, mention, bob, null, at))) {
            bed.table().write(Write.Put.of(NoticeItems.item(notice)));
        }
    }

    /// Reports a post and a user, hides a post and suspends its author.
    private static void moderate(TestBed bed) {
        bed.user("gina");
        var hidden = "01K7QZV5W0H2J4M6P8R0T2V4X6";
        var reported = "01K7QZV5W0H2J4M6P8R0T2V4X7";
        List.of(hidden, reported).forEach(id -> post(bed, "gina", id));
        bed.report("carol", "postId", reported);
        bed.as("dave")
                .body("{\"postId\": \"" + reported + "\", \"reason\": \"abuse\"}")
                .send("CreateReport")
                .orFail();
        bed.report("carol", "postId", "01K9QZV5W0H2J4M6P8R0T2V4X6");
        bed.report("carol", "postId", hidden);
        bed.close(hidden, "hidePost");
        bed.report("carol", "userId", "gina");
        bed.close("gina", "suspendUser");
        bed.report("carol", "userId", "dave");
    }

    /// Writes a request to follow alice, from when she was protected.
    private static void request(TestBed bed, String requester) {
        var request =
                new FollowRequest(UserId.of(requester), UserId.of("alice"), bed.clock().instant());
        bed.table().write(Write.Put.of(FollowRequestItems.request(request)));
    }

    private static void like(TestBed bed, String user, String post) {
        var like = new Like(PostId.of(post), UserId.of(user), bed.clock().instant());
        bed.table().write(Write.Put.of(LikeItems.like(like)));
    }

    /// Writes a reply to the second post of alice.
    private static void reply(TestBed bed, String author, String id) {
        var parent = PostId.of("01K8QZV5W0H2J4M6P8R0T2V4X7");
        var reply =
                new Post(
                        UserId.of(author),
                        PostId.of(id),
                        "It was gone by noon.",
                        null,
                        List.of(),
                        bed.clock().instant(),
                        null,
                        1,
                        new Post.Parent(parent, false));
        var counter = PostItems.counter(reply.id(), reply.author(), List.of(parent), Map.of());
        bed.table()
                .transact(
                        List.of(
                                Write.Put.of(PostItems.post(reply)),
                                Write.Put.of(counter),
                                Write.Put.of(
                                        PostItems.replyEdge(parent, reply.id(), reply.author())),
                                Write.Update.of(SocialKeys.POST_COUNTER.key(parent))
                                        .add(PostCounter.REPLIES.attribute(), 1),
                                UserItems.count(reply.author(), UserItems.POST_COUNT, 1)));
    }

    private static void post(TestBed bed, String author, String id) {
        var now = bed.clock().instant();
        var post =
                new Post(
                        UserId.of(author),
                        PostId.of(id),
                        "Fog over the harbour.",
                        null,
                        now,
                        null,
                        1);
        bed.table()
                .transact(
                        List.of(
                                Write.Put.of(PostItems.post(post)),
                                Write.Put.of(PostItems.newCounter(post.id(), post.author())),
                                UserItems.count(post.author(), UserItems.POST_COUNT, 1)));
        for (var reader : List.of("alice", author)) {
            var entry = new TimelineEntry(UserId.of(reader), post.author(), post.id(), now);
            bed.table().write(Write.Put.of(TimelineItems.timelineEntry(entry)));
        }
    }
}
