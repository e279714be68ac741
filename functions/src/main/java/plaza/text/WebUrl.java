package plaza.text;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/// The rule for a URL that is stored and shown, such as the address of an image: absolute, `http`,
/// `https` or `s3`, with a host and without user information, at most [#BYTES_MAX] bytes.
///
/// The schemes are a closed list because a client may put the text into a page: `javascript:` and
/// `data:` must never come back out of the table.
public final class WebUrl {
    /// What browsers and proxies agree to carry.
    public static final int BYTES_MAX = 2_048;

    private static final Set<String> SCHEMES = Set.of("http", "https", "s3");

    private WebUrl() {}

    /// `text` itself, when it is such a URL.
    ///
    /// @throws Malformed when it is not
    public static String parse(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
            throw new Malformed("must be at most " + BYTES_MAX + " bytes of UTF-8");
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
            if (uri.getRawAuthority().indexOf('@') >= 0) {
                throw new Malformed("must be a URL without user information");
            }
            return text;
        } catch (URISyntaxException _) {
            throw new Malformed("must be a well-formed URL");
        }
    }
}
