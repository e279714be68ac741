package plaza.social.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import plaza.interleaving.EdgeRoutes;
import plaza.social.id.PostId;
import plaza.testkit.TestBed;

/// Random requests of a few users of a social network, through the handlers.
public final class SocialTraffic {
    private static final int USERS = 18;

    /// Users with requests to follow them. Many, because each corruption needs a user of its own.
    private static final int PROTECTED_USERS = 8;

    private static final int SESSIONS = 40;

    private static final List<String> ADDING = EdgeRoutes.addingOwn();
    private static final List<String> REMOVING = EdgeRoutes.removingOwn();

    /// Posts that mention a user, for corruptions of their notifications.
    private static final int MENTIONS = 3;

    /// No post is deleted while only so many exist.
    private static final int POSTS_MIN = 8;

    private final TestBed bed;
    private final SplittableRandom random;
    private final List<Written> posts = new ArrayList<>();
    private int written;

    private record Written(PostId id, String author) {}

    public SocialTraffic(TestBed bed, SplittableRandom random) {
        this.bed = bed;
        this.random = random;
        for (var user = 0; user < USERS; user++) {
            bed.user("u" + user);
            if (user % 3 == 0) {
                bed.divideFollowers("u" + user);
            }
        }
        for (var user = 0; user < USERS; user++) {
            bed.follow("u" + user, "u" + (user + 1) % USERS);
        }
        for (var pair : List.of("u0 u4", "u1 u5", "u2 u3")) {
            var users = pair.split(" ", -1);
            bed.block(users[0], users[1]);
        }
        for (var pair : List.of("u3 u0", "u4 u1", "u5 u2", "u6 u8", "u7 u9")) {
            var users = pair.split(" ", -1);
            bed.follow(users[0], users[1]);
            bed.mute(users[0], users[1]);
        }
        for (var number = 0; number < PROTECTED_USERS; number++) {
            var author = "protected" + number;
            bed.user(author);
            bed.protect(author, true);
            List.of("u0", "u1").forEach(requester -> bed.follow(requester, author));
        }
        bed.report("u0", "userId", "u1");
        bed.report("u0", "userId", "u2");
    }

    /// Sends random requests.
    public void send(int requests) {
        for (var request = 0; request < requests; request++) {
            bed.clock().advance(Duration.ofSeconds(random.nextInt(30)));
            send();
        }
    }

    /// Writes posts and replies, and a few posts that mention users.
    public void writePosts(int count) {
        for (var number = 0; number < count; number++) {
            bed.clock().advance(Duration.ofSeconds(random.nextInt(30)));
            writePost("u" + random.nextInt(USERS));
        }
        for (var number = 0; number < MENTIONS; number++) {
            bed.post("u" + number, "something for @u" + (number + 1));
        }
    }

    private void send() {
        var user = "u" + random.nextInt(USERS);
        var other = "u" + random.nextInt(USERS);
        switch (random.nextInt(10)) {
            case 0, 1 -> sendEdge("FollowUser", user, other);
            case 2 -> {
                switch (random.nextInt(8)) {
                    case 0 -> sendGate("BlockUser", "blockedId", user, other);
                    case 1 -> sendGate("UnblockUser", "blockedId", user, other);
                    case 2, 3 -> sendGate("MuteUser", "mutedId", user, other);
                    case 4 -> sendGate("UnmuteUser", "mutedId", user, other);
                    default -> sendEdge("UnfollowUser", user, other);
                }
            }
            case 3 -> writePost(user);
            case 4, 5, 6 -> {
                if (!posts.isEmpty()) {
                    bed.as(user)
                            .at("postId", post().id().value())
                            .at("userId", user)
                            .send(oneOf(random.nextInt(3) == 0 ? REMOVING : ADDING));
                }
            }
            case 7, 8 -> {
                if (!posts.isEmpty()) {
                    bed.as(user)
                            .at("postId", post().id().value())
                            .at("sessionId", "s" + random.nextInt(SESSIONS))
                            .send("RecordView");
                }
            }
            default -> {
                if (posts.size() > POSTS_MIN && random.nextInt(3) == 0) {
                    var post = posts.remove(random.nextInt(posts.size()));
                    bed.as(post.author())
                            .at("userId", post.author())
                            .at("postId", post.id().value())
                            .send("DeletePost");
                }
            }
        }
    }

    private void writePost(String user) {
        posts.add(new Written(write(user), user));
    }

    private String oneOf(List<String> functions) {
        return functions.get(random.nextInt(functions.size()));
    }

    private PostId write(String author) {
        written++;
        return switch (written % 5) {
            case 0, 2 -> bed.post(author, "something");
            case 1, 3 -> replyOrPost(author);
            default -> bed.post(author, "something new");
        };
    }

    /// Writes a reply, or a post if the author sees no post.
    private PostId replyOrPost(String author) {
        var shuffled = new ArrayList<>(posts);
        Collections.shuffle(shuffled, random);
        for (var post : shuffled) {
            var get = bed.as(author).at("postId", post.id().value());
            if (get.send("GetPostById").status() == 200) {
                return bed.reply(author, post.id());
            }
        }
        return bed.post(author, "the first");
    }

    private Written post() {
        return posts.get(random.nextInt(posts.size()));
    }

    private void sendGate(String function, String parameter, String user, String other) {
        if (!user.equals(other)) {
            bed.as(user).at("userId", user).at(parameter, other).send(function);
        }
    }

    private void sendEdge(String function, String user, String other) {
        if (!user.equals(other)) {
            bed.as(user).at("userId", user).at("followeeId", other).send(function);
        }
    }
}
