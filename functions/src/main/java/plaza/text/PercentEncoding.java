package plaza.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The percent-encoding of addresses (RFC 3986, 2.1).
public final class PercentEncoding {
    /// Characters other than letters and digits that never need an escape in a URL.
    private static final String UNRESERVED = "-._~";

    /// Characters that change their meaning when percent-encoded; the one spelling keeps them as
    /// they are.
    private static final String RESERVED = "!$&'()*+,;=:@/?[]";

    private PercentEncoding() {}

    /// Returns the text with one spelling for each character. A percent sign that does not begin an
    /// escape is escaped itself.
    public static String encoded(String part) {
        var encoded = new StringBuilder(part.length());
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            int octet = bytes[i] & 0xFF;
            if (octet == '%' && isEscape(bytes, i)) {
                octet = escape(bytes, i);
                i += 2;
                if (isUnreserved(octet)) {
                    encoded.append((char) octet);
                } else {
                    appendEscaped(encoded, octet);
                }
            } else if (isUnreserved(octet) || RESERVED.indexOf(octet) >= 0) {
                encoded.append((char) octet);
            } else {
                appendEscaped(encoded, octet);
            }
        }
        return encoded.toString();
    }

    /// Decodes every escape. Bytes that are not UTF-8 become U+FFFD.
    public static String decoded(String part) {
        if (part.indexOf('%') < 0) {
            return part;
        }
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        var decoded = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '%' && isEscape(bytes, i)) {
                decoded.write(escape(bytes, i));
                i += 2;
            } else {
                decoded.write(bytes[i]);
            }
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }

    private static boolean isUnreserved(int octet) {
        return (octet >= 'a' && octet <= 'z')
                || (octet >= 'A' && octet <= 'Z')
                || (octet >= '0' && octet <= '9')
                || UNRESERVED.indexOf(octet) >= 0;
    }

    private static boolean isEscape(byte[] bytes, int percent) {
        return percent + 2 < bytes.length
                && Character.digit(bytes[percent + 1], 16) >= 0
                && Character.digit(bytes[percent + 2], 16) >= 0;
    }

    private static int escape(byte[] bytes, int percent) {
        return Character.digit(bytes[percent + 1], 16) << 4
                | Character.digit(bytes[percent + 2], 16);
    }

    private static void appendEscaped(StringBuilder encoded, int octet) {
        encoded.append('%')
                .append(Character.toUpperCase(Character.forDigit(octet >> 4, 16)))
                .append(Character.toUpperCase(Character.forDigit(octet & 0xF, 16)));
    }
}
