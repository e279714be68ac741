package plaza.social.standing;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import plaza.social.id.PostId;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Ann with an old and a new post and a reply to Cat's post, Ben who follows her, and Cat who does
/// not. All like Ann's post, and Ann likes Cat's.
final class StandingBed implements AutoCloseable {
    /// The routes about a user, and those that return a post, which read the standing itself.
    static final List<String> ABOUT_USER =
            List.of(
                    "GetFollowerListByUserId",
                    "GetFollowingListByUserId",
                    "GetPostListByUserId",
                    "GetPost",
                    "GetPostById",
                    "GetThread");

    /// The other routes about a post, which read its copy of the standing.
    static final List<String> ABOUT_POST =
            List.of(
                    "ListReplies",
                    "GetUserLikesByPostId",
                    "GetLikeCountByPostId",
                    "GetViewCountByPostId");

    final TestBed bed = new TestBed();
    final PostId post;
    final PostId catsPost;
    final PostId reply;
    final PostId bensReply;

    StandingBed() {
        List.of("ann", "ben", "cat").forEach(bed::user);
        bed.as("ann")
                .at("userId", "ann")
                .body("{\"name\": \"ann\", \"content\": \"About me.\"}")
                .send("PutUserInfo")
                .orFail();
        bed.follow("ben", "ann");
        bed.follow("ben", "cat");
        bed.follow("ann", "cat");
        post = bed.post("ann", "Fog.");
        catsPost = bed.post("cat", "Rain.");
        for (var user : List.of("ben", "cat")) {
            like(user, post);
        }
        like("ann", catsPost);
        reply = bed.reply("ann", catsPost);
        bensReply = bed.reply("ben", reply);
        bed.drain();
    }

    void like(String user, PostId liked) {
        bed.as(user).at("postId", liked.value()).at("userId", user).send("LikePost").orFail();
    }

    /// A request of a reader about Ann and her post.
    TestRequest about(String reader) {
        return bed.as(reader).at("userId", "ann").at("postId", post.value());
    }

    /// The statuses of the responses to a reader.
    Map<String, Integer> statuses(String reader, List<String> functions) {
        var statuses = new TreeMap<String, Integer>();
        functions.forEach(
                function -> statuses.put(function, about(reader).send(function).status()));
        return statuses;
    }

    /// What a reader finds in lists of many authors: the replies to Cat's post, the posts above
    /// Ben's reply, the reader's timeline and the posts that they like.
    Map<String, List<String>> lists(String reader) {
        var lists = new TreeMap<String, List<String>>();
        lists.put(
                "replies",
                bed.as(reader).at("postId", catsPost.value()).send("ListReplies").column("postId"));
        lists.put(
                "above",
                bed.as(reader)
                        .at("postId", bensReply.value())
                        .send("GetThread")
                        .json()
                        .path("ancestors")
                        .findValuesAsText("content"));
        lists.put("timeline", own(reader, "GetTimelineByUserId"));
        lists.put("liked", own(reader, "ListLikedPosts"));
        return lists;
    }

    private List<String> own(String reader, String function) {
        return bed.as(reader).at("userId", reader).send(function).column("postId");
    }

    @Override
    public void close() {
        bed.close();
    }
}
