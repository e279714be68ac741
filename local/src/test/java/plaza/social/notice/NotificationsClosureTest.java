package plaza.social.notice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.social.id.PostId;
import plaza.social.post.Mentions;
import plaza.testkit.TestBed;

/// After a random history, each user's notifications are what the other routes show the user of
/// follows, requests, replies, mentions and likes. And the badge equals the list, before the stream
/// is drained as well.
class NotificationsClosureTest {
    private static final List<String> USERS = List.of("ann", "bob", "cid", "dan", "eve", "fay");
    private static final int STEPS = 120;

    private final Map<PostId, String> authors = new TreeMap<>();

    @Test
    void notificationsAreWhatOtherRoutesShow() {
        Seeds.forEach(
                "histories",
                Seeds.number(2, 60),
                random -> {
                    authors.clear();
                    try (var bed = new TestBed()) {
                        USERS.forEach(bed::user);
                        for (var step = 0; step < STEPS; step++) {
                            bed.clock().advance(Duration.ofSeconds(1 + random.nextInt(600)));
                            step(bed, random);
                            if (random.nextInt(3) > 0) {
                                bed.drain();
                            }
                            assertBadge(bed, USERS.get(random.nextInt(USERS.size())));
                        }
                        bed.drain();
                        for (var user : USERS) {
                            assertBadge(bed, user);
                            assertThat(listed(bed, user)).as(user).isEqualTo(expected(bed, user));
                        }
                    }
                });
    }

    private void step(TestBed bed, SplittableRandom random) {
        var user = any(random, USERS);
        var other = any(random, USERS.stream().filter(one -> !one.equals(user)).toList());
        var posts = List.copyOf(authors.keySet());
        if (posts.isEmpty()) {
            write(bed, user, "Look, @" + other + " and @stranger", null);
            return;
        }
        var post = any(random, posts);
        var call = bed.as(user).at("userId", user);
        switch (random.nextInt(16)) {
            case 0, 1 -> call.at("followeeId", other).send("FollowUser");
            case 2 -> call.at("followeeId", other).send("UnfollowUser");
            case 3 -> call.at("blockedId", other).send("BlockUser");
            case 4 -> call.at("blockedId", other).send("UnblockUser");
            case 5 -> call.at("mutedId", other).send("MuteUser");
            case 6 -> call.at("mutedId", other).send("UnmuteUser");
            case 7 -> write(bed, user, "Look, @" + other + " and @stranger", null);
            case 8 ->
                    call.body("{\"name\": \"x\", \"protected\": " + (random.nextInt(3) == 0) + "}")
                            .send("PutUserInfo");
            case 9, 10 -> call.at("postId", id(post)).send("LikePost");
            case 11 -> call.at("postId", id(post)).send("UnlikePost");
            case 12 -> write(bed, user, "Yes, @" + other, post);
            case 13 -> {
                var author = Objects.requireNonNull(authors.get(post));
                bed.as(author).at("userId", author).at("postId", id(post)).send("DeletePost");
            }
            case 14 -> {
                var newest = call.send("ListNotifications").json().path("items").path(0);
                if (newest.has("at")) {
                    call.body("{\"at\": \"" + newest.path("at").asText() + "\"}")
                            .send("MarkNotificationsSeen");
                }
            }
            default -> {
                if (random.nextInt(6) == 0) {
                    bed.suspend(user, random.nextBoolean());
                }
            }
        }
    }

    private void write(TestBed bed, String user, String content, @Nullable PostId parent) {
        var reply = parent == null ? "" : ", \"inReplyTo\": {\"postId\": \"" + parent + "\"}";
        var response =
                bed.as(user)
                        .at("userId", user)
                        .body("{\"content\": \"" + content + "\"" + reply + "}")
                        .send("CreatePost");
        if (response.status() == 201) {
            authors.put(PostId.of(response.json().path("postId").asText()), user);
        }
    }

    /// The badge is the number of unread items in the whole list.
    private static void assertBadge(TestBed bed, String user) {
        var unread =
                bed.as(user).at("userId", user).all("ListNotifications", 3).stream()
                        .filter(item -> item.path("unread").asBoolean())
                        .count();
        var badge = bed.as(user).at("userId", user).send("CountUnreadNotifications").orFail();
        assertThat(badge.json().path("count").asLong())
                .as("the badge of %s", user)
                .isEqualTo(unread);
    }

    /// The kinds, posts and counts that are listed, with one actor.
    private static Set<String> listed(TestBed bed, String user) {
        var listed = new TreeSet<String>();
        for (var item : bed.as(user).at("userId", user).all("ListNotifications", 3)) {
            var kind = item.path("kind").asText();
            listed.add(
                    kind.equals("like")
                            ? "like " + item.path("postId").asText() + " " + item.path("count")
                            : kind
                                    + " "
                                    + item.path("postId").asText()
                                    + " "
                                    + item.path("actors").path(0).path("userId").asText());
        }
        return listed;
    }

    private Set<String> expected(TestBed bed, String user) {
        var expected = new TreeSet<String>();
        var muted = ids(bed, user, "ListMutes");
        for (var follower : ids(bed, user, "GetFollowerListByUserId")) {
            add(expected, muted, "follow  ", follower);
        }
        for (var requester : ids(bed, user, "ListFollowRequests")) {
            add(expected, muted, "followRequest  ", requester);
        }
        authors.forEach((post, author) -> {
            var read = bed.as(user).at("postId", id(post)).send("GetPostById");
            if (read.status() != 200) {
                return;
            }
            if (author.equals(user)) {
                likes(bed, user, post, muted, expected);
                return;
            }
            var parent = read.json().path("inReplyTo").path("postId").asText();
            var isReply = !parent.isEmpty() && user.equals(authors.get(PostId.of(parent)));
            if (isReply) {
                add(expected, muted, "reply " + post + " ", author);
            } else if (Mentions.in(read.json().path("content").asText()).stream()
                    .anyMatch(mentioned -> mentioned.value().equals(user))) {
                add(expected, muted, "mention " + post + " ", author);
            }
        });
        return expected;
    }

    /// A notification of likes names at most three users, and exists if the reader sees one of
    /// them.
    private static void likes(
            TestBed bed, String user, PostId post, List<String> muted, Set<String> expected) {
        var likers = new ArrayList<String>();
        bed.as(user)
                .at("postId", id(post))
                .all("GetUserLikesByPostId", 50)
                .forEach(like -> likers.add(like.path("userId").asText()));
        likers.remove(user);
        likers.removeAll(muted);
        if (!likers.isEmpty()) {
            var count = bed.as(user).at("postId", id(post)).send("GetLikeCountByPostId");
            expected.add("like " + post + " " + count.json().path("likeCount"));
        }
    }

    private static void add(Set<String> expected, List<String> muted, String text, String actor) {
        if (!muted.contains(actor)) {
            expected.add(text + actor);
        }
    }

    private static List<String> ids(TestBed bed, String user, String function) {
        return bed.as(user).at("userId", user).all(function, 50).stream()
                .map((JsonNode item) -> item.path("userId").asText())
                .toList();
    }

    private static String id(PostId post) {
        return post.value();
    }

    private static <T> T any(SplittableRandom random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
