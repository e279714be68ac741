package plaza.social.image;

import org.jspecify.annotations.Nullable;
import plaza.rule.Pure;
import plaza.text.TextRule;

/// An image of a post or a profile.
///
/// @param url where it is served. It ends with the name of the image.
/// @param alt what the image shows, for those who do not see it; null if its author did not write
///   it
@Pure
public record Image(String url, @Nullable String alt) {
    /// The most images of a post.
    public static final int COUNT_MAX = 4;

    /// The limit allows a few sentences. The texts of four images are as large as one post.
    public static final TextRule ALT = TextRule.lines(500, 2_000);

    /// The name, from which the address of its object derives.
    public ImageName name() {
        return ImageName.of(url.substring(url.lastIndexOf('/') + 1));
    }

    /// The same image with another text.
    public Image with(@Nullable String otherAlt) {
        return new Image(url, otherAlt);
    }
}
