package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.CustomPojoSerializer;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/// [EventJson] against the managed runtime's own serialisation.
final class EventJsonTest {
    private static final int CASES = 1_500;
    private static final long SEED = Long.getLong("plaza.seed", 20_251_120L);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final EventJson json = new EventJson();

    @Test
    void theRuntimeInterfaceClientFindsOnlyThisSerializer() {
        assertThat(ServiceLoader.load(CustomPojoSerializer.class))
                .singleElement()
                .isInstanceOf(EventJson.class);
    }

    @Test
    void httpEventsAreReadAsTheManagedRuntimeReadsThem() {
        var managed = managed(APIGatewayV2HTTPEvent.class);
        for (var number = 0; number < CASES; number++) {
            var text = new RandomEvents(SEED + number).httpEvent().toString();
            APIGatewayV2HTTPEvent read = json.fromJson(stream(text), APIGatewayV2HTTPEvent.class);
            assertThat(read)
                    .as("seed %d: %s", SEED + number, text)
                    .isEqualTo(managed.fromJson(stream(text)));
        }
    }

    @Test
    void streamEventsAreReadAsTheManagedRuntimeReadsThem() {
        var managed = managed(DynamodbEvent.class);
        for (var number = 0; number < CASES; number++) {
            var text = new RandomEvents(SEED + number).streamEvent().toString();
            DynamodbEvent read = json.fromJson(text, DynamodbEvent.class);
            assertThat(read)
                    .as("seed %d: %s", SEED + number, text)
                    .isEqualTo(managed.fromJson(stream(text)));
        }
    }

    @Test
    void httpResponsesAreWrittenAsTheManagedRuntimeWritesThem() throws JsonProcessingException {
        var managed = JacksonFactory.getInstance().getSerializer(APIGatewayV2HTTPResponse.class);
        for (var number = 0; number < CASES; number++) {
            var response = response(new RandomEvents(SEED + number));
            assertSameJson(managed, response, APIGatewayV2HTTPResponse.class);
        }
    }

    @Test
    void streamResponsesAreWrittenAsTheManagedRuntimeWritesThem() throws JsonProcessingException {
        var managed = JacksonFactory.getInstance().getSerializer(StreamsEventResponse.class);
        for (var number = 0; number < CASES; number++) {
            var response = streamResponse(new RandomEvents(SEED + number));
            assertSameJson(managed, response, StreamsEventResponse.class);
        }
    }

    @Test
    void otherAuthorizersAreSkipped() {
        var text =
                """
                {"requestContext": {"authorizer": {
                    "iam": {"userId": "u", "cognitoIdentity": {"amr": ["a"]}},
                    "lambda": {"some": {"thing": [1, 2]}},
                    "jwt": {"claims": {"sub": "u1"}, "scopes": null}}}}
                """;
        APIGatewayV2HTTPEvent event = json.fromJson(text, APIGatewayV2HTTPEvent.class);
        var authorizer = event.getRequestContext().getAuthorizer();
        assertThat(authorizer.getJwt().getClaims()).isEqualTo(Map.of("sub", "u1"));
        assertThat(authorizer.getIam()).isNull();
        assertThat(authorizer.getLambda()).isNull();
    }

    @Test
    void otherTypesAreRejected() {
        assertThatThrownBy(() -> json.fromJson("{}", SQSEvent.class))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        json.toJson(new SQSEvent(), new ByteArrayOutputStream(), SQSEvent.class))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void invalidEventsFail() {
        for (var text :
                List.of(
                        "[]",
                        "{",
                        "{\"headers\": 1}",
                        "{\"version\": {}}",
                        "\"text\"",
                        "null",
                        "")) {
            assertThatThrownBy(() -> json.fromJson(text, APIGatewayV2HTTPEvent.class))
                    .as(text)
                    .isInstanceOf(UncheckedIOException.class);
        }
    }

    private static <T> PojoSerializer<T> managed(Class<T> type) {
        return LambdaEventSerializers.serializerFor(type, EventJsonTest.class.getClassLoader());
    }

    private <T> void assertSameJson(PojoSerializer<T> managed, T value, Class<T> type)
            throws JsonProcessingException {
        var expected = new ByteArrayOutputStream();
        managed.toJson(value, expected);
        var written = new ByteArrayOutputStream();
        json.toJson(value, written, type);
        assertThat(MAPPER.readTree(written.toString(StandardCharsets.UTF_8)))
                .isEqualTo(MAPPER.readTree(expected.toString(StandardCharsets.UTF_8)));
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static APIGatewayV2HTTPResponse response(RandomEvents random) {
        var headers = new LinkedHashMap<String, String>();
        var multiValueHeaders = new LinkedHashMap<String, List<String>>();
        for (var count = random.below(4); count > 0; count--) {
            headers.put(random.string(), random.below(8) == 0 ? null : random.string());
            multiValueHeaders.put(random.string(), List.of(random.string(), random.string()));
        }
        var response = new APIGatewayV2HTTPResponse();
        response.setStatusCode(200 + random.below(400));
        response.setHeaders(random.below(8) == 0 ? null : headers);
        response.setMultiValueHeaders(random.below(2) == 0 ? null : multiValueHeaders);
        response.setCookies(random.below(2) == 0 ? null : List.of(random.string()));
        response.setBody(random.below(8) == 0 ? null : random.string());
        response.setIsBase64Encoded(random.below(2) == 0);
        return response;
    }

    private static StreamsEventResponse streamResponse(RandomEvents random) {
        var failures = new ArrayList<BatchItemFailure>();
        for (var count = random.below(3); count > 0; count--) {
            failures.add(
                    BatchItemFailure.builder()
                            .withItemIdentifier(random.below(8) == 0 ? null : random.string())
                            .build());
        }
        return new StreamsEventResponse(random.below(8) == 0 ? null : failures);
    }
}
