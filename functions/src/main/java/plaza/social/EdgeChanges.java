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

/// What of the social context is counted through the stream: likes and views.
public final class EdgeChanges {
    private EdgeChanges() {}

    /// A like that came or went.
    ///
    /// @param at when it did
    /// @param uncounted the write that has everything of the post erased, if the post is gone
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

    /// A view. Its end, when the table drops it, is not a change: views only ever come.
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
