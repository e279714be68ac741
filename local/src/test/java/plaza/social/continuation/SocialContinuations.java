package plaza.social.continuation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import plaza.continuation.Scenario;
import plaza.id.UserId;
import plaza.interleaving.EdgeRoutes;
import plaza.job.Work;
import plaza.social.id.PostId;
import plaza.social.image.ImageName;
import plaza.social.job.SocialWork;
import plaza.social.timeline.PostEdges;
import plaza.tally.CountedEdge;
import plaza.testkit.StoredJob;
import plaza.testkit.TestBed;

/// The jobs of this context: requests that leave them to the stream functions, and how they are
/// stored.
public final class SocialContinuations {
    private static final List<String> USERS = List.of("zoe", "adam", "kim", "bob", "yan", "cho");
    private static final Instant TIME = Instant.ofEpochMilli(1_769_850_300_123L);
    private static final UserId ANN = UserId.of("ann");
    private static final UserId BOB = UserId.of("bob");
    private static final PostId POST = PostId.of("01K9QZV5W0H2J4M6P8R0T2V4X6");

    private static final ImageName IMAGE =
            ImageName.of("01K9QZV5W0H2J4M6P8R0T2V4X6-01K9QZV5W0H2J4M6P8R0T2V4X7-640x427.jpg");

    private SocialContinuations() {}

    public static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "a post of a user with many followers",
                        bed -> {
                            followed(bed);
                            List.of("leo", "una", "ali", "pia")
                                    .forEach(user -> {
                                        bed.user(user);
                                        bed.follow(user, "mia");
                                    });
                        },
                        bed -> post(bed)),
                new Scenario(
                        "a follow of a user with posts",
                        bed -> {
                            followed(bed);
                            IntStream.range(0, 5).forEach(_ -> post(bed));
                            bed.user("gus");
                            bed.post("gus", "Mine.");
                        },
                        bed -> bed.follow("gus", "mia")),
                new Scenario(
                        "the deletion of a post with edges and replies",
                        bed -> {
                            followed(bed);
                            var post = popular(bed);
                            post(bed);
                            assertOne(post);
                        },
                        bed -> delete(bed, "mia", oldest(bed, "mia"))),
                new Scenario(
                        "edges that are added and removed",
                        bed -> {
                            followed(bed);
                            popular(bed);
                        },
                        bed -> {
                            var post = oldest(bed, "mia");
                            USERS.forEach(user -> removeEdges(bed, user, post));
                            USERS.reversed().forEach(user -> addEdges(bed, user, post));
                            removeEdges(bed, "zoe", post);
                            addEdges(bed, "mia", post);
                            view(bed, "bob", post, "s2");
                        }),
                new Scenario(
                        "an unfollow of a user with posts",
                        bed -> {
                            followed(bed);
                            bed.user("gus");
                            bed.follow("kim", "gus");
                            for (var number = 0; number < 4; number++) {
                                post(bed);
                                bed.post("gus", "Tide.");
                            }
                        },
                        bed ->
                                bed.as("kim")
                                        .at("userId", "kim")
                                        .at("followeeId", "mia")
                                        .send("UnfollowUser")
                                        .orFail()),
                new Scenario(
                        "a suspension",
                        SocialContinuations::knownUser,
                        bed -> {
                            active(bed);
                            bed.suspend("mia", true);
                        }),
                new Scenario(
                        "the end of a suspension",
                        bed -> {
                            knownUser(bed);
                            bed.suspend("mia", true);
                        },
                        bed -> bed.suspend("mia", false)),
                new Scenario(
                        "a protection",
                        SocialContinuations::knownUser,
                        bed -> {
                            active(bed);
                            bed.protect("mia", true);
                        }),
                new Scenario(
                        "an erasure",
                        SocialContinuations::knownUser,
                        bed -> {
                            active(bed);
                            bed.erase("mia");
                        }));
    }

    /// Each kind of job as it is stored.
    public static List<StoredJob> stored() {
        return List.of(
                new StoredJob(
                        "deliver",
                        "ann 01K9QZV5W0H2J4M6P8R0T2V4X6",
                        "1769850300123",
                        new SocialWork.DeliverPost(ANN, POST, TIME)),
                new StoredJob(
                        "deliverrange",
                        "ann 01K9QZV5W0H2J4M6P8R0T2V4X6 bob cat",
                        "1769850300123",
                        new SocialWork.DeliverRange(ANN, POST, BOB, UserId.of("cat"), TIME)),
                new StoredJob(
                        "backfill",
                        "bob ann 1769850300123",
                        "",
                        new SocialWork.BackfillAuthor(BOB, ANN, TIME)),
                new StoredJob(
                        "withdraw",
                        "ann 01K9QZV5W0H2J4M6P8R0T2V4X6",
                        "",
                        new SocialWork.WithdrawPost(ANN, POST)),
                new StoredJob(
                        "erase",
                        "01K9QZV5W0H2J4M6P8R0T2V4X6 deleted",
                        "",
                        new SocialWork.ErasePost(POST, SocialWork.ErasePost.DELETED)),
                new StoredJob(
                        "removeentries",
                        "bob ann 000123",
                        "",
                        new SocialWork.RemoveAuthorEntries(BOB, ANN, "000123")),
                new StoredJob("standing", "ann 3", "", new SocialWork.CopyStanding(ANN, "3")),
                new StoredJob("eraseuser", "ann", "", new SocialWork.EraseUser(ANN)),
                new StoredJob(
                        "keepimages",
                        IMAGE.toString(),
                        "",
                        new SocialWork.KeepImages(List.of(IMAGE))),
                new StoredJob(
                        "deleteimages",
                        IMAGE.toString(),
                        "",
                        new SocialWork.DeleteImages(List.of(IMAGE))));
    }

    /// The stages in the stored cursors of jobs that have some.
    public static Map<Class<? extends Work>, Set<String>> stages() {
        return Map.of(
                SocialWork.CopyStanding.class,
                stages(
                        Set.of("FOLLOWERS", "FOLLOWING", "POSTS"),
                        edge -> edge.byUser() == null ? List.of() : List.of("%sS")),
                SocialWork.ErasePost.class,
                stages(Set.of("REPLIES"), _ -> List.of("%sS", "%s_LEDGER")));
    }

    /// The stages of each edge follow from its name, which the names of its checks contain as well.
    private static Set<String> stages(
            Set<String> others, Function<CountedEdge, List<String>> formats) {
        var stages = new HashSet<>(others);
        for (var edge : PostEdges.ALL) {
            var name = edge.name().toUpperCase(Locale.ROOT);
            formats.apply(edge).forEach(format -> stages.add(format.formatted(name)));
        }
        return stages;
    }

    /// Mia writes a moment before something else happens.
    private static void active(TestBed bed) {
        post(bed);
        var other = bed.post("bob", "Sun.");
        addEdges(bed, "mia", other);
        bed.reply("mia", other);
    }

    /// Mia with six followers.
    private static void followed(TestBed bed) {
        bed.user("mia");
        USERS.forEach(user -> {
            bed.user(user);
            bed.follow(user, "mia");
        });
    }

    private static PostId post(TestBed bed) {
        bed.clock().advance(Duration.ofMinutes(2));
        return bed.post("mia", "Fog.");
    }

    /// A post with likes and other edges, and with replies.
    private static PostId popular(TestBed bed) {
        var post = post(bed);
        USERS.reversed().forEach(user -> addEdges(bed, user, post));
        USERS.forEach(user -> view(bed, user, post, "s1"));
        USERS.subList(1, 4).forEach(user -> bed.reply(user, post));
        return post;
    }

    /// Mia, who has posts, replies, followers, followed users, and edges to posts.
    private static void knownUser(TestBed bed) {
        bed.user("mia");
        bed.as("mia")
                .at("userId", "mia")
                .body("{\"name\": \"Mia Quinn Abel\"}")
                .send("PutUserInfo")
                .orFail();
        var posts = new ArrayList<PostId>();
        USERS.forEach(user -> {
            bed.user(user);
            bed.follow(user, "mia");
            bed.follow("mia", user);
            bed.clock().advance(Duration.ofMinutes(2));
            posts.add(bed.post(user, "Rain."));
        });
        posts.reversed().forEach(post -> addEdges(bed, "mia", post));
        posts.subList(2, 5).forEach(post -> bed.reply("mia", post));
        popular(bed);
        popular(bed);
    }

    /// Makes a user like a post, and adds all other edges between them.
    private static void addEdges(TestBed bed, String user, PostId post) {
        send(bed, user, post, EdgeRoutes.addingOwn());
    }

    private static void removeEdges(TestBed bed, String user, PostId post) {
        send(bed, user, post, EdgeRoutes.removingOwn());
    }

    private static void send(TestBed bed, String user, PostId post, List<String> routes) {
        var request = bed.as(user).at("postId", post.value()).at("userId", user);
        routes.forEach(route -> request.send(route).orFail());
    }

    private static void view(TestBed bed, String user, PostId post, String session) {
        bed.as(user)
                .at("postId", post.value())
                .at("sessionId", session)
                .send("RecordView")
                .orFail();
    }

    private static PostId oldest(TestBed bed, String author) {
        var posts = bed.as(author).at("userId", author).all("GetPostListByUserId", 100);
        return PostId.of(posts.getLast().path("postId").asText());
    }

    private static void delete(TestBed bed, String author, PostId post) {
        bed.as(author).at("userId", author).at("postId", post.value()).send("DeletePost").orFail();
    }

    private static void assertOne(PostId post) {
        if (post.value().isEmpty()) {
            throw new AssertionError("no post");
        }
    }
}
