package plaza.local;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An HTTP request as it arrives at the API.
///
/// @param method in capitals
/// @param path as sent, percent-encoded
/// @param query as sent, without its question mark; empty where there is none
/// @param headers names in lower case, each with its values in order
/// @param body its bytes
/// @param sourceIp where it comes from
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiRequest(
        String method,
        String path,
        String query,
        Map<String, List<String>> headers,
        byte[] body,
        String sourceIp) {
    /// A request without headers and body, for a path that may carry a query.
    public static ApiRequest of(String method, String target) {
        var mark = target.indexOf('?');
        return new ApiRequest(
                method,
                mark < 0 ? target : target.substring(0, mark),
                mark < 0 ? "" : target.substring(mark + 1),
                Map.of(),
                new byte[0],
                "127.0.0.1");
    }

    /// The same, with one more header value.
    public ApiRequest with(String header, String value) {
        var more = new TreeMap<>(headers);
        var values = new ArrayList<>(more.getOrDefault(header.toLowerCase(Locale.ROOT), List.of()));
        values.add(value);
        more.put(header.toLowerCase(Locale.ROOT), List.copyOf(values));
        return new ApiRequest(method, path, query, more, body, sourceIp);
    }

    /// The same, with a JSON body.
    public ApiRequest json(String text) {
        return with("content-type", "application/json")
                .bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The same, with these bytes as its body.
    public ApiRequest bytes(byte[] bytes) {
        return new ApiRequest(method, path, query, headers, bytes, sourceIp);
    }

    /// The same, with a token.
    public ApiRequest bearing(String token) {
        return with("authorization", "Bearer " + token);
    }

    /// The header's values joined as API Gateway joins them, or null.
    @Nullable String header(String name) {
        var values = headers.get(name);
        return values == null ? null : String.join(",", values);
    }
}
