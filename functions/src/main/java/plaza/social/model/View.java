package plaza.social.model;

import java.time.Duration;
import java.time.Instant;
import plaza.id.PostId;
import plaza.id.SessionId;

/// That a session looked at a post. It counts once while it lives; looking again after [#LIFETIME]
/// counts again.
public record View(PostId post, SessionId session, Instant viewedAt) {
    /// How long a second look of the same session is the same view.
    public static final Duration LIFETIME = Duration.ofHours(24);

    public Instant end() {
        return viewedAt.plus(LIFETIME);
    }
}
