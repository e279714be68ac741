package plaza.fantasy.model;

import java.util.HexFormat;

/// A total of points as text that sorts as the number does: −6 before 0 before 9 before 10.
///
/// The whole range of 64 bits, in [#WIDTH] hexadecimal digits: the sign bit is flipped, which makes
/// the order of the signed numbers the order of the unsigned ones, and digits of one width sort as
/// the unsigned number does. `0` is `8000000000000000`.
public final class SortableTotal {
    /// Hexadecimal digits of 64 bits.
    public static final int WIDTH = 16;

    private static final HexFormat HEX = HexFormat.of();

    private SortableTotal() {}

    public static String encode(long total) {
        return HEX.toHexDigits(total ^ Long.MIN_VALUE);
    }

    /// The total behind a text.
    ///
    /// @throws IllegalArgumentException if no total encodes to the text
    public static long decode(String text) {
        if (text.length() != WIDTH) {
            throw new IllegalArgumentException("a sortable total has its width");
        }
        long total = HexFormat.fromHexDigitsToLong(text) ^ Long.MIN_VALUE;
        if (!encode(total).equals(text)) {
            throw new IllegalArgumentException("a sortable total is in lower case");
        }
        return total;
    }
}
