package plaza.social.post;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.id.UserId;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.ReaderGate.Sight;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Item;
import plaza.table.Key;

/// The problems of requests about posts.
public final class PostProblems {
    private PostProblems() {}

    /// Requires that a post exists and that the caller may see it.
    ///
    /// @param counter the counter of the post, or null if the post does not exist
    public static Item requireSeen(@Nullable Item counter, ReaderGate gate) {
        if (counter == null) {
            throw noPost();
        }
        requireSeen(gate.sight(PostItems.authorIn(counter), counter));
        return counter;
    }

    /// Requires that the caller may see the posts of an author now. The counter of a post has a
    /// copy of the author's standing, which may be that of a moment ago.
    ///
    /// @param found contains the item of the author's counts
    public static void requireSeen(UserId author, Map<Key, Item> found, ReaderGate gate) {
        var standing = Standing.of(found.get(SocialKeys.USER_COUNT.key(author)));
        requireSeen(gate.sight(author, standing.audience()));
    }

    private static void requireSeen(Sight sight) {
        switch (sight) {
            case SEEN -> {}
            case PROTECTED -> throw UserProblems.onlyForFollowers();
            case HIDDEN -> throw noPost();
        }
    }

    public static ProblemException noPost() {
        return Problem.notFound("postId", "The post does not exist.").exception();
    }

    /// The post to which a new one replies does not exist, or the caller may not see it.
    static ProblemException noParent() {
        return Problem.notFound(
                        PostJson.IN_REPLY_TO.name(), "The post to which you reply does not exist.")
                .exception();
    }
}
