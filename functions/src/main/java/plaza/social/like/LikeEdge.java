package plaza.social.like;

import java.time.Instant;
import java.util.List;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.post.PostItems;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.tally.EdgeChange;
import plaza.tally.SequenceNumber;

/// Turns likes from the stream into changes of their counter.
public final class LikeEdge {
    private LikeEdge() {}

    /// A like that was added or removed.
    ///
    /// @param on whether it was added
    /// @param at when it was removed
    /// @param uncounted the write that starts the erasure of the post's likes and views; it is
    ///   applied if the post no longer exists
    public static EdgeChange change(
            PostId post,
            UserId user,
            boolean on,
            SequenceNumber sequence,
            Instant at,
            Write uncounted) {
        return new EdgeChange(
                KeySpace.likeCount(post),
                PostItems.LIKE_COUNT,
                KeySpace.likeLedger(post, user),
                on,
                sequence,
                on ? null : at,
                on ? List.of(uncounted) : List.of());
    }
}
