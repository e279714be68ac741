package plaza.social.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.text.TextRule;

/// Who a user says he is.
///
/// @param content what he tells of himself, or null
/// @param imageUrl his picture, or null
/// @param createdAt when he first said so
public record UserInfo(
        UserId user,
        String name,
        @Nullable String content,
        @Nullable String imageUrl,
        Instant createdAt) {
    /// A name fits one line of any screen.
    public static final TextRule NAME = TextRule.line(50, 200);

    /// A few sentences.
    public static final TextRule CONTENT = TextRule.lines(500, 2_000).orEmpty();
}
