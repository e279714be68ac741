package plaza.local;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import plaza.catalogue.Access;
import plaza.catalogue.Budget;
import plaza.catalogue.Contract;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;

/// Sample functions that return what they receive, or fail.
public final class SampleFunctions {
    public static final HttpFunction ECHO =
            row(Echo.class, "GET", "/things/{thingId}", Access.ANY_USER);
    public static final HttpFunction COUNT =
            row(CountThings.class, "GET", "/things/count", Access.ANY_USER);
    public static final HttpFunction PUT =
            row(Echo.class, "PUT", "/things/{thingId}", Access.ANY_USER);
    public static final HttpFunction FAIL = row(Fail.class, "GET", "/failures", Access.ANY_USER);
    public static final HttpFunction BYTES = row(Bytes.class, "GET", "/bytes", Access.ANY_USER);
    public static final HttpFunction ADMIN = row(Echo.class, "POST", "/things", Access.ADMIN);
    public static final HttpFunction MEET = row(Meet.class, "GET", "/meetings", Access.ANY_USER);
    public static final HttpFunction SILENT = row(Silent.class, "GET", "/silence", Access.ANY_USER);

    public static final List<HttpFunction> ALL =
            List.of(ECHO, COUNT, PUT, FAIL, BYTES, ADMIN, MEET, SILENT);

    private SampleFunctions() {}

    public static HttpFunction row(
            Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
                    handler,
            String method,
            String path,
            Access access,
            Grant... grants) {
        return new HttpFunction(
                handler,
                method,
                path,
                access,
                null,
                null,
                "a sample",
                List.of(),
                List.of(grants),
                new Budget(0, 0, 0, "never"),
                "",
                List.of(),
                Contract.NONE,
                false,
                null,
                List.of());
    }

    /// Returns its event and values of its context.
    public static final class Echo
            implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        private final Clock clock;

        Echo() {
            throw new AssertionError("the constructor for Lambda");
        }

        Echo(Clock clock) {
            this.clock = clock;
        }

        @Override
        public APIGatewayV2HTTPResponse handleRequest(
                APIGatewayV2HTTPEvent event, Context context) {
            try {
                var body = HttpTestClient.JSON.createObjectNode();
                body.set("event", HttpTestClient.JSON.valueToTree(event));
                body.put("function", context.getFunctionName());
                body.put("remainingMillis", context.getRemainingTimeInMillis());
                body.put("now", clock.instant().toString());
                return APIGatewayV2HTTPResponse.builder()
                        .withStatusCode(200)
                        .withHeaders(Map.of("Content-Type", "application/json", "X-Sample", "yes"))
                        .withCookies(List.of("a=1; Path=/", "b=2"))
                        .withBody(HttpTestClient.JSON.writeValueAsString(body))
                        .build();
            } catch (JsonProcessingException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    public static final class CountThings
            implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        CountThings(Clock clock) {
            assert clock != null;
        }

        @Override
        public APIGatewayV2HTTPResponse handleRequest(
                APIGatewayV2HTTPEvent event, Context context) {
            return APIGatewayV2HTTPResponse.builder().withStatusCode(200).withBody("count").build();
        }
    }

    public static final class Fail
            implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        Fail(Clock clock) {
            assert clock != null;
        }

        @Override
        public APIGatewayV2HTTPResponse handleRequest(
                APIGatewayV2HTTPEvent event, Context context) {
            throw new IllegalStateException("a test throws this exception on purpose");
        }
    }

    public static final class Silent
            implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        Silent(Clock clock) {
            assert clock != null;
        }

        @Override
        public APIGatewayV2HTTPResponse handleRequest(
                APIGatewayV2HTTPEvent event, Context context) {
            return APIGatewayV2HTTPResponse.builder().build();
        }
    }

    public static final class Bytes
            implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        Bytes(Clock clock) {
            assert clock != null;
        }

        @Override
        public APIGatewayV2HTTPResponse handleRequest(
                APIGatewayV2HTTPEvent event, Context context) {
            return APIGatewayV2HTTPResponse.builder()
                    .withStatusCode(200)
                    .withHeaders(Map.of("content-type", "application/octet-stream"))
                    .withBody("AAEC")
                    .withIsBase64Encoded(true)
                    .build();
        }
    }

    /// Responds as soon as [Meet#PARTIES] requests are in progress at the same time.
    public static final class Meet
            implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        public static final int PARTIES = 40;

        private final CountDownLatch missing = new CountDownLatch(PARTIES);

        Meet(Clock clock) {
            assert clock != null;
        }

        @Override
        public APIGatewayV2HTTPResponse handleRequest(
                APIGatewayV2HTTPEvent event, Context context) {
            missing.countDown();
            try {
                var met = missing.await(context.getRemainingTimeInMillis(), TimeUnit.MILLISECONDS);
                return APIGatewayV2HTTPResponse.builder().withStatusCode(met ? 200 : 504).build();
            } catch (InterruptedException _) {
                throw new AssertionError("interrupted");
            }
        }
    }
}
