package plaza.social.image;

/// The metadata of a camera in a file: a TIFF structure whose first directory can refer to one with
/// a position (Exif 3.0, 4.6.6).
final class ExifBlock {
    private static final int GPS_DIRECTORY = 0x8825;
    private static final int LATITUDE = 2;
    private static final int LONGITUDE = 4;
    private static final int ENTRY_BYTES = 12;

    private ExifBlock() {}

    /// Rejects a position. Each tag occurs once, so the work is at most that of two directories.
    /// Other entries of the directory, such as its version, are not one.
    static void requireNoPosition(Bytes tiff) {
        var isLittle = tiff.accept("II");
        if (!isLittle) {
            tiff.expect("MM");
        }
        tiff.skip(2);
        var first = tiff.from(number(tiff, isLittle));
        var hasDirectory = false;
        for (var left = shortNumber(first, isLittle); left > 0; left--) {
            var entry = first.part(ENTRY_BYTES);
            if (shortNumber(entry, isLittle) == GPS_DIRECTORY) {
                if (hasDirectory) {
                    throw ImageFile.incomplete();
                }
                hasDirectory = true;
                entry.skip(Short.BYTES + Integer.BYTES);
                requireNoPosition(tiff.from(number(entry, isLittle)), isLittle);
            }
        }
    }

    private static void requireNoPosition(Bytes directory, boolean isLittle) {
        for (var left = shortNumber(directory, isLittle); left > 0; left--) {
            var tag = shortNumber(directory.part(ENTRY_BYTES), isLittle);
            if (tag == LATITUDE || tag == LONGITUDE) {
                throw ImageFile.position();
            }
        }
    }

    private static int shortNumber(Bytes bytes, boolean isLittle) {
        return isLittle ? bytes.little16() : bytes.big16();
    }

    private static long number(Bytes bytes, boolean isLittle) {
        return isLittle ? bytes.little32() : bytes.big32();
    }
}
