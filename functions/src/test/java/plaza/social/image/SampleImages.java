package plaza.social.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/// Small image files. Those of JPEG, PNG and GIF are written by the JDK.
public final class SampleImages {
    /// Of one pixel, written by Google's encoder (`cwebp -lossless`).
    private static final byte[] WEBP =
            Base64.getDecoder().decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==");

    /// The name of an entry with the longitude, in XMP.
    public static final String XMP =
            "<x:xmpmeta><rdf:Description exif:GPSLongitude=\"13,24.5E\"/></x:xmpmeta>";

    private SampleImages() {}

    /// A file of this type.
    public static byte[] of(ImageType type, int width, int height) {
        if (type == ImageType.WEBP) {
            return webp(width, height);
        }
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (var x = 0; x < width; x++) {
            image.setRGB(x, x % height, 0x3366CC + x);
        }
        var bytes = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, type.extension(), bytes)) {
                throw new IllegalStateException("the JDK cannot write " + type);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /// An extended file whose canvas has this size.
    private static byte[] webp(int width, int height) {
        var canvas = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
        canvas.putInt(0).put(little24(width - 1)).put(little24(height - 1));
        var image = Arrays.copyOfRange(WEBP, 12, WEBP.length);
        return riff(concat(chunk("VP8X", canvas.array()), image));
    }

    /// A file of WebP with a further chunk behind the image.
    public static byte[] webpWith(String type, byte[] content) {
        var file = of(ImageType.WEBP, 3, 2);
        return riff(concat(Arrays.copyOfRange(file, 12, file.length), chunk(type, content)));
    }

    private static byte[] riff(byte[] chunks) {
        var size = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(chunks.length + 4);
        return concat(text("RIFF"), size.array(), text("WEBP"), chunks);
    }

    private static byte[] chunk(String type, byte[] content) {
        var size = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(content.length);
        return concat(text(type), size.array(), content, new byte[content.length % 2]);
    }

    private static byte[] little24(int number) {
        return new byte[] {(byte) number, (byte) (number >> 8), (byte) (number >> 16)};
    }

    /// A file of JPEG with a segment of metadata behind its first marker.
    public static byte[] jpegWith(byte[] content) {
        var file = of(ImageType.JPEG, 3, 2);
        var head = ByteBuffer.allocate(4).putShort((short) 0xFFE1);
        head.putShort((short) (content.length + 2));
        return concat(
                Arrays.copyOf(file, 2),
                head.array(),
                content,
                Arrays.copyOfRange(file, 2, file.length));
    }

    /// A file of PNG with a chunk before its end, behind the pixels.
    public static byte[] pngWith(String type, byte[] content) {
        return pngWith(of(ImageType.PNG, 3, 2), type, content);
    }

    /// A file of PNG with a further chunk before its end.
    public static byte[] pngWith(byte[] file, String type, byte[] content) {
        var end = file.length - 12;
        return concat(
                Arrays.copyOf(file, end),
                pngChunk(type, content),
                Arrays.copyOfRange(file, end, file.length));
    }

    /// A file of PNG that states another size than it has.
    public static byte[] pngOf(int width, int height) {
        var file = of(ImageType.PNG, 3, 2);
        var header = ByteBuffer.allocate(13).putInt(width).putInt(height);
        header.put(Arrays.copyOfRange(file, 24, 29));
        return concat(
                Arrays.copyOf(file, 8),
                pngChunk("IHDR", header.array()),
                Arrays.copyOfRange(file, 33, file.length));
    }

    private static byte[] pngChunk(String type, byte[] content) {
        var checksum = new CRC32();
        checksum.update(text(type));
        checksum.update(content);
        return ByteBuffer.allocate(content.length + 12)
                .putInt(content.length)
                .put(text(type))
                .put(content)
                .putInt((int) checksum.getValue())
                .array();
    }

    /// A file of GIF with a block before its end.
    public static byte[] gifWith(byte[] block) {
        var file = of(ImageType.GIF, 3, 2);
        return concat(Arrays.copyOf(file, file.length - 1), block, new byte[] {0x3B});
    }

    /// The metadata of a camera with a directory for the position, in which there is this entry.
    public static byte[] exif(ByteOrder order, int entry) {
        return exif(order, entry, 1);
    }

    /// The same with several references to this directory.
    public static byte[] exif(ByteOrder order, int entry, int references) {
        var directory = 10 + 12 * references + 4;
        var tiff = ByteBuffer.allocate(directory + 18).order(order);
        tiff.put(text(order == ByteOrder.LITTLE_ENDIAN ? "II" : "MM")).putShort((short) 42);
        tiff.putInt(8).putShort((short) references);
        for (var count = 0; count < references; count++) {
            tiff.putShort((short) 0x8825).putShort((short) 4).putInt(1).putInt(directory);
        }
        tiff.putInt(0);
        tiff.putShort((short) 1).putShort((short) entry).putShort((short) 5).putInt(3).putInt(0);
        return tiff.array();
    }

    public static byte[] text(String text) {
        return text.getBytes(ISO_8859_1);
    }

    public static byte[] concat(byte[]... parts) {
        var whole = new ByteArrayOutputStream();
        for (var part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }
}
