package plaza.favorites.favorite;

import java.io.ByteArrayOutputStream;
import java.net.IDN;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import plaza.rule.Pure;
import plaza.text.PlainText;
import plaza.text.Sha256;

/// An address as the user saved it, with a normalised form that finds other favorites of the same
/// page.
///
/// The normalised form of an http or https address:
///
/// - begins with `https:`, since nearly every host serves the same page under both schemes
/// - has its host in lower case and in ASCII ([IDN], which is IDNA 2003: `straße` becomes
///   `strasse`), without a final dot and without the ports 80 and 443; an IPv6 address is written
///   in full
/// - has its dot segments resolved and no slashes at the end of the path: `/a/` becomes `/a`, and
///   an empty path becomes `/`
/// - has unreserved characters unescaped and all others that a URL must escape percent-encoded with
///   upper-case digits
/// - has no fragment, since a fragment is a part of the same page
/// - keeps its query parameters in their order, because some servers depend on it, except those
///   that only state where a visitor came from ([#TRACKING_PARAMETERS]); an empty query is removed
///
/// The normalised form of an s3 address is its bucket in lower case and its key unchanged, since
/// every character of a key is significant.
///
/// Two addresses of one page can still differ in the normalised form; only the server can decide.
/// The form is for comparison. To open the page, use [#text()].
@Pure
public final class SavedUrl {
    /// The length that servers and browsers commonly accept, in bytes of UTF-8.
    public static final int BYTES_MAX = 2_048;

    /// Query parameters, in lower case, that the normalised form omits, in addition to all that
    /// begin with `utm_`: click and campaign ids of advertisers and newsletters.
    public static final Set<String> TRACKING_PARAMETERS =
            Set.of(
                    "_ga",
                    "_gl",
                    "_hsenc",
                    "_hsmi",
                    "dclid",
                    "fbclid",
                    "gad_source",
                    "gbraid",
                    "gclid",
                    "gclsrc",
                    "igsh",
                    "igshid",
                    "li_fat_id",
                    "mc_cid",
                    "mc_eid",
                    "mkt_tok",
                    "msclkid",
                    "oly_anon_id",
                    "oly_enc_id",
                    "spm",
                    "spm_id_from",
                    "srsltid",
                    "ttclid",
                    "twclid",
                    "vd_source",
                    "vero_id",
                    "wbraid",
                    "yclid");

    private static final int FINGERPRINT_LENGTH = 22;
    private static final String TRACKING_PREFIX = "utm_";
    private static final int HOST_LENGTH_MAX = 253;
    private static final int PORT_MAX = 65_535;

    /// Characters other than letters and digits that never need an escape in a URL.
    private static final String UNRESERVED = "-._~";

    /// Characters that change their meaning when percent-encoded; the normalised form keeps them as
    /// they are.
    private static final String RESERVED = "!$&'()*+,;=:@/?[]";

    private final String text;
    private final String normalised;
    private final String fragment;
    private final String searchText;

    private SavedUrl(String text, String normalised, String fragment, String searchText) {
        this.text = text;
        this.normalised = normalised;
        this.fragment = fragment;
        this.searchText = searchText;
    }

    /// Parses an address. The text is trimmed and normalised to NFC.
    ///
    /// @throws IllegalArgumentException if the text is not an absolute http, https or s3 address;
    ///   if the host, port or bucket is invalid; if the address contains a user name or password, a
    ///   control character, a bidirectional control or an unpaired surrogate; or if it is longer
    ///   than [#BYTES_MAX]
    public static SavedUrl parse(String text) {
        // This bounds the work below. NFC keeps at least a third of the UTF-16 units of a text.
        if (text.strip().length() > 3 * BYTES_MAX) {
            throw new IllegalArgumentException("the URL is too long");
        }
        if (text.codePoints().anyMatch(SavedUrl::isControlOrSurrogate)
                || PlainText.hasBidiControl(text)) {
            throw new IllegalArgumentException("a control character or unpaired surrogate");
        }
        String clean = Normalizer.normalize(text.strip(), Normalizer.Form.NFC);
        if (PlainText.bytes(clean) > BYTES_MAX) {
            throw new IllegalArgumentException("the URL is too long");
        }
        int colon = clean.indexOf("://");
        if (colon < 0) {
            throw new IllegalArgumentException("not an absolute URL");
        }
        String rest = clean.substring(colon + 3);
        return switch (clean.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "http", "https" -> web(clean, rest);
            case "s3" -> object(clean, rest);
            default -> throw new IllegalArgumentException("not an http, https or s3 URL");
        };
    }

    /// The address as the user saved it.
    public String text() {
        return text;
    }

    /// The address to compare by. Normalising it again does not change it.
    public String normalised() {
        return normalised;
    }

    /// Host and path without any encoding, for search: `例え.jp /メモ`. It omits scheme and query.
    public String searchText() {
        return searchText;
    }

    /// Compares this address with another one that has the same normalised form.
    public UrlMatch match(SavedUrl other) {
        if (equals(other)) {
            return UrlMatch.EXACT;
        }
        return fragment.equals(other.fragment) ? UrlMatch.SAME_ADDRESS : UrlMatch.SAME_PAGE;
    }

    /// The normalised form as a key: 22 characters of `A-Za-z0-9_-`, which are 132 bits of SHA-256.
    /// Every favorite stores it, so it is no longer than necessary.
    public String fingerprint() {
        return digest(normalised).substring(0, FINGERPRINT_LENGTH);
    }

    /// The exact address as a key: 43 characters of `A-Za-z0-9_-` (SHA-256, base64url). Addresses
    /// that differ in any character, even only in the fragment, have different keys.
    public String exactFingerprint() {
        return digest(text);
    }

    private static String digest(String text) {
        return Sha256.text(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Compares the exact text. Use [#normalised()] or [#fingerprint()] to compare pages.
    @Override
    public boolean equals(Object other) {
        return other instanceof SavedUrl url && url.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean isControlOrSurrogate(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.SURROGATE;
    }

    private static SavedUrl web(String text, String rest) {
        int fragment = rest.indexOf('#');
        String page = fragment < 0 ? rest : rest.substring(0, fragment);
        int question = page.indexOf('?');
        String query = question < 0 ? "" : page.substring(question + 1);
        String location = question < 0 ? page : page.substring(0, question);
        int slash = location.indexOf('/');
        String authority = slash < 0 ? location : location.substring(0, slash);
        String path = path(slash < 0 ? "" : location.substring(slash));
        String kept = withoutTracking(query);

        if (authority.indexOf('@') >= 0) {
            throw new IllegalArgumentException("the URL contains a user name");
        }
        int colon = authority.indexOf(':', authority.lastIndexOf(']') + 1);
        String host = host(colon < 0 ? authority : authority.substring(0, colon));
        String port = colon < 0 ? "" : port(authority.substring(colon + 1));
        return new SavedUrl(
                text,
                "https://" + host + port + path + (kept.isEmpty() ? "" : '?' + kept),
                fragment < 0 ? "" : encoded(rest.substring(fragment + 1)),
                IDN.toUnicode(host) + ' ' + decoded(path));
    }

    private static SavedUrl object(String text, String rest) {
        int slash = rest.indexOf('/');
        String bucket = (slash < 0 ? rest : rest.substring(0, slash)).toLowerCase(Locale.ROOT);
        String key = slash < 0 ? "/" : rest.substring(slash);
        if (!bucket.matches("[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]")) {
            throw new IllegalArgumentException("not the name of a bucket");
        }
        return new SavedUrl(text, "s3://" + bucket + key, "", bucket + ' ' + key);
    }

    private static String host(String host) {
        if (host.startsWith("[") && host.endsWith("]")) {
            return literal(host.substring(1, host.length() - 1));
        }
        String ascii = IDN.toASCII(Normalizer.normalize(decoded(host), Normalizer.Form.NFKC));
        String name = ascii.toLowerCase(Locale.ROOT);
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.length() > HOST_LENGTH_MAX || !name.matches("[a-z0-9_-]+(\\.[a-z0-9_-]+)*")) {
            throw new IllegalArgumentException("not the name of a host");
        }
        return name;
    }

    /// Writes an IPv6 address in full. The check comes first so that the text is numeric and no DNS
    /// lookup happens.
    private static String literal(String address) {
        if (!address.matches("[0-9a-fA-F.]*:[0-9a-fA-F:.]*")) {
            throw new IllegalArgumentException("not an IP address");
        }
        String full = InetAddress.ofLiteral(address).getHostAddress();
        return full.indexOf(':') < 0 ? full : '[' + full + ']';
    }

    private static String port(String digits) {
        if (digits.isEmpty()) {
            return "";
        }
        if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > PORT_MAX) {
            throw new IllegalArgumentException("not a port");
        }
        int port = Integer.parseInt(digits);
        return port == 80 || port == 443 ? "" : ":" + port;
    }

    /// Normalises the escapes of a path and removes dot segments (RFC 3986, 5.2.4) and slashes at
    /// its end.
    private static String path(String path) {
        Deque<String> segments = new ArrayDeque<>();
        String relative = path.isEmpty() ? "" : encoded(path.substring(1));
        for (String segment : relative.split("/", -1)) {
            switch (segment) {
                case "." -> {}
                case ".." -> segments.pollLast();
                default -> segments.addLast(segment);
            }
        }
        while (!segments.isEmpty() && segments.getLast().isEmpty()) {
            segments.removeLast();
        }
        return '/' + String.join("/", segments);
    }

    private static String withoutTracking(String query) {
        List<String> kept = new ArrayList<>();
        for (String parameter : encoded(query).split("&", 0)) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            if (!parameter.isEmpty() && !isTracking(decoded(name).toLowerCase(Locale.ROOT))) {
                kept.add(parameter);
            }
        }
        return String.join("&", kept);
    }

    private static boolean isTracking(String name) {
        return name.startsWith(TRACKING_PREFIX) || TRACKING_PARAMETERS.contains(name);
    }

    /// Returns the text with one spelling for each character. A percent sign that does not begin an
    /// escape is escaped itself.
    private static String encoded(String part) {
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
    private static String decoded(String part) {
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
