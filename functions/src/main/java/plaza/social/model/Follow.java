package plaza.social.model;

import java.time.Instant;
import plaza.id.UserId;

/// A user follows another user. Users cannot follow themselves.
public record Follow(UserId follower, UserId followee, Instant followedAt) {
    public Follow {
        if (follower.equals(followee)) {
            throw new IllegalArgumentException("a user cannot follow themselves");
        }
    }
}
