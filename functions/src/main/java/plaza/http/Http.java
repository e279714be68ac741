package plaza.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.log.Metric;
import plaza.table.InvocationBudget;
import plaza.table.Unavailable;

/// The one way from an API Gateway event to a handler's method and back.
public final class Http {
    /// After how many seconds a caller may try again what was unavailable.
    private static final String RETRY_AFTER_SECONDS = "1";

    /// With which a caller may tie requests together in the logs.
    private static final String CORRELATION = "x-correlation-id";

    /// What API Gateway answers when a function fails.
    private static final int FAULT = 500;

    private Http() {}

    /// What `verb` answers to `event`.
    ///
    /// A [ProblemException] becomes its problem, an unavailable table 503 with `Retry-After`.
    /// Anything else that is thrown is a fault of ours and passes through: Lambda counts it as an
    /// error, and the caller gets API Gateway's plain 500.
    public static APIGatewayV2HTTPResponse answer(
            APIGatewayV2HTTPEvent event, Context context, Function<Request, Response> verb) {
        var request = new Request(event);
        var activity =
                InvocationTelemetry.of(
                        context, request.headerOrNull(CORRELATION), request.gatewayIdOrNull());
        var invocation =
                InvocationBudget.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
        return activity.run(
                () -> invocation.run(() -> event(observed(request, verb, activity, invocation))));
    }

    private static Response observed(
            Request request,
            Function<Request, Response> verb,
            InvocationTelemetry activity,
            InvocationBudget invocation) {
        var startNanos = System.nanoTime();
        var status = FAULT;
        try {
            var response = conditional(request, respond(request, verb));
            status = response.status();
            return response;
        } finally {
            activity.measure(Metric.REQUESTS, 1);
            activity.took(System.nanoTime() - startNanos);
            activity.measure(Metric.ERRORS_4XX, status / 100 == 4 ? 1 : 0);
            activity.measure(Metric.ERRORS_5XX, status / 100 == 5 ? 1 : 0);
            activity.measure(Metric.READ_UNITS, invocation.readUnits());
            activity.measure(Metric.WRITE_UNITS, invocation.writeUnits());
            activity.measure(Metric.ROUND_TRIPS, invocation.roundTrips());
            Log.ended("request was answered", Map.of("route", request.route(), "status", status));
        }
    }

    private static Response respond(Request request, Function<Request, Response> verb) {
        try {
            request.caller();
            return verb.apply(request);
        } catch (ProblemException refusal) {
            return Response.of(refusal.problem());
        } catch (Unavailable _) {
            return Response.of(
                            Problem.of(
                                    Problem.Kind.UNAVAILABLE,
                                    "The request could not be completed in time; it may be sent again."))
                    .with("retry-after", RETRY_AFTER_SECONDS);
        }
    }

    /// 304 where the caller already has what a successful GET would answer.
    private static Response conditional(Request request, Response response) {
        var tag = response.headers().get("etag");
        if (tag == null || response.status() != 200 || !request.route().startsWith("GET ")) {
            return response;
        }
        var known = request.ifNoneMatchOrNull();
        if (known == null
                || !(known.contains("*") || known.contains(tag.substring(1, tag.length() - 1)))) {
            return response;
        }
        return new Response(304, response.headers(), null);
    }

    /// A strong entity tag for a JSON text: a digest of it.
    public static String entityTag(String body) {
        var digest = sha256(body.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 12));
    }

    /// The SHA-256 digest of `bytes`.
    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static APIGatewayV2HTTPResponse event(Response response) {
        var headers = new LinkedHashMap<String, String>();
        if (response.body() != null) {
            headers.put("content-type", "application/json");
        }
        headers.put("cache-control", "private, no-cache");
        headers.put("x-content-type-options", "nosniff");
        headers.putAll(response.headers());
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(response.status())
                .withHeaders(headers)
                .withBody(response.body())
                .withIsBase64Encoded(false)
                .build();
    }
}
