package plaza.local.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// An HTTP request to the API.
///
/// @param method in capitals
/// @param path as sent, percent-encoded
/// @param query as sent, without the question mark; empty if the request has none
/// @param headers the values of each header in order, by name in lower case
/// @param sourceIp the IP address of the client
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiRequest(
        String method,
        String path,
        String query,
        Map<String, List<String>> headers,
        byte[] body,
        String sourceIp) {
    /// Creates a request without headers and body.
    ///
    /// @param target a path, with or without a query
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

    /// Returns a copy with one more header value.
    public ApiRequest with(String header, String value) {
        var more = new TreeMap<>(headers);
        var values = new ArrayList<>(more.getOrDefault(header.toLowerCase(Locale.ROOT), List.of()));
        values.add(value);
        more.put(header.toLowerCase(Locale.ROOT), List.copyOf(values));
        return new ApiRequest(method, path, query, more, body, sourceIp);
    }

    /// Returns a copy with a JSON body.
    public ApiRequest json(String text) {
        return with("content-type", "application/json")
                .bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns a copy with this body.
    public ApiRequest bytes(byte[] bytes) {
        return new ApiRequest(method, path, query, headers, bytes, sourceIp);
    }

    /// Returns a copy with a bearer token.
    public ApiRequest bearing(String token) {
        return with("authorization", "Bearer " + token);
    }

    /// Whether the method can change the table.
    public boolean isWrite() {
        return !List.of("GET", "HEAD", "OPTIONS").contains(method);
    }

    /// Returns the values of a header, joined by commas as API Gateway joins them, or null.
    public @Nullable String header(String name) {
        var values = headers.get(name);
        return values == null ? null : String.join(",", values);
    }

    /// The segments of the path between its slashes, percent-encoded, without the empty one before
    /// the first slash.
    public List<String> segments() {
        return Routes.segments(path);
    }

    /// The decoded parameters of the query. Values of the same name are joined by commas.
    ///
    /// @throws Malformed when a percent sign is not followed by two hexadecimal digits
    public Map<String, String> queryParameters() {
        var parameters = new LinkedHashMap<String, String>();
        for (var pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                var parts = pair.split("=", 2);
                parameters.merge(
                        decoded(parts[0], true),
                        parts.length == 1 ? "" : decoded(parts[1], true),
                        (first, more) -> first + ',' + more);
            }
        }
        return parameters;
    }

    /// Decodes the percent-encoded text of a path. Bytes that are not valid UTF-8 become U+FFFD,
    /// which the rules of all identifiers reject.
    ///
    /// @throws Malformed when a percent sign is not followed by two hexadecimal digits
    public static String decoded(String encoded) {
        return decoded(encoded, false);
    }

    /// @param plusIsSpace whether `+` stands for a space, as it does in queries
    private static String decoded(String encoded, boolean plusIsSpace) {
        var bytes = new ByteArrayOutputStream(encoded.length());
        var sent = encoded.getBytes(StandardCharsets.UTF_8);
        for (var index = 0; index < sent.length; index++) {
            if (sent[index] == '%') {
                var high = index + 2 <= sent.length - 1 ? Character.digit(sent[index + 1], 16) : -1;
                var low = index + 2 <= sent.length - 1 ? Character.digit(sent[index + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw new Malformed("must have two hexadecimal digits after each percent sign");
                }
                bytes.write(high * 16 + low);
                index += 2;
            } else {
                bytes.write(plusIsSpace && sent[index] == '+' ? ' ' : sent[index]);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
