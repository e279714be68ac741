package plaza.social.image;

import java.util.List;
import plaza.rule.Pure;

/// The types of images that users can upload. All browsers show them, and none contains a script.
@Pure
public enum ImageType {
    JPEG("image/jpeg", "jpg"),
    PNG("image/png", "png"),
    WEBP("image/webp", "webp"),
    GIF("image/gif", "gif");

    private final String mediaType;
    private final String extension;

    ImageType(String mediaType, String extension) {
        this.mediaType = mediaType;
        this.extension = extension;
    }

    public String mediaType() {
        return mediaType;
    }

    /// How the names of files of this type end, without a dot.
    public String extension() {
        return extension;
    }

    /// The type with this extension.
    public static ImageType ofExtension(String extension) {
        return List.of(values()).stream()
                .filter(type -> type.extension.equals(extension))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no type of images"));
    }
}
