package plaza.social;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.model.View;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.tally.Sequence;
import plaza.tally.Tally;

/// What of the social context is counted through the stream: likes and views.
public final class Tallies {
    /// How long a ledger row that is no longer needed for a live edge is kept: longer than any
    /// record can come again (the stream keeps a day; a redrive refuses records older than
    /// [#REDRIVE_MAX]).
    public static final Duration LEDGER_LIFETIME = Duration.ofDays(30);

    /// The oldest record that may be put through again.
    public static final Duration REDRIVE_MAX = Duration.ofDays(28);

    private Tallies() {}

    /// A like that came or went.
    ///
    /// @param at when it did
    /// @param uncounted the write that has everything of the post erased, if the post is gone
    public static Tally like(
            PostId post, UserId user, boolean on, Sequence sequence, Instant at, Write uncounted) {
        return new Tally(
                KeySpace.likeCount(post),
                SocialItems.LIKE_COUNT,
                KeySpace.likeLedger(post, user),
                on,
                sequence,
                on ? null : at.plus(LEDGER_LIFETIME),
                on ? List.of(uncounted) : List.of());
    }

    /// A view. Its end, when the table drops it, is not a change: views only ever come.
    public static Tally view(View view, Sequence sequence, Write uncounted) {
        return new Tally(
                KeySpace.viewCount(view.post()),
                SocialItems.VIEW_COUNT,
                KeySpace.viewLedger(view.post(), view.session(), view.viewedAt()),
                true,
                sequence,
                view.viewedAt().plus(LEDGER_LIFETIME),
                List.of(uncounted));
    }
}
