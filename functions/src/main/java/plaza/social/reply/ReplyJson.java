package plaza.social.reply;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.http.Schema.Array;
import plaza.http.Schema.Flag;
import plaza.http.Shape;
import plaza.social.id.PostId;
import plaza.social.id.SocialIds;
import plaza.social.post.PostJson;

/// Converts threads to JSON.
public final class ReplyJson {
    /// A post above another one, or its id if it does not exist any more or may not be seen.
    private static final Shape<Ancestor> ANCESTOR =
            Shape.<Ancestor>named("Ancestor")
                    .allIfPresent(PostJson.EXPANDED_POST, Ancestor::post)
                    .with("postId", SocialIds.POST, Ancestor::id)
                    .optional("gone", Flag.TRUE, ancestor -> ancestor.post() == null ? true : null);

    public static final Shape<PostThread> THREAD =
            Shape.<PostThread>named("PostThread")
                    .with("ancestors", Array.of(ANCESTOR), PostThread::ancestors)
                    .with("post", PostJson.EXPANDED_POST, PostThread::post)
                    .with("complete", Flag.ANY, PostThread::isComplete);

    private ReplyJson() {}

    /// A post above another one.
    ///
    /// @param post null if it does not exist any more or may not be seen
    record Ancestor(PostId id, PostJson.@Nullable ExpandedPost post) {}

    /// A post and the posts above it.
    ///
    /// @param ancestors the outermost first
    /// @param isComplete whether the first ancestor replies to no other post
    record PostThread(List<Ancestor> ancestors, PostJson.ExpandedPost post, boolean isComplete) {}
}
