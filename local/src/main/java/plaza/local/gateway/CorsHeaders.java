package plaza.local.gateway;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Cors;
import plaza.functions.Catalogue;
import plaza.objects.SignedPut;

/// The headers with which web pages of other origins can call the API: every page that this machine
/// serves, and the origins of a setting. As in API Gateway, a preflight request needs no token, and
/// a page of an origin that is not allowed receives no CORS headers, so its browser withholds the
/// response.
public final class CorsHeaders {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    /// Those of the API, and those of a signed request for an object.
    private static final String REQUEST_HEADERS =
            Stream.concat(
                            Cors.REQUEST_HEADERS.stream(),
                            Stream.of(SignedPut.DIGEST, SignedPut.TAGGING))
                    .collect(Collectors.joining(", "));

    private final Set<String> origins;
    private final String methods;

    /// @param catalogue the functions of the system
    /// @param origins the allowed origins besides those of this machine
    public CorsHeaders(Catalogue catalogue, List<String> origins) {
        this.origins = Set.copyOf(origins);
        this.methods = String.join(", ", Cors.methods(catalogue.httpFunctions()));
    }

    /// Responds to a preflight request, and adds the headers to the response of any other one.
    ///
    /// @param api returns the response to a request that is not a preflight request
    public ApiResponse respond(ApiRequest call, Function<ApiRequest, ApiResponse> api) {
        var origin = call.header("origin");
        if (origin == null || !isAllowed(origin)) {
            return api.apply(call);
        }
        var isPreflight =
                call.method().equals("OPTIONS")
                        && call.header("access-control-request-method") != null;
        return isPreflight
                ? preflight(origin)
                : readable(api.apply(call), origin)
                        .with(
                                "access-control-expose-headers",
                                String.join(", ", Cors.RESPONSE_HEADERS));
    }

    private ApiResponse preflight(String origin) {
        var headers = new TreeMap<String, String>();
        headers.put("access-control-allow-methods", methods);
        headers.put("access-control-allow-headers", REQUEST_HEADERS);
        headers.put("access-control-max-age", Integer.toString(Cors.PREFLIGHT_SECONDS));
        return readable(new ApiResponse(204, headers, List.of(), new byte[0]), origin);
    }

    private static ApiResponse readable(ApiResponse response, String origin) {
        return response.with("access-control-allow-origin", origin).with("vary", "origin");
    }

    private boolean isAllowed(String origin) {
        return origins.contains(origin) || isLoopback(origin);
    }

    /// Whether an origin is a page that this machine serves, on any port.
    public static boolean isLoopback(String origin) {
        return LOOPBACK.contains(hostOf(origin));
    }

    /// Whether a `Host` header names this machine.
    public static boolean isLoopbackHost(String host) {
        return LOOPBACK.contains(host.replaceFirst(":\\d+$", ""));
    }

    private static String hostOf(String origin) {
        try {
            @Nullable String host = URI.create(origin).getHost();
            return host == null ? "" : host;
        } catch (IllegalArgumentException _) {
            return "";
        }
    }
}
