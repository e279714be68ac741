package plaza.social.follow;

import java.time.Instant;
import plaza.id.UserId;
import plaza.rule.Pure;

/// A user wants to follow a protected user, who accepts or declines.
@Pure
public record FollowRequest(UserId requester, UserId followee, Instant requestedAt) {}
