package plaza.local.gateway;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.http.Problem;
import plaza.local.emulator.Functions;
import plaza.local.gateway.TokenVerifier.Verdict;
import plaza.local.runtime.LocalContext;
import plaza.text.Malformed;

/// The HTTP API without sockets. It finds the function, verifies the token, builds the event as API
/// Gateway does (payload format 2.0), invokes the handler through the managed runtime's own
/// serialization, and converts the result into an [ApiResponse]. [Gateway] serves it on a port;
/// tests may call it directly.
public final class Api {
    /// The time limit of an invocation. The context reports the remaining time; an invocation is
    /// not stopped, because handlers limit their own work.
    public static final Duration FUNCTION_TIMEOUT = Duration.ofSeconds(10);

    private final Routes routes;
    private final Functions functions;
    private final TokenVerifier verifier;
    private final HttpEvents events;
    private final Map<HttpFunction, RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
            handlers = new ConcurrentHashMap<>();

    public Api(
            List<HttpFunction> catalogue,
            Functions functions,
            TokenVerifier verifier,
            Clock clock) {
        this.routes = new Routes(catalogue);
        this.functions = functions;
        this.verifier = verifier;
        this.events = new HttpEvents(clock, verifier.rules().groupsClaim());
    }

    /// Returns the response to a request. An exception of a handler is printed to standard error;
    /// the response is the one that API Gateway sends for it.
    public ApiResponse respond(ApiRequest call) {
        return switch (routes.find(call.method(), call.path())) {
            case Routes.Match.Found(var function, var parameters) ->
                    authorized(call, function, parameters);
            case Routes.Match.OtherMethods(var methods) -> {
                var allow = String.join(", ", methods);
                yield call.method().equals("OPTIONS")
                        ? new ApiResponse(204, Map.of("allow", allow), List.of(), new byte[0])
                        : ApiResponse.of(
                                        Problem.Kind.METHOD_NOT_ALLOWED,
                                        "This path supports only the methods in the header Allow.")
                                .with("allow", allow);
            }
            case Routes.Match.Nothing() ->
                    ApiResponse.of(Problem.Kind.NOT_FOUND, "The API has no route for this path.");
        };
    }

    /// Returns the function of the route that matches a request, or null.
    public @Nullable HttpFunction functionOrNull(ApiRequest call) {
        return routes.find(call.method(), call.path())
                        instanceof Routes.Match.Found(var function, var _)
                ? function
                : null;
    }

    private ApiResponse authorized(
            ApiRequest call, HttpFunction function, Map<String, String> parameters) {
        var token = token(call);
        if (token == null) {
            return unauthenticated(
                    "The request has no token. Send one in the header Authorization.", "Bearer");
        }
        return switch (verifier.verify(token)) {
            case Verdict.Rejected(var reason) ->
                    unauthenticated(
                            "The token is not accepted: " + reason + ".",
                            "Bearer error=\"invalid_token\", error_description=\"" + reason + '"');
            case Verdict.Accepted(var claims) ->
                    isInScope(claims, function)
                            ? invoked(call, function, parameters, claims)
                            : outOfScope(String.join(" ", verifier.rules().scopes(function)));
        };
    }

    private boolean isInScope(Map<String, String> claims, HttpFunction function) {
        var required = verifier.rules().scopes(function);
        return required.isEmpty() || Scopes.in(claims).stream().anyMatch(required::contains);
    }

    private static ApiResponse outOfScope(String scope) {
        return ApiResponse.of(Problem.Kind.FORBIDDEN, "The token lacks the scope " + scope + ".")
                .with(
                        "www-authenticate",
                        "Bearer error=\"insufficient_scope\", scope=\"" + scope + '"');
    }

    /// Returns the token of the authorization header, or null. As in API Gateway, the scheme is
    /// optional.
    private static @Nullable String token(ApiRequest call) {
        var values = call.headers().getOrDefault("authorization", List.of());
        if (values.size() != 1) {
            return null;
        }
        var value = values.getFirst().strip();
        var isBearer = value.regionMatches(true, 0, "Bearer ", 0, "Bearer ".length());
        var token = isBearer ? value.substring("Bearer ".length()).strip() : value;
        return token.isEmpty() ? null : token;
    }

    private static ApiResponse unauthenticated(String detail, String challenge) {
        return ApiResponse.of(Problem.Kind.UNAUTHENTICATED, detail)
                .with("www-authenticate", challenge);
    }

    private ApiResponse invoked(
            ApiRequest call,
            HttpFunction function,
            Map<String, String> parameters,
            Map<String, String> claims) {
        byte[] event;
        try {
            event = events.event(call, function.routeKey(), parameters, claims);
        } catch (Malformed malformed) {
            return ApiResponse.of(Problem.malformed("url", malformed.about("The URL")));
        }
        try {
            return reply(invoke(function, event));
        } catch (Throwable fault) {
            // as in AWS: Lambda logs the exception, and API Gateway does not disclose it
            report(function, fault);
            return ApiResponse.internalServerError();
        }
    }

    /// Invokes the function with the JSON text of an event.
    ///
    /// @return its response, serialized to JSON and back
    public APIGatewayV2HTTPResponse invoke(HttpFunction function, byte[] event) {
        var handler = handlers.computeIfAbsent(function, functions::http);
        var request =
                serializer(APIGatewayV2HTTPEvent.class).fromJson(new ByteArrayInputStream(event));
        var response = handler.handleRequest(request, context(function));
        var bytes = new ByteArrayOutputStream();
        serializer(APIGatewayV2HTTPResponse.class).toJson(response, bytes);
        return serializer(APIGatewayV2HTTPResponse.class)
                .fromJson(new ByteArrayInputStream(bytes.toByteArray()));
    }

    private static LocalContext context(HttpFunction function) {
        return new LocalContext(
                function.name(),
                UUID.randomUUID().toString(),
                System.nanoTime() + FUNCTION_TIMEOUT.toNanos());
    }

    /// Returns the serializer that the managed runtime uses for a type.
    public static <T> PojoSerializer<T> serializer(Class<T> type) {
        return LambdaEventSerializers.isLambdaSupportedEvent(type.getName())
                ? LambdaEventSerializers.serializerFor(type, Api.class.getClassLoader())
                : JacksonFactory.getInstance().getSerializer(type);
    }

    private static ApiResponse reply(@Nullable APIGatewayV2HTTPResponse response) {
        if (response == null || response.getStatusCode() < 100 || response.getStatusCode() > 599) {
            throw new IllegalStateException("a handler returned a response without a status");
        }
        var headers = new TreeMap<String, String>();
        if (response.getHeaders() != null) {
            response.getHeaders()
                    .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        }
        var text = response.getBody() == null ? "" : response.getBody();
        var body =
                response.getIsBase64Encoded()
                        ? Base64.getDecoder().decode(text)
                        : text.getBytes(StandardCharsets.UTF_8);
        if (body.length > 0) {
            headers.putIfAbsent("content-type", "text/plain;charset=UTF-8");
        }
        return new ApiResponse(
                response.getStatusCode(),
                headers,
                response.getCookies() == null ? List.of() : response.getCookies(),
                body);
    }

    private static void report(HttpFunction function, Throwable fault) {
        synchronized (System.err) {
            System.err.println(function.name() + " failed:");
            fault.printStackTrace();
        }
    }
}
