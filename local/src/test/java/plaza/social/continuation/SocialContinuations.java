package plaza.social.continuation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import plaza.continuation.Scenario;
import plaza.social.id.PostId;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Requests about users and posts that leave work to the stream functions.
public final class SocialContinuations {
    private static final List<String> USERS = List.of("zoe", "adam", "kim", "bob", "yan", "cho");

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
                        "the deletion of a post with likes, views and replies",
                        bed -> {
                            followed(bed);
                            var post = popular(bed);
                            post(bed);
                            assertOne(post);
                        },
                        bed -> delete(bed, "mia", oldest(bed, "mia"))),
                new Scenario(
                        "likes, views and unlikes",
                        bed -> {
                            followed(bed);
                            popular(bed);
                        },
                        bed -> {
                            var post = oldest(bed, "mia");
                            USERS.forEach(user -> edge(bed, user, post).send("UnlikePost"));
                            USERS.reversed().forEach(user -> like(bed, user, post));
                            edge(bed, "zoe", post).send("UnlikePost");
                            like(bed, "mia", post);
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
                        }));
    }

    /// Mia writes a moment before something else happens.
    private static void active(TestBed bed) {
        post(bed);
        var other = bed.post("bob", "Sun.");
        like(bed, "mia", other);
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

    /// A post with likes, views and replies.
    private static PostId popular(TestBed bed) {
        var post = post(bed);
        USERS.reversed().forEach(user -> like(bed, user, post));
        USERS.forEach(user -> view(bed, user, post, "s1"));
        USERS.subList(1, 4).forEach(user -> bed.reply(user, post));
        return post;
    }

    /// Mia, who has posts, replies, followers, followed users and likes.
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
        posts.reversed().forEach(post -> like(bed, "mia", post));
        posts.subList(2, 5).forEach(post -> bed.reply("mia", post));
        popular(bed);
        popular(bed);
    }

    private static void like(TestBed bed, String user, PostId post) {
        edge(bed, user, post).send("LikePost").orFail();
    }

    private static TestRequest edge(TestBed bed, String user, PostId post) {
        return bed.as(user).at("postId", post.value()).at("userId", user);
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
