package plaza.social.block;

import java.time.Instant;
import plaza.id.UserId;
import plaza.rule.Pure;

/// An entry in the list of the users whom a user blocks or mutes.
@Pure
public record Entry(UserId user, Instant since) {}
