package plaza.social.model;

import java.time.Instant;
import plaza.id.UserId;

/// That one user follows another, since when. Nobody follows himself.
public record Follow(UserId follower, UserId followee, Instant followedAt) {
    public Follow {
        if (follower.equals(followee)) {
            throw new IllegalArgumentException("nobody follows himself");
        }
    }
}
