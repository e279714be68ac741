package plaza.fantasy;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.TreeMap;
import plaza.fantasy.model.ScoreHistogram;

/// Histograms as text for items: the steps between the totals and the counts, each in as many bytes
/// as it needs (seven bits a byte, lowest first; the last byte has the highest bit clear), as
/// base64. The 3,000 totals of a million members are about 10,000 characters.
final class Histograms {
    private Histograms() {}

    static String pack(ScoreHistogram histogram) {
        var bytes = new ByteArrayOutputStream();
        var last = 0L;
        for (var entry : histogram.countsByTotal().entrySet()) {
            // Zigzag: the first total may be negative.
            var step = entry.getKey() - last;
            put(bytes, (step << 1) ^ (step >> 63));
            put(bytes, entry.getValue());
            last = entry.getKey();
        }
        return Base64.getEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    static ScoreHistogram unpack(String text) {
        var counts = new TreeMap<Long, Long>();
        var bytes = Base64.getDecoder().decode(text);
        var total = 0L;
        for (var place = new int[1]; place[0] < bytes.length; ) {
            var step = take(bytes, place);
            total += (step >>> 1) ^ -(step & 1);
            counts.put(total, take(bytes, place));
        }
        return new ScoreHistogram(counts);
    }

    private static void put(ByteArrayOutputStream bytes, long number) {
        var left = number;
        while ((left & ~0x7FL) != 0) {
            bytes.write((int) (left & 0x7F) | 0x80);
            left >>>= 7;
        }
        bytes.write((int) left);
    }

    private static long take(byte[] bytes, int[] place) {
        var number = 0L;
        for (var shift = 0; ; shift += 7) {
            var next = bytes[place[0]++];
            number |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return number;
            }
        }
    }
}
