package plaza.social.user;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.text.TextRule;

/// A user's profile.
///
/// @param content a description, or null
/// @param imageUrl the URL of an image, or null
/// @param createdAt when the profile was created
@Pure
public record UserInfo(
        UserId user,
        String name,
        @Nullable String content,
        @Nullable String imageUrl,
        Instant createdAt) {
    /// With this limit, a name fits on one line of any screen.
    public static final TextRule NAME = TextRule.line(50, 200);

    /// The limit allows a few sentences.
    public static final TextRule CONTENT = TextRule.lines(500, 2_000).orEmpty();

    UserInfo createdAt(Instant time) {
        return new UserInfo(user, name, content, imageUrl, time);
    }
}
