package plaza.clubs;

import java.time.Instant;
import plaza.id.UserId;
import plaza.rule.Pure;

/// A user is a member of a club.
@Pure
public record Member(ClubId club, UserId user, Instant joinedAt) {}
