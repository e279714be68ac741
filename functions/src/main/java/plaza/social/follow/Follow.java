package plaza.social.follow;

import java.time.Instant;
import plaza.id.UserId;
import plaza.rule.Pure;

/// A user follows another user. Users cannot follow themselves.
@Pure
public record Follow(UserId follower, UserId followee, Instant followedAt) {
    public Follow {
        if (follower.equals(followee)) {
            throw new IllegalArgumentException("a user cannot follow themselves");
        }
    }
}
