package plaza.social.post;

import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.social.gate.ReaderGate;
import plaza.social.user.UserProblems;
import plaza.table.Item;

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
        return switch (gate.sight(PostItems.authorIn(counter), counter)) {
            case SEEN -> counter;
            case PROTECTED -> throw UserProblems.onlyForFollowers();
            case HIDDEN -> throw noPost();
        };
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
