package plaza.local.emulator;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.table.DynamoDbScans;
import plaza.table.DynamoDbTable;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Table;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Builds handlers as they run on this machine: by the constructor that takes parts, each part
/// found by its type, with a [Table] that can do only what the function's Catalogue row grants.
///
/// ```java
/// var functions = new Functions(emulator).with(Clock.class, clock).with(Cursors.class, cursors);
/// var handler = functions.http(row);
/// ```
public final class Functions {
    private final Emulator emulator;
    private final GrantUse use;
    private final List<ExecutionInterceptor> observers;
    private final Map<Class<?>, Supplier<?>> parts;
    private final Retry retry;
    private final UnaryOperator<SdkHttpClient> network;

    /// Functions on the table of `emulator`; what they use is noted in [GrantUse#ALL].
    public Functions(Emulator emulator) {
        this(emulator, GrantUse.ALL, List.of(), Map.of(), Retry.standard(), http -> http);
    }

    private Functions(
            Emulator emulator,
            GrantUse use,
            List<ExecutionInterceptor> observers,
            Map<Class<?>, Supplier<?>> parts,
            Retry retry,
            UnaryOperator<SdkHttpClient> network) {
        this.emulator = emulator;
        this.use = use;
        this.observers = List.copyOf(observers);
        this.parts = Map.copyOf(parts);
        this.retry = retry;
        this.network = network;
    }

    /// The same, with a part for constructors that ask for `type`.
    public <T> Functions with(Class<T> type, T part) {
        return making(type, () -> part);
    }

    /// The same, with a part that is made anew for each handler.
    public <T> Functions making(Class<T> type, Supplier<? extends T> part) {
        var more = new HashMap<>(parts);
        more.put(type, part);
        return new Functions(emulator, use, observers, more, retry, network);
    }

    /// The same, with each call to DynamoDB passing through `observer` once it is granted: a
    /// [Meter], or one that injects faults.
    public Functions observedBy(ExecutionInterceptor observer) {
        var more = new ArrayList<>(observers);
        more.add(observer);
        return new Functions(emulator, use, more, parts, retry, network);
    }

    /// The same, noting what the functions use somewhere else.
    public Functions notingIn(GrantUse other) {
        return new Functions(emulator, other, observers, parts, retry, network);
    }

    /// The same, with other rules for repeating requests.
    public Functions retrying(Retry other) {
        return new Functions(emulator, use, observers, parts, other, network);
    }

    /// The same, with `between` the client and the network.
    public Functions over(UnaryOperator<SdkHttpClient> between) {
        return new Functions(emulator, use, observers, parts, retry, between);
    }

    /// The handler of a function behind the API.
    public RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> http(
            HttpFunction function) {
        return build(function.handler(), function);
    }

    /// The handler of a function behind the stream.
    public RequestHandler<DynamodbEvent, StreamsEventResponse> stream(StreamFunction function) {
        return build(function.handler(), function);
    }

    /// The handler of a function behind the schedule.
    public RequestHandler<Map<String, Object>, Map<String, Object>> scheduled(
            ScheduledFunction function) {
        return build(function.handler(), function);
    }

    /// The table as `function` may touch it.
    public Table table(FunctionRow function) {
        return new DynamoDbTable(client(function), Emulator.TABLE, retry);
    }

    private Scans scans(FunctionRow function) {
        return new DynamoDbScans(client(function), Emulator.TABLE, retry);
    }

    private DynamoDbClient client(FunctionRow function) {
        var interceptors = new ArrayList<ExecutionInterceptor>();
        interceptors.add(new Grants(function, use));
        interceptors.addAll(observers);
        return emulator.client(interceptors, network);
    }

    private <H> H build(Class<? extends H> handler, FunctionRow function) {
        var constructor = constructorWithParts(handler);
        var arguments =
                Arrays.stream(constructor.getParameterTypes())
                        .map(type -> part(type, function))
                        .toArray();
        try {
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException fault) {
            throw new IllegalStateException("a handler cannot be built", fault.getCause());
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException("a handler cannot be built", fault);
        }
    }

    /// The constructor with the most parameters; the one without any is Lambda's, and takes its
    /// parts from the cloud.
    @SuppressWarnings("unchecked") // getDeclaredConstructors of a Class<H> are Constructor<H>
    private static <H> Constructor<H> constructorWithParts(Class<H> handler) {
        return (Constructor<H>)
                Arrays.stream(handler.getDeclaredConstructors())
                        .filter(constructor -> constructor.getParameterCount() > 0)
                        .max(Comparator.comparingInt(Constructor::getParameterCount))
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        handler.getSimpleName()
                                                + " has no constructor that takes its parts"));
    }

    private Object part(Class<?> type, FunctionRow function) {
        if (type == Table.class) {
            return table(function);
        }
        if (type == Scans.class) {
            return scans(function);
        }
        @Nullable Supplier<?> part = parts.get(type);
        if (part == null) {
            throw new IllegalStateException(
                    function.name() + " asks for a part that nobody gave: " + type.getName());
        }
        return part.get();
    }
}
