package plaza.text;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/// The rule for a URL that is stored and shown, such as that of an image: absolute, with the scheme
/// `http`, `https` or `s3`, with a host as in [Authority], or the name of a bucket, which is no
/// host; without user information or bidirectional controls, and at most [#BYTES_MAX] bytes.
///
/// The schemes are a closed list because a client may insert the URL into a page: the API must
/// never return a `javascript:` or `data:` URL.
public final class WebUrl {
    /// The length that browsers and proxies commonly support.
    public static final int BYTES_MAX = 2_048;

    private static final Set<String> SCHEMES = Set.of("http", "https", "s3");

    private WebUrl() {}

    /// Returns `text` if it is such a URL.
    ///
    /// @throws Malformed if it is not
    public static String parse(String text) {
        if (PlainText.bytes(text) > BYTES_MAX) {
            throw new Malformed("must be at most " + BYTES_MAX + " bytes of UTF-8");
        }
        if (PlainText.hasBidiControl(text)) {
            throw new Malformed("must not contain bidirectional controls");
        }
        try {
            var uri = new URI(text);
            var scheme = uri.getScheme();
            if (scheme == null || !SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))) {
                throw new Malformed("must be an absolute http, https or s3 URL");
            }
            if (uri.getRawAuthority() == null || uri.getRawAuthority().isEmpty()) {
                throw new Malformed("must be a URL with a host");
            }
            if (!scheme.equalsIgnoreCase("s3")) {
                Authority.parse(uri.getRawAuthority());
            } else if (uri.getRawAuthority().indexOf('@') >= 0) {
                throw new Malformed("must be a URL without user information");
            }
            return text;
        } catch (URISyntaxException _) {
            throw new Malformed("must be a well-formed URL");
        }
    }
}
