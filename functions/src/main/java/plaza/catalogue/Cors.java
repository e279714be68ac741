package plaza.catalogue;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/// What web pages of other origins may send to the API and read from it. The stack configures API
/// Gateway with it, and the local gateway follows the same rules.
public final class Cors {
    /// How long a browser may remember the response to a preflight request.
    public static final int PREFLIGHT_SECONDS = 3_600;

    /// The request headers that the functions read.
    public static final List<String> REQUEST_HEADERS =
            List.of(
                    "authorization",
                    "content-type",
                    "idempotency-key",
                    "if-match",
                    "if-none-match",
                    "x-correlation-id");

    /// The response headers that a web page can read.
    public static final List<String> RESPONSE_HEADERS =
            List.of(
                    "etag",
                    "link",
                    "location",
                    "ratelimit",
                    "ratelimit-policy",
                    "retry-after",
                    "x-correlation-id");

    private Cors() {}

    /// Returns the methods of these functions and OPTIONS, which asks for permission.
    public static List<String> methods(List<HttpFunction> functions) {
        return Stream.concat(Stream.of("OPTIONS"), functions.stream().map(HttpFunction::method))
                .distinct()
                .sorted()
                .toList();
    }

    /// Whether a text is an exact origin, without wildcard or path. Only `localhost` can use http.
    public static boolean isOrigin(String text) {
        try {
            var uri = URI.create(text);
            var host = uri.getHost();
            var scheme = uri.getScheme();
            var isExact = host != null && text.equals(scheme + "://" + uri.getRawAuthority());
            return isExact
                    && uri.getUserInfo() == null
                    && ("https".equals(scheme)
                            || ("http".equals(scheme) && "localhost".equals(host)));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
