package plaza.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import plaza.id.PostId;
import plaza.testkit.TestBed;

/// A small social network at work: random requests through the handlers.
final class SocialTraffic {
    private static final int USERS = 12;

    private final TestBed bed;
    private final SplittableRandom random;
    private final List<PostId> posts = new ArrayList<>();
    private final Map<PostId, String> authors = new HashMap<>();

    SocialTraffic(TestBed bed, SplittableRandom random) {
        this.bed = bed;
        this.random = random;
        for (var user = 0; user < USERS; user++) {
            bed.user("u" + user);
        }
    }

    List<PostId> posts() {
        return posts;
    }

    String author(PostId post) {
        return authors.getOrDefault(post, "");
    }

    String user() {
        return "u" + random.nextInt(USERS);
    }

    void live(int requests) {
        for (var request = 0; request < requests; request++) {
            bed.clock().advance(Duration.ofSeconds(random.nextInt(30)));
            act();
        }
    }

    /// Lives on until so many posts stand.
    void liveUntil(int posts) {
        while (this.posts.size() < posts) {
            live(1);
        }
    }

    private void act() {
        var one = user();
        var other = user();
        switch (random.nextInt(10)) {
            case 0, 1 -> edge("FollowUser", one, other);
            case 2 -> edge("UnfollowUser", one, other);
            case 3 -> {
                var post = bed.post(one, "something new");
                posts.add(post);
                authors.put(post, one);
            }
            case 4, 5, 6 -> {
                if (!posts.isEmpty()) {
                    bed.as(one)
                            .at("postId", post().value())
                            .at("userId", one)
                            .send(random.nextInt(3) == 0 ? "UnlikePost" : "LikePost");
                }
            }
            case 7, 8 -> {
                if (!posts.isEmpty()) {
                    bed.as(one)
                            .at("postId", post().value())
                            .at("sessionId", "s" + random.nextInt(40))
                            .send("RecordView");
                }
            }
            default -> {
                if (posts.size() > 8 && random.nextInt(3) == 0) {
                    var post = posts.remove(random.nextInt(posts.size()));
                    bed.as(author(post))
                            .at("userId", author(post))
                            .at("postId", post.value())
                            .send("DeletePost");
                }
            }
        }
    }

    PostId post() {
        return posts.get(random.nextInt(posts.size()));
    }

    private void edge(String function, String one, String other) {
        if (!one.equals(other)) {
            bed.as(one).at("userId", one).at("followeeId", other).send(function);
        }
    }
}
