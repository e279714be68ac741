package plaza.social.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import plaza.text.Malformed;

/// The rules for the file of an image: it is complete and of the stated type, nothing follows the
/// image, it has a limited number of pixels, and it does not state where it was taken.
///
/// The whole file is read, not its beginning: PNG, WebP and GIF can have their metadata behind the
/// pixels, and a photo of a phone can be followed by a second one with a position of its own. A
/// file that is also something else, such as an archive, has that behind the image.
public final class ImageFile {
    /// The most pixels: those of the largest sensors of phones. A browser needs four bytes for each
    /// of them to show the image, however small the file is.
    public static final long PIXELS_MAX = 64_000_000;

    private ImageFile() {}

    /// The width and height in pixels.
    public record Size(int width, int height) {}

    /// Returns the size of an image.
    ///
    /// @throws Malformed if the file breaks a rule
    public static Size size(ImageType type, byte[] file) {
        var bytes = new Bytes(file);
        var size =
                switch (type) {
                    case JPEG -> JpegFile.size(bytes);
                    case PNG -> PngFile.size(bytes);
                    case WEBP -> WebpFile.size(bytes);
                    case GIF -> GifFile.size(bytes);
                };
        if (size.width() == 0 || size.height() == 0) {
            throw incomplete();
        }
        if ((long) size.width() * size.height() > PIXELS_MAX) {
            throw new Malformed("must be an image of at most 64 million pixels");
        }
        requireNoPosition(new String(file, ISO_8859_1));
        return size;
    }

    /// Rejects metadata in XMP with a position. Its properties have these names in every notation
    /// (Exif for XMP, ISO 16684-2), and are not compressed in any of the formats, except in texts
    /// of PNG.
    static void requireNoPosition(String metadata) {
        if (metadata.contains("GPSLatitude") || metadata.contains("GPSLongitude")) {
            throw position();
        }
    }

    static Malformed position() {
        return new Malformed(
                "must be an image that does not state where it was taken. Remove its metadata");
    }

    static Malformed incomplete() {
        return new Malformed("must be a complete image of the stated type");
    }

    static Malformed trailing() {
        return new Malformed("must be an image without other content behind it");
    }
}
