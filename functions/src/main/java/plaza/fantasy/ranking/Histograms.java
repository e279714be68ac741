package plaza.fantasy.ranking;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.TreeMap;

/// Packs histograms into text for items.
///
/// The text is the base64 form of alternating numbers: the difference to the previous total, and
/// the count of members. Each number takes as many bytes as it needs, with seven bits in each byte,
/// the lowest first; the highest bit is clear in the last byte. The 3,000 totals of a million
/// members take about 10,000 characters.
public final class Histograms {
    private Histograms() {}

    public static String pack(ScoreHistogram histogram) {
        var bytes = new ByteArrayOutputStream();
        var last = 0L;
        for (var entry : histogram.countsByTotal().entrySet()) {
            // Zigzag encoding, because the first total may be negative.
            var difference = entry.getKey() - last;
            put(bytes, (difference << 1) ^ (difference >> 63));
            put(bytes, entry.getValue());
            last = entry.getKey();
        }
        return Base64.getEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    public static ScoreHistogram unpack(String text) {
        var counts = new TreeMap<Long, Long>();
        var bytes = Base64.getDecoder().decode(text);
        var total = 0L;
        for (var index = new int[1]; index[0] < bytes.length; ) {
            var difference = take(bytes, index);
            total += (difference >>> 1) ^ -(difference & 1);
            counts.put(total, take(bytes, index));
        }
        return new ScoreHistogram(counts);
    }

    private static void put(ByteArrayOutputStream bytes, long number) {
        var remaining = number;
        while ((remaining & ~0x7FL) != 0) {
            bytes.write((int) (remaining & 0x7F) | 0x80);
            remaining >>>= 7;
        }
        bytes.write((int) remaining);
    }

    private static long take(byte[] bytes, int[] index) {
        var number = 0L;
        for (var shift = 0; ; shift += 7) {
            var next = bytes[index[0]++];
            number |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return number;
            }
        }
    }
}
