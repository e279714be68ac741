package plaza.social.image;

import org.jspecify.annotations.Nullable;
import plaza.social.image.ImageFile.Size;

/// The structure of a WebP file (RFC 9649): chunks in a container that states its length.
final class WebpFile {
    private static final int SIDE_BITS = 14;
    private static final int SIDE_MASK = (1 << SIDE_BITS) - 1;
    private static final int LOSSLESS_SIGNATURE = 0x2F;

    private WebpFile() {}

    static Size size(Bytes file) {
        file.expect("RIFF");
        var container = file.part(file.little32());
        if (!file.isAtEnd()) {
            throw ImageFile.trailing();
        }
        container.expect("WEBP");
        @Nullable Size canvas = null;
        @Nullable Size image = null;
        while (!container.isAtEnd()) {
            var type = container.text(4);
            var length = container.little32();
            var chunk = container.part(length);
            // chunks begin at even bytes
            container.skip(length % 2);
            switch (type) {
                case "VP8X" -> canvas = canvas(chunk);
                case "VP8 " -> image = lossy(chunk);
                case "VP8L" -> image = lossless(chunk);
                case "ANMF" -> image = frame(chunk);
                case "EXIF" -> {
                    // some programs write the beginning of a segment of JPEG
                    var _ = chunk.accept("Exif\0\0");
                    ExifBlock.requireNoPosition(chunk.part(chunk.remaining()));
                }
                default -> {}
            }
        }
        if (image == null) {
            throw ImageFile.incomplete();
        }
        return canvas == null ? image : canvas;
    }

    private static Size canvas(Bytes chunk) {
        chunk.skip(4);
        return new Size(chunk.little24() + 1, chunk.little24() + 1);
    }

    private static Size frame(Bytes chunk) {
        chunk.skip(6);
        return new Size(chunk.little24() + 1, chunk.little24() + 1);
    }

    private static Size lossy(Bytes chunk) {
        chunk.skip(3).expect("\u009d\u0001*");
        return new Size(chunk.little16() & SIDE_MASK, chunk.little16() & SIDE_MASK);
    }

    private static Size lossless(Bytes chunk) {
        if (chunk.next() != LOSSLESS_SIGNATURE) {
            throw ImageFile.incomplete();
        }
        var sides = chunk.little32();
        return new Size(
                (int) (sides & SIDE_MASK) + 1, (int) ((sides >> SIDE_BITS) & SIDE_MASK) + 1);
    }
}
