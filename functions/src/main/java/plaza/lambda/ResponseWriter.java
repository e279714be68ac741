package plaza.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes the responses of functions and omits null values.
final class ResponseWriter {
    private ResponseWriter() {}

    static void write(JsonGenerator json, APIGatewayV2HTTPResponse response) throws IOException {
        json.writeStartObject();
        json.writeNumberField("statusCode", response.getStatusCode());
        texts(json, "headers", response.getHeaders());
        textLists(json, response.getMultiValueHeaders());
        texts(json, "cookies", response.getCookies());
        if (response.getBody() != null) {
            json.writeStringField("body", response.getBody());
        }
        json.writeBooleanField("isBase64Encoded", response.getIsBase64Encoded());
        json.writeEndObject();
    }

    static void write(JsonGenerator json, StreamsEventResponse response) throws IOException {
        json.writeStartObject();
        if (response.getBatchItemFailures() != null) {
            json.writeArrayFieldStart("batchItemFailures");
            for (var failure : response.getBatchItemFailures()) {
                json.writeStartObject();
                if (failure.getItemIdentifier() != null) {
                    json.writeStringField("itemIdentifier", failure.getItemIdentifier());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void texts(JsonGenerator json, String name, @Nullable Map<String, String> texts)
            throws IOException {
        if (texts != null) {
            json.writeObjectFieldStart(name);
            for (var entry : texts.entrySet()) {
                if (entry.getValue() != null) {
                    json.writeStringField(entry.getKey(), entry.getValue());
                }
            }
            json.writeEndObject();
        }
    }

    private static void textLists(
            JsonGenerator json, @Nullable Map<String, List<String>> textsByName)
            throws IOException {
        if (textsByName != null) {
            json.writeObjectFieldStart("multiValueHeaders");
            for (var entry : textsByName.entrySet()) {
                texts(json, entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
        }
    }

    private static void texts(JsonGenerator json, String name, @Nullable List<String> texts)
            throws IOException {
        if (texts != null) {
            json.writeArrayFieldStart(name);
            for (var text : texts) {
                json.writeString(text);
            }
            json.writeEndArray();
        }
    }
}
