package plaza.social.user;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.social.image.Image;
import plaza.social.image.ImageName;
import plaza.text.TextRule;

/// A user's profile.
///
/// @param content a description, or null
/// @param imageUrl the URL of an image, or null
/// @param image the name of this image if the user has uploaded it, or null
/// @param createdAt when the profile was created
@Pure
public record UserInfo(
        UserId user,
        String name,
        @Nullable String content,
        @Nullable String imageUrl,
        @Nullable ImageName image,
        Instant createdAt) {
    /// With this limit, a name fits on one line of any screen.
    public static final TextRule NAME = TextRule.line(50, 200);

    /// The limit allows a few sentences.
    public static final TextRule CONTENT = TextRule.lines(500, 2_000).orEmpty();

    /// A profile without an uploaded image.
    public UserInfo(
            UserId user,
            String name,
            @Nullable String content,
            @Nullable String imageUrl,
            Instant createdAt) {
        this(user, name, content, imageUrl, null, createdAt);
    }

    UserInfo createdAt(Instant time) {
        return new UserInfo(user, name, content, imageUrl, image, time);
    }

    /// The profile with an image that the user has uploaded.
    UserInfo with(Image uploaded) {
        return new UserInfo(user, name, content, uploaded.url(), uploaded.name(), createdAt);
    }

    /// The uploaded image; empty if the user has none.
    public List<Image> images() {
        return image == null || imageUrl == null
                ? List.of()
                : List.of(new Image(imageUrl, image, null));
    }

    /// The name of the uploaded image; empty if the user has none.
    public List<ImageName> imageNames() {
        return image == null ? List.of() : List.of(image);
    }
}
