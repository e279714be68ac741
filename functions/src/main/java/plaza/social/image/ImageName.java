package plaza.social.image;

import java.util.regex.Pattern;
import plaza.objects.ObjectStore;
import plaza.rule.Pure;

/// The name of an image, `{upload}-{copy}-{width}x{height}.{extension}`. Only one post or profile
/// ever has it, so its object ends with that.
///
/// @param upload the id of the upload from which it was copied
/// @param copy the id of this copy
@Pure
public record ImageName(String upload, String copy, int width, int height, ImageType type) {
    private static final Pattern FORM =
            Pattern.compile("([0-9A-Z]{26})-([0-9A-Z]{26})-(\\d{1,8})x(\\d{1,8})\\.([a-z]{3,4})");

    /// Reads a name.
    public static ImageName of(String text) {
        var parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not the name of an image");
        }
        return new ImageName(
                parts.group(1),
                parts.group(2),
                Integer.parseInt(parts.group(3)),
                Integer.parseInt(parts.group(4)),
                ImageType.ofExtension(parts.group(5)));
    }

    /// The key of the object that is served.
    public String key() {
        return ObjectStore.PUBLIC + this;
    }

    /// The key of the object that the user stored.
    public String uploadKey() {
        return uploadKey(upload, type);
    }

    /// The key of an upload.
    public static String uploadKey(String upload, ImageType type) {
        return ObjectStore.UPLOADS + upload + '.' + type.extension();
    }

    @Override
    public String toString() {
        return "%s-%s-%dx%d.%s".formatted(upload, copy, width, height, type.extension());
    }
}
