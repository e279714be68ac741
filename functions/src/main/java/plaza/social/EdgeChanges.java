package plaza.social;

import java.time.Instant;
import java.util.List;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.model.View;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.tally.EdgeChange;
import plaza.tally.SequenceNumber;

/// Turns likes and views from the stream into changes of their counters.
public final class EdgeChanges {
    private EdgeChanges() {}

    /// A like that was added or removed.
    ///
    /// @param on whether it was added
    /// @param at when it was removed
    /// @param uncounted the write that starts the erasure of the post's likes and views; it is
    ///   applied if the post no longer exists
    public static EdgeChange like(
            PostId post,
            UserId user,
            boolean on,
            SequenceNumber sequence,
            Instant at,
            Write uncounted) {
        return new EdgeChange(
                KeySpace.likeCount(post),
                SocialItems.LIKE_COUNT,
                KeySpace.likeLedger(post, user),
                on,
                sequence,
                on ? null : at,
                on ? List.of(uncounted) : List.of());
    }

    /// A view that was added. Its expiry does not change the counter.
    public static EdgeChange view(View view, SequenceNumber sequence, Write uncounted) {
        return new EdgeChange(
                KeySpace.viewCount(view.post()),
                SocialItems.VIEW_COUNT,
                KeySpace.viewLedger(view.post(), view.session(), view.viewedAt()),
                true,
                sequence,
                view.viewedAt(),
                List.of(uncounted));
    }
}
