package plaza.favorites.favorite;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import plaza.rule.Pure;
import plaza.text.Authority;
import plaza.text.Malformed;
import plaza.text.PercentEncoding;
import plaza.text.PlainText;
import plaza.text.Sha256;

/// An address as the user saved it, with a normalised form that finds other favorites of the same
/// page.
///
/// The address itself is stored as it was sent. The normalised form of an http or https address:
///
/// - is that of the address in Unicode's NFC
/// - begins with `https:`, since nearly every host serves the same page under both schemes
/// - has the host and the port of [Authority], without the ports 80 and 443
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

    /// Parses an address. The text is trimmed.
    ///
    /// @throws Malformed if the text is not an absolute http, https or s3 address; if the host,
    ///   port or bucket is invalid; if the address contains a user name or password, a control
    ///   character, a bidirectional control or an unpaired surrogate; or if it is longer than
    ///   [#BYTES_MAX]
    public static SavedUrl parse(String text) {
        var address = text.strip();
        if (address.length() > BYTES_MAX || PlainText.bytes(address) > BYTES_MAX) {
            throw new Malformed("must be at most " + BYTES_MAX + " bytes of UTF-8");
        }
        if (address.codePoints().anyMatch(SavedUrl::isControlOrSurrogate)
                || PlainText.hasBidiControl(address)) {
            throw new Malformed(
                    "must not contain control characters, bidirectional controls or unpaired"
                            + " surrogates");
        }
        int colon = address.indexOf("://");
        var scheme = colon < 0 ? "" : address.substring(0, colon).toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "http", "https" -> {
                var rest = address.substring(colon + 3);
                yield web(address, Normalizer.normalize(rest, Normalizer.Form.NFC));
            }
            case "s3" -> object(address, address.substring(colon + 3));
            default -> throw new Malformed("must be an absolute http, https or s3 URL");
        };
    }

    /// The address as it was sent, without white space around it.
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

        var server = Authority.parse(authority);
        return new SavedUrl(
                text,
                "https://"
                        + server.host()
                        + server.port()
                        + path
                        + (kept.isEmpty() ? "" : '?' + kept),
                fragment < 0 ? "" : PercentEncoding.encoded(rest.substring(fragment + 1)),
                server.shownHost() + ' ' + PercentEncoding.decoded(path));
    }

    private static SavedUrl object(String text, String rest) {
        int slash = rest.indexOf('/');
        String bucket = (slash < 0 ? rest : rest.substring(0, slash)).toLowerCase(Locale.ROOT);
        String key = slash < 0 ? "/" : rest.substring(slash);
        if (!bucket.matches("[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]")) {
            throw new Malformed("must be a URL with the name of a bucket");
        }
        return new SavedUrl(text, "s3://" + bucket + key, "", bucket + ' ' + key);
    }

    /// Normalises the escapes of a path and removes dot segments (RFC 3986, 5.2.4) and slashes at
    /// its end.
    private static String path(String path) {
        Deque<String> segments = new ArrayDeque<>();
        String relative = path.isEmpty() ? "" : PercentEncoding.encoded(path.substring(1));
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
        for (String parameter : PercentEncoding.encoded(query).split("&", 0)) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            if (!parameter.isEmpty()
                    && !isTracking(PercentEncoding.decoded(name).toLowerCase(Locale.ROOT))) {
                kept.add(parameter);
            }
        }
        return String.join("&", kept);
    }

    private static boolean isTracking(String name) {
        return name.startsWith(TRACKING_PREFIX) || TRACKING_PARAMETERS.contains(name);
    }
}
