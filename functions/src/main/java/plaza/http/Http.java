package plaza.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.log.Metric;
import plaza.table.CollectionFull;
import plaza.table.InvocationBudget;
import plaza.table.Unavailable;

/// Runs a handler's method for an API Gateway event and turns its result into a response.
public final class Http {
    /// The seconds after which a caller may retry a request that failed with 503.
    private static final String RETRY_AFTER_SECONDS = "1";

    /// The header that a caller may set to correlate requests in the logs.
    private static final String CORRELATION = "x-correlation-id";

    /// The status that API Gateway returns when a function fails.
    private static final int FAULT = 500;

    private Http() {}

    /// Applies `method` to the request in `event`.
    ///
    /// A [ProblemException] becomes its problem, a full item collection becomes 507, and an
    /// unavailable table becomes 503 with `Retry-After`. Any other exception is a defect and
    /// propagates: Lambda counts it as an error, and the caller receives API Gateway's plain 500.
    /// The log has one line with the cause of each status from 500.
    public static APIGatewayV2HTTPResponse handle(
            APIGatewayV2HTTPEvent event, Context context, Function<Request, Response> method) {
        return handle(event, context, RateLimiter.OFF, _ -> 1, method);
    }

    /// Applies `method` as [#handle(APIGatewayV2HTTPEvent, Context, Function)] does, if `limiter`
    /// accepts the request. Otherwise the response is 429.
    ///
    /// @param tokens the tokens that a request takes
    public static APIGatewayV2HTTPResponse handle(
            APIGatewayV2HTTPEvent event,
            Context context,
            RateLimiter limiter,
            ToIntFunction<Request> tokens,
            Function<Request, Response> method) {
        var request = new Request(event);
        var telemetry =
                InvocationTelemetry.of(
                        context, request.headerOrNull(CORRELATION), request.gatewayIdOrNull());
        var budget = InvocationBudget.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
        return telemetry.run(() ->
                budget.run(() ->
                        event(observed(request, limiter, tokens, method, telemetry, budget))));
    }

    private static Response observed(
            Request request,
            RateLimiter limiter,
            ToIntFunction<Request> tokens,
            Function<Request, Response> method,
            InvocationTelemetry telemetry,
            InvocationBudget budget) {
        var startNanos = System.nanoTime();
        var status = FAULT;
        try {
            var response =
                    patchable(
                            request,
                            conditional(request, respond(request, limiter, tokens, method)));
            status = response.status();
            return response;
        } finally {
            telemetry.measure(Metric.REQUESTS, 1);
            telemetry.took(System.nanoTime() - startNanos);
            if (status / 100 == 4) {
                telemetry.measure(Metric.ERRORS_4XX, 1);
            } else if (status / 100 == 5) {
                telemetry.measure(Metric.ERRORS_5XX, 1);
            }
            budget.measure(telemetry);
            var facts = new LinkedHashMap<String, Object>();
            facts.put("route", request.route());
            facts.put("status", status);
            var items = budget.items();
            if (!items.isEmpty()) {
                facts.put(Log.ITEMS, items);
            }
            Log.ended("request completed", facts);
        }
    }

    private static Response respond(
            Request request,
            RateLimiter limiter,
            ToIntFunction<Request> tokens,
            Function<Request, Response> method) {
        try {
            request.requireEdge();
            var bucket = limiter.take(request.caller(), tokens.applyAsInt(request));
            if (bucket == null) {
                return result(request, method);
            }
            return bucket.on(bucket.isExceeded() ? bucket.exceeded() : result(request, method));
        } catch (ProblemException exception) {
            return Response.of(exception.problem());
        } catch (CollectionFull full) {
            Log.fault("item collection is full", full);
            return Response.of(
                    Problem.of(
                            Problem.Kind.COLLECTION_FULL,
                            "The collection that this request writes to is full. Delete items from"
                                    + " it, or ask the operator of the service."));
        } catch (Unavailable unavailable) {
            Log.fault("table is unavailable", unavailable);
            return Response.of(
                            Problem.of(
                                    Problem.Kind.UNAVAILABLE,
                                    "The request could not be completed in time. Send it again."))
                    .with("retry-after", RETRY_AFTER_SECONDS);
        }
    }

    private static Response result(Request request, Function<Request, Response> method) {
        try {
            return method.apply(request);
        } catch (ProblemException exception) {
            return Response.of(exception.problem());
        }
    }

    /// Turns the response to a GET into 304 if `If-None-Match` contains its entity tag.
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

    /// Adds to 415 of a PATCH the accepted media types (RFC 5789, section 2.2).
    private static Response patchable(Request request, Response response) {
        return response.status() == Problem.Kind.UNSUPPORTED_MEDIA_TYPE.status()
                        && request.route().startsWith("PATCH ")
                ? response.with("accept-patch", String.join(", ", Request.bodyTypes("PATCH")))
                : response;
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
