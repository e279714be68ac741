package plaza.fantasy.ranking;

import java.util.HexFormat;
import plaza.rule.Pure;

/// Encodes a total of points as text that sorts in numeric order: −6 before 0 before 9 before 10.
///
/// The text is [#WIDTH] hexadecimal digits and covers all 64-bit numbers. The sign bit is flipped,
/// so signed numbers sort like unsigned ones, and digits of a fixed width sort like the unsigned
/// number. `0` is `8000000000000000`.
@Pure
public final class SortableTotal {
    /// Hexadecimal digits of 64 bits.
    public static final int WIDTH = 16;

    private static final HexFormat HEX = HexFormat.of();

    private SortableTotal() {}

    public static String encode(long total) {
        return HEX.toHexDigits(total ^ Long.MIN_VALUE);
    }

    /// Decodes a total.
    ///
    /// @throws IllegalArgumentException if the text is not the encoding of any total
    public static long decode(String text) {
        if (text.length() != WIDTH) {
            throw new IllegalArgumentException("a sortable total has 16 digits");
        }
        long total = HexFormat.fromHexDigitsToLong(text) ^ Long.MIN_VALUE;
        if (!encode(total).equals(text)) {
            throw new IllegalArgumentException(
                    "a sortable total is not in lowercase hexadecimal digits");
        }
        return total;
    }
}
