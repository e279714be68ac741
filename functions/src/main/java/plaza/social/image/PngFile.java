package plaza.social.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import plaza.social.image.ImageFile.Size;
import plaza.text.Malformed;

/// The structure of a PNG file (<https://www.w3.org/TR/png-3/>): chunks, of which the first states
/// the size and the last ends the image.
final class PngFile {
    private static final int HEADER_BYTES = 13;
    private static final int CHECKSUM_BYTES = 4;

    /// The most bytes of all compressed texts together. Metadata has a few thousand.
    private static final int TEXT_BYTES_MAX = 1_000_000;

    private final Inflater inflater;
    private int textBytesLeft = TEXT_BYTES_MAX;

    private PngFile(Inflater inflater) {
        this.inflater = inflater;
    }

    static Size size(Bytes file) {
        var inflater = new Inflater();
        try {
            return new PngFile(inflater).read(file);
        } finally {
            inflater.end();
        }
    }

    private Size read(Bytes file) {
        file.expect("\u0089PNG\r\n\u001a\n");
        if (file.big32() != HEADER_BYTES) {
            throw ImageFile.incomplete();
        }
        file.expect("IHDR");
        var header = file.part(HEADER_BYTES);
        var size = new Size(side(header), side(header));
        file.skip(CHECKSUM_BYTES);
        var hasPixels = false;
        while (true) {
            var length = file.big32();
            var type = file.text(CHECKSUM_BYTES);
            var chunk = file.part(length);
            file.skip(CHECKSUM_BYTES);
            switch (type) {
                case "IDAT" -> hasPixels = true;
                case "eXIf" -> ExifBlock.requireNoPosition(chunk.part(chunk.remaining()));
                case "tEXt" -> text(keyword(chunk), chunk.rest());
                case "zTXt" -> text(keyword(chunk), inflated(chunk.skip(1).rest()));
                case "iTXt" -> internationalText(chunk);
                case "IEND" -> {
                    if (!file.isAtEnd()) {
                        throw ImageFile.trailing();
                    }
                    if (!hasPixels) {
                        throw ImageFile.incomplete();
                    }
                    return size;
                }
                default -> {}
            }
        }
    }

    private static int side(Bytes header) {
        var side = header.big32();
        // more than the number of pixels allows, also for an image of one row
        return (int) Math.min(side, ImageFile.PIXELS_MAX + 1);
    }

    private static String keyword(Bytes chunk) {
        var word = new StringBuilder();
        for (var letter = chunk.next(); letter != 0; letter = chunk.next()) {
            word.append((char) letter);
        }
        return word.toString();
    }

    private void internationalText(Bytes chunk) {
        var keyword = keyword(chunk);
        var isCompressed = chunk.next() == 1;
        chunk.skip(1);
        var _ = keyword(chunk); // the language
        var _ = keyword(chunk); // the keyword in that language
        text(keyword, isCompressed ? inflated(chunk.rest()) : chunk.rest());
    }

    private static void text(String keyword, byte[] bytes) {
        var text = new String(bytes, ISO_8859_1);
        ImageFile.requireNoPosition(text);
        if (keyword.startsWith("Raw profile type ")) {
            profile(text);
        }
    }

    /// Metadata of another format, which ImageMagick writes as a text: a name, a length, and the
    /// bytes as hexadecimal digits.
    private static void profile(String text) {
        var lines = text.strip().split("\\s+", 3);
        var digits = lines.length < 3 ? "" : lines[2].replaceAll("\\s", "");
        byte[] profile;
        try {
            profile = HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException _) {
            throw ImageFile.incomplete();
        }
        ImageFile.requireNoPosition(new String(profile, ISO_8859_1));
        var bytes = new Bytes(profile);
        if (bytes.accept("Exif\0\0")) {
            ExifBlock.requireNoPosition(bytes.part(bytes.remaining()));
        }
    }

    /// The work for a file is limited, whatever its size: a text can be a thousand times as large
    /// as its compressed form.
    private byte[] inflated(byte[] compressed) {
        inflater.reset();
        try (var in = new InflaterInputStream(new ByteArrayInputStream(compressed), inflater)) {
            var text = in.readNBytes(textBytesLeft + 1);
            textBytesLeft -= text.length;
            if (textBytesLeft < 0) {
                throw new Malformed("must be an image whose texts have at most 1 MB");
            }
            return text;
        } catch (IOException _) {
            throw ImageFile.incomplete();
        }
    }
}
