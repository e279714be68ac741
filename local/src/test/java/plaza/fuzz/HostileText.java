package plaza.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/// Random texts of the kinds that break programs.
final class HostileText {
    /// Ranges of code points, each of one kind.
    private static final int[][] RANGES = {
        {0x00, 0x1F},
        {0x20, 0x7E},
        {'a', 'z'},
        {'0', '9'},
        {0x7F, 0x9F},
        {0xA0, 0xFF},
        {0xAD, 0xAD}, // soft hyphen
        {0x300, 0x36F}, // combining marks
        {0x5D0, 0x5EA}, // right to left
        {0x600, 0x6FF},
        {0x200B, 0x200F}, // zero width, marks of direction
        {0x2028, 0x202E}, // separators, overrides of direction
        {0x2066, 0x2069}, // isolates of direction
        {0x2800, 0x2801}, // the blank braille pattern
        {0x3164, 0x3164}, // the Hangul filler
        {0x3040, 0x30FF},
        {0xAC00, 0xD7A3},
        {0xD800, 0xDBFF}, // alone, half a character
        {0xDC00, 0xDFFF},
        {0xE000, 0xF8FF},
        {0xFDD0, 0xFDEF}, // non-characters
        {0xFE00, 0xFE0F},
        {0xFEFF, 0xFEFF},
        {0xFFF0, 0xFFFF},
        {0x1F1E6, 0x1F1FF}, // halves of flags
        {0x1F300, 0x1FAFF}, // emoji
        {0x20000, 0x2FFFF},
        {0xE0000, 0xE007F}, // tags
        {0x10FFFE, 0x10FFFF},
    };

    private static final List<String> PIECES =
            List.of(
                    "",
                    " ",
                    "#",
                    "u#alice",
                    "alice#follower",
                    "..",
                    "../../etc/passwd",
                    "%",
                    "%00",
                    "%2e%2e%2f",
                    "\u0000",
                    "\r\nset-cookie: a=b",
                    "${jndi:ldap://x}",
                    "'; DROP TABLE posts; --",
                    "<script>alert(1)</script>",
                    "null",
                    "undefined",
                    "true",
                    "-1",
                    "0",
                    "1e999",
                    "9223372036854775808",
                    "NaN",
                    "[]",
                    "{}",
                    "\"",
                    "\\",
                    "\\u0000",
                    "__proto__",
                    "9999-12-31T23:59:59.999Z",
                    "+1000000000-12-31T23:59:59Z",
                    "-1000000000-01-01T00:00:00Z",
                    "2026-02-30",
                    "https://",
                    "https://example.com:99999/",
                    "http://[::1]:80/",
                    "http://a@b@c/",
                    "javascript:alert(1)",
                    "https://\u0130stanbul.example/",
                    "https://xn--a.example/",
                    "s3://bucket/key",
                    "https://example.com/%ff%fe",
                    "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
                    "\u2764\uFE0F",
                    "\uD83C\uDFF4\uDB40\uDC67\uDB40\uDC62\uDB40\uDC65\uDB40\uDC6E\uDB40\uDC67\uDB40\uDC7F",
                    "\u0645\u06CC\u200C\u062E",
                    "\u3164",
                    "\u00A0",
                    "\u2800\u200B",
                    "a\u2028b",
                    "photo_\u202Egpj.exe",
                    "\u202Ea\u202C",
                    "\u2067a\u2069",
                    "\u2067a\nb\u2069",
                    "\uFDFA",
                    "\u0130",
                    "a\u0301",
                    "\u1100\u1161\u11A8");

    private HostileText() {}

    static String text(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> PIECES.get(random.nextInt(PIECES.size()));
            case 3 -> characters(random, 1 + random.nextInt(80));
            case 4 -> characters(random, 1 + random.nextInt(3));
            case 5 -> PIECES.get(random.nextInt(PIECES.size())).repeat(1 + random.nextInt(40));
            case 6 -> ofOneRange(random, 1 + random.nextInt(3_000));
            default -> characters(random, 1) + PIECES.get(random.nextInt(PIECES.size()));
        };
    }

    private static String characters(SplittableRandom random, int count) {
        var text = new StringBuilder();
        for (var index = 0; index < count; index++) {
            append(text, random, RANGES[random.nextInt(RANGES.length)]);
        }
        return text.toString();
    }

    private static String ofOneRange(SplittableRandom random, int count) {
        var range = RANGES[random.nextInt(RANGES.length)];
        var text = new StringBuilder();
        for (var index = 0; index < count; index++) {
            append(text, random, range);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, SplittableRandom random, int[] range) {
        text.appendCodePoint(random.nextInt(range[0], range[1] + 1));
    }

    static byte[] bytes(SplittableRandom random, int count) {
        var bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
