package plaza.social.view;

import java.time.Duration;
import java.time.Instant;
import plaza.rule.Pure;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;

/// A session viewed a post. Further views of the session within [#LIFETIME] are the same view; a
/// later one counts again.
///
/// @param weight how many views it counts as, see [ViewSampling]
@Pure
public record View(PostId post, SessionId session, Instant viewedAt, long weight) {
    /// How long a session counts once.
    public static final Duration LIFETIME = Duration.ofHours(24);

    /// A view that counts once.
    public View(PostId post, SessionId session, Instant viewedAt) {
        this(post, session, viewedAt, 1);
    }

    public Instant end() {
        return viewedAt.plus(LIFETIME);
    }
}
