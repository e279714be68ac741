package plaza.clubs;

import java.time.Instant;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.text.TextRule;

/// A club.
///
/// @param members the number of members that the stream has counted
@Pure
public record Club(ClubId id, String name, UserId founder, Instant createdAt, long members) {
    public static final TextRule NAME = TextRule.line(60, 240);

    Club named(String newName) {
        return new Club(id, newName, founder, createdAt, members);
    }
}
