package plaza.social.image;

import plaza.social.image.ImageFile.Size;

/// The structure of a GIF file (GIF89a, <https://www.w3.org/Graphics/GIF/spec-gif89a.txt>).
final class GifFile {
    private static final int EXTENSION = 0x21;
    private static final int IMAGE = 0x2C;
    private static final int END = 0x3B;
    private static final int HAS_COLORS = 0x80;
    private static final int COLORS_MASK = 7;
    private static final int COLOR_BYTES = 3;

    private GifFile() {}

    static Size size(Bytes file) {
        if (!file.accept("GIF89a")) {
            file.expect("GIF87a");
        }
        var size = new Size(file.little16(), file.little16());
        var flags = file.next();
        skipColors(file.skip(2), flags);
        var hasImage = false;
        while (true) {
            switch (file.next()) {
                case EXTENSION -> skipBlocks(file.skip(1));
                case IMAGE -> {
                    hasImage = true;
                    file.skip(8);
                    skipColors(file, file.next());
                    skipBlocks(file.skip(1));
                }
                case END -> {
                    if (!file.isAtEnd()) {
                        throw ImageFile.trailing();
                    }
                    if (!hasImage) {
                        throw ImageFile.incomplete();
                    }
                    return size;
                }
                default -> throw ImageFile.incomplete();
            }
        }
    }

    private static void skipColors(Bytes file, int flags) {
        if ((flags & HAS_COLORS) != 0) {
            file.skip((long) COLOR_BYTES << ((flags & COLORS_MASK) + 1));
        }
    }

    private static void skipBlocks(Bytes file) {
        for (var length = file.next(); length > 0; length = file.next()) {
            file.skip(length);
        }
    }
}
