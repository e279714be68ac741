package plaza.social.model;

import java.time.Duration;
import java.time.Instant;
import plaza.id.PostId;
import plaza.id.UserId;

/// A reference to a post in somebody's timeline. It holds nothing of the post, so that an edit
/// shows at once.
public record TimelineEntry(UserId reader, UserId author, PostId post, Instant timestamp) {
    /// How long after it was written a post stays in timelines.
    public static final Duration LIFETIME = Duration.ofDays(30);

    /// How many of a followee's newest posts a new follower finds in his timeline.
    public static final int BACKFILL_MAX = 100;

    public Instant end() {
        return timestamp.plus(LIFETIME);
    }
}
