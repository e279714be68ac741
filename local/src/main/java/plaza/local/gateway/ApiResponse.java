package plaza.local.gateway;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.Response;
import plaza.openapi.GetOpenApi;

/// An HTTP response of the API.
///
/// @param headers names in lower case
/// @param cookies the values of the `set-cookie` headers
/// @param body empty if the response has none
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiResponse(
        int status, Map<String, String> headers, List<String> cookies, byte[] body) {
    private static final String ENCODING = "accept-encoding";

    /// Returns the body as text.
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /// Returns the value of a header, or null.
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    public static ApiResponse of(Problem problem) {
        return of(Response.of(problem));
    }

    static ApiResponse of(Problem.Kind kind, String detail) {
        return of(Problem.of(kind, detail));
    }

    public static ApiResponse of(Response response) {
        var body = response.body();
        var headers = new TreeMap<>(response.headers());
        if (body != null) {
            headers.putIfAbsent("content-type", "application/json");
        }
        return new ApiResponse(
                response.status(),
                headers,
                List.of(),
                body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8));
    }

    static ApiResponse of(int status, String contentType, byte[] body) {
        return new ApiResponse(status, Map.of("content-type", contentType), List.of(), body);
    }

    /// Creates the response that API Gateway sends if a function fails.
    static ApiResponse internalServerError() {
        return of(
                500,
                "application/json",
                "{\"message\":\"Internal Server Error\"}".getBytes(StandardCharsets.UTF_8));
    }

    /// Returns this response, compressed if the request accepts that. The entity tags of pages are
    /// weak, because both encodings have the same.
    public ApiResponse compressedFor(ApiRequest call) {
        if (body.length == 0) {
            return this;
        }
        var varying = with("vary", ENCODING);
        return GetOpenApi.acceptsGzip(call.header(ENCODING))
                ? new ApiResponse(
                        status,
                        varying.with("content-encoding", "gzip").headers(),
                        cookies,
                        GetOpenApi.compress(body))
                : varying;
    }

    public ApiResponse with(String header, String value) {
        var more = new TreeMap<>(headers);
        more.put(header, value);
        return new ApiResponse(status, more, cookies, body);
    }
}
