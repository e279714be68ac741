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

/// Events and answers as JSON, in place of the managed runtime's own data binding, which inspects
/// the event classes by reflection at every cold start and was the largest single part of it.
///
/// The runtime interface client finds this class as a service and from then on asks it for *every*
/// type; the five types that the handlers have are all it knows. What it reads and writes is what
/// the managed runtime's own serialisation would, except that authorizers other than the JWT one
/// are skipped: a test compares the two on random events.
@SuppressWarnings("TypeParameterUnusedInFormals") // the interface is written so
public final class EventJson implements CustomPojoSerializer {
    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

    /// For the service loader.
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
                throw new IllegalArgumentException("an answer of a type that no handler gives");
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    // The runtime names the type as java.lang.reflect.Type: that it is T is the interface's
    // promise.
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
        throw new IllegalArgumentException("an event of a type that no handler takes");
    }

    private static <T> T present(@Nullable T event) throws IOException {
        if (event == null) {
            throw new IOException("an invocation without an event");
        }
        return event;
    }
}
