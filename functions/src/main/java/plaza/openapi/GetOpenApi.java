package plaza.openapi;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import plaza.http.EdgeKey;
import plaza.text.Sha256;

/// Returns the OpenAPI document of the deployed release, compressed if the client accepts that.
///
/// The document is about 400 kB, and a tenth of that compressed; Lambda returns up to 6 MB
/// (<https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>). It is read and
/// compressed before the snapshot of the function is made.
public final class GetOpenApi
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    /// The document in the jar. [plaza.catalogue.FunctionCode] finds this text in the class, and
    /// adds the file to the function's jar.
    public static final String RESOURCE = "plaza/openapi/openapi.json";

    /// How long a client may use the document without asking again: a deployment is visible after
    /// this time.
    public static final int MAX_AGE_SECONDS = 300;

    private final String text;
    private final String compressed;
    private final String entityTag;

    public GetOpenApi() {
        this(document());
    }

    /// @param document the document, in UTF-8
    public GetOpenApi(byte[] document) {
        text = new String(document, StandardCharsets.UTF_8);
        compressed = Base64.getEncoder().encodeToString(compress(document));
        // weak, because both encodings have the same tag
        entityTag =
                "W/\""
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(Arrays.copyOf(Sha256.digest(document), 12))
                        + '"';
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        var sent = event.getHeaders() == null ? Map.<String, String>of() : event.getHeaders();
        if (!EdgeKey.accepts(event)) {
            return response(403, Map.of(), null, false);
        }
        var headers = new LinkedHashMap<String, String>();
        headers.put("cache-control", "public, max-age=" + MAX_AGE_SECONDS);
        headers.put("etag", entityTag);
        headers.put("vary", "accept-encoding");
        headers.put("x-content-type-options", "nosniff");
        if (elements(sent.get("if-none-match")).stream().anyMatch(this::isCurrent)) {
            return response(304, headers, null, false);
        }
        headers.put("content-type", "application/json");
        if (!acceptsGzip(sent.get("accept-encoding"))) {
            return response(200, headers, text, false);
        }
        headers.put("content-encoding", "gzip");
        return response(200, headers, compressed, true);
    }

    /// Compares weakly (RFC 9110, section 13.1.2).
    private boolean isCurrent(String tag) {
        return tag.equals("*") || ("W/" + tag.replaceFirst("^W/", "")).equals(entityTag);
    }

    /// Whether the value of a header `Accept-Encoding` admits gzip.
    public static boolean acceptsGzip(@Nullable String acceptEncoding) {
        return elements(acceptEncoding).contains("gzip");
    }

    /// The elements of a list in a header, without their parameters. An encoding with `q=0` is not
    /// accepted.
    private static List<String> elements(@Nullable String header) {
        return header == null
                ? List.of()
                : Arrays.stream(header.split(",", -1))
                        .filter(element ->
                                !element.toLowerCase(Locale.ROOT).matches(".*;\\s*q=0(\\.0*)?\\s*"))
                        .map(element -> element.split(";", 2)[0].strip())
                        .toList();
    }

    private static APIGatewayV2HTTPResponse response(
            int status, Map<String, String> headers, @Nullable String body, boolean isBase64) {
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(status)
                .withHeaders(headers)
                .withBody(body)
                .withIsBase64Encoded(isBase64)
                .build();
    }

    private static byte[] document() {
        try (var in = GetOpenApi.class.getResourceAsStream('/' + RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("The jar does not contain " + RESOURCE);
            }
            return in.readAllBytes();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Returns bytes compressed with gzip.
    public static byte[] compress(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }
}
