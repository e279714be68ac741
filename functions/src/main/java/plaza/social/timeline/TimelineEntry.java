package plaza.social.timeline;

import java.time.Duration;
import java.time.Instant;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.social.id.PostId;

/// A reference to a post in a reader's timeline. It contains nothing of the post, so that an edit
/// need not be delivered.
@Pure
public record TimelineEntry(UserId reader, UserId author, PostId post, Instant timestamp) {
    /// How long a post stays in timelines after its creation.
    public static final Duration LIFETIME = Duration.ofDays(30);

    /// How many of a followee's newest posts are added to the timeline of a new follower.
    public static final int BACKFILL_MAX = 100;

    public Instant end() {
        return timestamp.plus(LIFETIME);
    }
}
