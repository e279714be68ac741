package plaza.social.image;

import org.jspecify.annotations.Nullable;
import plaza.rule.Pure;
import plaza.text.TextRule;

/// An image of a post or a profile.
///
/// @param url where it is served; it ends with the name
/// @param name the name, from which the keys of its objects derive
/// @param alt what the image shows, for those who do not see it; null if its author did not write
///   it
@Pure
public record Image(String url, ImageName name, @Nullable String alt) {
    /// The most images of a post.
    public static final int COUNT_MAX = 4;

    /// The limit allows a few sentences. The texts of four images are as large as one post.
    public static final TextRule ALT = TextRule.lines(500, 2_000);

    /// The image that is served at an address.
    public static Image at(String url, @Nullable String alt) {
        return new Image(url, ImageName.of(url.substring(url.lastIndexOf('/') + 1)), alt);
    }

    /// The same image with another text.
    public Image with(@Nullable String otherAlt) {
        return new Image(url, name, otherAlt);
    }
}
