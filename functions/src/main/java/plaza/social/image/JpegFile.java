package plaza.social.image;

import org.jspecify.annotations.Nullable;
import plaza.social.image.ImageFile.Size;

/// The structure of a JPEG file (ITU-T T.81, annex B): segments, of which some are followed by
/// compressed pixels.
final class JpegFile {
    private static final int MARKER = 0xFF;
    private static final int START = 0xD8;
    private static final int END = 0xD9;
    private static final int SCAN = 0xDA;
    private static final int APPLICATION_1 = 0xE1;

    private JpegFile() {}

    /// The size of the first image. A file can have further ones, such as a preview, for which the
    /// same rules hold.
    static Size size(Bytes file) {
        var size = image(file);
        while (!file.isAtEnd()) {
            if (isStart(file)) {
                var _ = image(file);
            } else if (!file.accept("\0")) {
                throw ImageFile.trailing();
            }
        }
        return size;
    }

    private static boolean isStart(Bytes file) {
        return file.startsWith(MARKER, START);
    }

    private static Size image(Bytes file) {
        if (!isStart(file)) {
            throw ImageFile.incomplete();
        }
        file.skip(2);
        @Nullable Size size = null;
        while (true) {
            var marker = marker(file);
            if (marker == END) {
                if (size == null) {
                    throw ImageFile.incomplete();
                }
                return size;
            }
            var segment = file.part(Math.max(0, file.big16() - 2));
            if (isFrame(marker)) {
                segment.skip(1);
                var height = segment.big16();
                size = new Size(segment.big16(), height);
            } else if (marker == APPLICATION_1 && segment.accept("Exif\0\0")) {
                ExifBlock.requireNoPosition(segment.part(segment.remaining()));
            } else if (marker == SCAN) {
                skipPixels(file);
            }
        }
    }

    /// Whether a segment begins the image and so states its size: SOF0 to SOF15, except three
    /// markers of that range that mean something else.
    private static boolean isFrame(int marker) {
        return marker >= 0xC0
                && marker <= 0xCF
                && marker != 0xC4
                && marker != 0xC8
                && marker != 0xCC;
    }

    /// Reads a marker, before which there may be fill bytes.
    private static int marker(Bytes file) {
        if (file.next() != MARKER) {
            throw ImageFile.incomplete();
        }
        var marker = file.next();
        while (marker == MARKER) {
            marker = file.next();
        }
        return marker;
    }

    /// Skips compressed pixels up to the next marker. In them, `FF 00` is a byte and `FF D0` to `FF
    /// D7` are points at which a decoder can begin anew.
    private static void skipPixels(Bytes file) {
        while (true) {
            file.skipTo(MARKER);
            var next = file.second();
            if (next != 0 && next != MARKER && (next < 0xD0 || next > 0xD7)) {
                return;
            }
            file.skip(next == MARKER ? 1 : 2);
        }
    }
}
