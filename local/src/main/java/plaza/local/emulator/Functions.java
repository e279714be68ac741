package plaza.local.emulator;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limits;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.context.Declarations;
import plaza.dynamodb.DynamoDbScans;
import plaza.dynamodb.DynamoDbTable;
import plaza.event.StreamRules;
import plaza.evolution.MigrationSettings;
import plaza.functions.Catalogue;
import plaza.http.Cursors;
import plaza.http.RateLimiter;
import plaza.id.Ulids;
import plaza.job.ErasureLimit;
import plaza.lambda.Services;
import plaza.leaving.ErasedIds;
import plaza.leaving.Erasures;
import plaza.leaving.Exports;
import plaza.migrate.MigrateFunctions;
import plaza.migrate.Migrations;
import plaza.objects.ObjectStore;
import plaza.objects.UnusedObjects;
import plaza.reconcile.Checks;
import plaza.table.Family;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.table.TableSchema.Index;
import plaza.tally.CountedEdges;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Builds handlers for this machine. It calls the constructor with parameters and looks up each
/// argument by its type; the [Table] allows only what the function's Catalogue row grants.
///
/// ```java
/// var functions = new Functions(emulator).with(Clock.class, clock).with(Cursors.class, cursors);
/// var handler = functions.http(row);
/// ```
public final class Functions {
    /// The arguments that a system has unless others are provided.
    private static final Map<Class<?>, Supplier<?>> STANDARD =
            Map.of(
                    MigrationSettings.class, () -> MigrationSettings.NONE,
                    ErasureLimit.class, () -> ErasureLimit.STANDARD,
                    ErasedIds.class, () -> ErasedIds.NONE,
                    ObjectStore.class, UnusedObjects::new);

    /// The families of each system in this process, as [Grants] needs them.
    private static final Map<Declarations, Map<Index, List<Family>>> FAMILIES =
            new ConcurrentHashMap<>();

    /// What erasures do in each system in this process: stream functions are built often.
    private static final Map<Declarations, Erasures> ERASURES = new ConcurrentHashMap<>();

    private final Emulator emulator;
    private final GrantUse use;
    private final List<ExecutionInterceptor> observers;
    private final Map<Class<?>, Supplier<?>> parts;
    private final Retry retry;
    private final @Nullable UnaryOperator<SdkHttpClient> network;
    private final UnaryOperator<Table> tables;

    /// Creates functions on the table of `emulator` that record used grants in [GrantUse#ALL].
    public Functions(Emulator emulator) {
        this(emulator, GrantUse.ALL, List.of(), STANDARD, Retry.standard(), null, table -> table);
    }

    private Functions(
            Emulator emulator,
            GrantUse use,
            List<ExecutionInterceptor> observers,
            Map<Class<?>, Supplier<?>> parts,
            Retry retry,
            @Nullable UnaryOperator<SdkHttpClient> network,
            UnaryOperator<Table> tables) {
        this.emulator = emulator;
        this.use = use;
        this.observers = List.copyOf(observers);
        this.parts = Map.copyOf(parts);
        this.retry = retry;
        this.network = network;
        this.tables = tables;
    }

    /// Returns a copy with an argument for constructor parameters of this type.
    public <T> Functions with(Class<T> type, T part) {
        return making(type, () -> part);
    }

    /// Returns a copy that creates an argument of this type for each handler.
    public <T> Functions making(Class<T> type, Supplier<? extends T> part) {
        var more = new HashMap<>(parts);
        more.put(type, part);
        return new Functions(emulator, use, observers, more, retry, network, tables);
    }

    /// Returns a copy whose calls to DynamoDB pass through `observer` after the grants are checked:
    /// a [Meter], or an interceptor that injects faults.
    public Functions observedBy(ExecutionInterceptor observer) {
        var more = new ArrayList<>(observers);
        more.add(observer);
        return new Functions(emulator, use, more, parts, retry, network, tables);
    }

    /// Returns a copy that records used grants in `other`.
    public Functions recordingIn(GrantUse other) {
        return new Functions(emulator, other, observers, parts, retry, network, tables);
    }

    /// Returns a copy with another retry policy.
    public Functions retrying(Retry other) {
        return new Functions(emulator, use, observers, parts, other, network, tables);
    }

    /// Returns a copy that calls the table over HTTP, with a client that is wrapped by `between`.
    public Functions over(UnaryOperator<SdkHttpClient> between) {
        return new Functions(emulator, use, observers, parts, retry, between, tables);
    }

    /// Returns a copy whose tables on DynamoDB are wrapped by `around`.
    public Functions on(UnaryOperator<Table> around) {
        return new Functions(emulator, use, observers, parts, retry, network, around);
    }

    /// The contexts of the system: those of the process, unless an argument of this type was
    /// provided.
    public Declarations declarations() {
        var declarations = parts.get(Declarations.class);
        return declarations == null ? Declarations.registered() : (Declarations) declarations.get();
    }

    private Map<Index, List<Family>> families() {
        return FAMILIES.computeIfAbsent(
                declarations(), declared -> Grants.bySpecificity(declared.keySpace()));
    }

    /// Builds the handler of a function of the API.
    public RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> http(
            HttpFunction function) {
        return build(function.handler(), function);
    }

    /// Builds the handler of a stream function.
    public RequestHandler<DynamodbEvent, StreamsEventResponse> stream(StreamFunction function) {
        return build(function.handler(), function);
    }

    /// Builds the handler of a scheduled function.
    public RequestHandler<Map<String, Object>, Map<String, Object>> scheduled(
            ScheduledFunction function) {
        return build(function.handler(), function);
    }

    /// Builds the handler of Migrate, with the grants of the migrations that it can run.
    public RequestHandler<Map<String, Object>, Map<String, Object>> migrate() {
        var row = Catalogue.ALL.migrate();
        return scheduled(
                MigrateFunctions.of(declarations(), (Migrations) part(Migrations.class, row)));
    }

    /// Returns the table with the grants of `function`, unless an argument of this type was
    /// provided.
    public Table table(FunctionRow function) {
        @Nullable Supplier<?> other = parts.get(Table.class);
        if (other != null) {
            return (Table) other.get();
        }
        return tables.apply(new DynamoDbTable(client(function), Emulator.TABLE, retry));
    }

    private Scans scans(FunctionRow function) {
        return new DynamoDbScans(client(function), Emulator.TABLE, retry);
    }

    private DynamoDbClient client(FunctionRow function) {
        var interceptors = new ArrayList<ExecutionInterceptor>();
        interceptors.add(new Grants(function, families(), use));
        interceptors.addAll(observers);
        return network == null
                ? emulator.client(interceptors)
                : emulator.client(interceptors, network);
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
            throw new IllegalStateException("the handler cannot be built", fault.getCause());
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException("the handler cannot be built", fault);
        }
    }

    /// Returns the constructor with the most parameters. Lambda calls the one without parameters,
    /// which reads the environment of a deployed function.
    @SuppressWarnings("unchecked") // getDeclaredConstructors of a Class<H> are Constructor<H>
    private static <H> Constructor<H> constructorWithParts(Class<H> handler) {
        return (Constructor<H>)
                Arrays.stream(handler.getDeclaredConstructors())
                        .filter(constructor -> constructor.getParameterCount() > 0)
                        .max(Comparator.comparingInt(Constructor::getParameterCount))
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        handler.getSimpleName()
                                                + " has no constructor with parameters"));
    }

    private Services services(FunctionRow function) {
        return new Services(
                table(function),
                (Clock) part(Clock.class, function),
                limiter(function),
                () -> (Cursors) part(Cursors.class, function),
                () -> (Ulids) part(Ulids.class, function),
                (ObjectStore) part(ObjectStore.class, function),
                (MigrationSettings) part(MigrationSettings.class, function));
    }

    private RateLimiter limiter(FunctionRow function) {
        return RateLimiter.of(
                ((Limits) part(Limits.class, function)).ofOrNull(function),
                () -> table(function),
                (Clock) part(Clock.class, function));
    }

    private Object part(Class<?> type, FunctionRow function) {
        if (type == Services.class) {
            return services(function);
        }
        if (type == Table.class) {
            return table(function);
        }
        if (type == Scans.class && !parts.containsKey(Scans.class)) {
            return scans(function);
        }
        if (type == Migrations.class && !parts.containsKey(Migrations.class)) {
            return Migrations.of(declarations().migrations());
        }
        if (type == CountedEdges.class) {
            return declarations().countedEdges();
        }
        if (type == Checks.class) {
            return Checks.of(declarations().checks());
        }
        if (type == Erasures.class) {
            return ERASURES.computeIfAbsent(declarations(), Declarations::erasures);
        }
        if (type == Exports.class) {
            return declarations().exports();
        }
        if (type == StreamRules.class) {
            return declarations().streamRules(rules -> build(rules, function));
        }
        if (type == Retry.Pause.class && !parts.containsKey(Retry.Pause.class)) {
            return retry.pause();
        }
        @Nullable Supplier<?> part = parts.get(type);
        if (part == null) {
            throw new IllegalStateException(
                    function.name()
                            + " needs an argument that was not provided: "
                            + type.getName());
        }
        return part.get();
    }
}
