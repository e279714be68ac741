package plaza.local.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import plaza.http.Groups;
import plaza.text.Malformed;

/// Builds the event of an HTTP API for a Lambda function, payload format 2.0, as the JSON text that
/// the runtime receives. Source: API Gateway Developer Guide, "Create AWS Lambda proxy integrations
/// for HTTP APIs".
///
/// Not on that page: `rawPath` is percent-decoded, despite its name, and `rawQueryString` is not.
final class HttpEvents {
    private static final JsonMapper JSON = new JsonMapper();

    private static final DateTimeFormatter COMMON_LOG_TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final Clock clock;
    private final String groupsClaim;

    /// @param groupsClaim the value of the stage variable [Groups#STAGE_VARIABLE]
    HttpEvents(Clock clock, String groupsClaim) {
        this.clock = clock;
        this.groupsClaim = groupsClaim;
    }

    /// Returns the JSON text of an event.
    ///
    /// @param parameters the path parameters, percent-encoded
    /// @throws Malformed if a percent sign in the URL is not followed by two hexadecimal digits
    byte[] event(
            ApiRequest call,
            String routeKey,
            Map<String, String> parameters,
            Map<String, String> claims) {
        var event = JSON.createObjectNode();
        event.put("version", "2.0");
        event.put("routeKey", routeKey);
        event.put("rawPath", ApiRequest.decoded(call.path()));
        event.put("rawQueryString", call.query());
        var cookie = call.header("cookie");
        if (cookie != null) {
            var cookies = event.putArray("cookies");
            for (var part : cookie.split("[;,]", -1)) {
                cookies.add(part.strip());
            }
        }
        event.set("headers", texts(headers(call)));
        var query = call.queryParameters();
        if (!query.isEmpty()) {
            event.set("queryStringParameters", texts(query));
        }
        event.set("requestContext", context(call, routeKey, claims));
        if (!parameters.isEmpty()) {
            var path = event.putObject("pathParameters");
            parameters.forEach((name, value) -> path.put(name, ApiRequest.decoded(value)));
        }
        event.putObject("stageVariables").put(Groups.STAGE_VARIABLE, groupsClaim);
        body(event, call);
        try {
            return JSON.writeValueAsBytes(event);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private ObjectNode context(ApiRequest call, String routeKey, Map<String, String> claims) {
        var now = Instant.ofEpochMilli(clock.millis());
        var context = JSON.createObjectNode();
        context.put("accountId", "000000000000");
        context.put("apiId", "local");
        var jwt = context.putObject("authorizer").putObject("jwt");
        jwt.set("claims", texts(claims));
        Scopes.in(claims).forEach(jwt.putArray("scopes")::add);
        context.put("domainName", "127.0.0.1");
        context.put("domainPrefix", "127");
        context.putObject("http")
                .put("method", call.method().equals("HEAD") ? "GET" : call.method())
                .put("path", ApiRequest.decoded(call.path()))
                .put("protocol", "HTTP/1.1")
                .put("sourceIp", call.sourceIp())
                .put("userAgent", call.header("user-agent"));
        context.put("requestId", UUID.randomUUID().toString());
        context.put("routeKey", routeKey);
        context.put("stage", "$default");
        context.put("time", COMMON_LOG_TIME.format(now));
        context.put("timeEpoch", now.toEpochMilli());
        return context;
    }

    /// Returns all headers except cookies, with several values joined by commas, and the headers
    /// that API Gateway adds.
    private static Map<String, String> headers(ApiRequest call) {
        var headers = new LinkedHashMap<String, String>();
        for (var name : call.headers().keySet()) {
            var value = call.header(name);
            if (value != null && !name.equals("cookie")) {
                headers.put(name, value);
            }
        }
        headers.putIfAbsent("content-length", Integer.toString(call.body().length));
        headers.put("x-forwarded-for", call.sourceIp());
        headers.put("x-forwarded-proto", "http");
        headers.putIfAbsent("x-amzn-trace-id", traceId());
        return headers;
    }

    private static String traceId() {
        var random = UUID.randomUUID().toString().replace("-", "");
        return "Root=1-"
                + Long.toHexString(Instant.now().getEpochSecond())
                + '-'
                + random.substring(0, 24);
    }

    /// Adds the body: as text if its media type is a text type and its bytes are valid UTF-8, in
    /// base64 otherwise.
    private static void body(ObjectNode event, ApiRequest call) {
        var text = text(call);
        if (call.body().length == 0) {
            event.put("isBase64Encoded", false);
        } else if (text != null) {
            event.put("body", text).put("isBase64Encoded", false);
        } else {
            event.put("body", Base64.getEncoder().encodeToString(call.body()))
                    .put("isBase64Encoded", true);
        }
    }

    private static @Nullable String text(ApiRequest call) {
        var contentType = call.header("content-type");
        var mediaType =
                contentType == null
                        ? ""
                        : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        var isText =
                switch (mediaType) {
                    case "application/json", "application/javascript", "application/xml" -> true;
                    default -> mediaType.startsWith("text/");
                };
        if (!isText || call.header("content-encoding") != null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(call.body()))
                    .toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }

    private static ObjectNode texts(Map<String, String> texts) {
        var node = JSON.createObjectNode();
        texts.forEach(node::put);
        return node;
    }
}
