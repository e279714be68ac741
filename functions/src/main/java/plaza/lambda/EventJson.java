package plaza.lambda;

import com.amazonaws.services.lambda.runtime.CustomPojoSerializer;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads events and writes responses as JSON. It replaces the data binding of the managed runtime,
/// which inspects the event classes by reflection at every cold start and was the largest part of
/// it.
///
/// The runtime interface client finds this class as a service and then uses it for *every* type. It
/// supports only the types of Plaza's handlers. It reads and writes the same JSON as the managed
/// runtime's serialisation, except that it skips authorizers other than the JWT one. A test
/// compares the two with random events.
@SuppressWarnings("TypeParameterUnusedInFormals") // the interface declares it this way
public final class EventJson implements CustomPojoSerializer {
    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

    /// The constructor for the service loader.
    public EventJson() {}

    @Override
    public <T> T fromJson(InputStream input, Type type) {
        try (var parser = FACTORY.createParser(input)) {
            return read(parser, type);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public <T> T fromJson(String input, Type type) {
        try (var parser = FACTORY.createParser(input)) {
            return read(parser, type);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public <T> void toJson(T value, OutputStream output, Type type) {
        try (var generator = FACTORY.createGenerator(output)) {
            if (value instanceof APIGatewayV2HTTPResponse response) {
                ResponseWriter.write(generator, response);
            } else if (value instanceof StreamsEventResponse response) {
                ResponseWriter.write(generator, response);
            } else if (value instanceof Map<?, ?> report) {
                PlainJson.write(generator, report);
            } else {
                throw new IllegalArgumentException("no handler returns this type");
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    // The interface guarantees that `type` is T.
    @SuppressWarnings("unchecked")
    private static <T> T read(JsonParser parser, Type type) throws IOException {
        parser.nextToken();
        if (APIGatewayV2HTTPEvent.class.equals(type)) {
            return (T) present(HttpEventReader.event(parser));
        }
        if (DynamodbEvent.class.equals(type)) {
            return (T) present(StreamEventReader.event(parser));
        }
        if (type instanceof ParameterizedType map && Map.class.equals(map.getRawType())) {
            return (T) present(PlainJson.map(parser));
        }
        throw new IllegalArgumentException("no handler takes this type");
    }

    private static <T> T present(@Nullable T event) throws IOException {
        if (event == null) {
            throw new IOException("the invocation has no event");
        }
        return event;
    }
}
