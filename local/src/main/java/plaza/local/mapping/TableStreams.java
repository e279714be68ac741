package plaza.local.mapping;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import plaza.lambda.FailureStore;
import plaza.lambda.StreamInvoker;
import plaza.local.emulator.DataFolder;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.Functions;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.ManagedFunction;
import plaza.redrive.RedriveFunctions;

/// The stream functions, each with the event source mapping of the stack, and DynamoDB's removal of
/// expired items.
public final class TableStreams implements AutoCloseable {
    /// The time limit of an invocation. In the stack it is
    /// [plaza.catalogue.StreamFunction#INVOCATION_MAX], of which all but a minute is for waiting
    /// until the table is available, as DynamoDB Local always is.
    public static final Duration INVOCATION_MAX = Duration.ofMinutes(1);

    /// The pause between two sweeps of expired items. DynamoDB removes them within a few days.
    private static final Duration SWEEP_PAUSE = Duration.ofSeconds(30);

    private final StreamPoller poller;
    private final TtlSweeper sweeper;
    private final FailureDestination failures;
    private final RequestHandler<Map<String, Object>, Map<String, Object>> redrive;

    /// @param folder the folder for checkpoints, expired items and failed records, or null to keep
    ///   them in memory
    /// @param clock the clock for the expiry of items
    public TableStreams(
            Emulator emulator,
            Functions functions,
            List<plaza.catalogue.StreamFunction> rows,
            @Nullable Path folder,
            Clock clock) {
        this(emulator, functions, rows, folder, clock, (_, function) -> function);
    }

    /// @param around wraps each function, by its name
    public TableStreams(
            Emulator emulator,
            Functions functions,
            List<plaza.catalogue.StreamFunction> rows,
            @Nullable Path folder,
            Clock clock,
            BiFunction<String, LambdaFunction, LambdaFunction> around) {
        var expired =
                folder == null
                        ? ExpiredItems.inMemory()
                        : ExpiredItems.in(folder.resolve(DataFolder.EXPIRED));
        var checkpoints =
                folder == null
                        ? Checkpoints.inMemory()
                        : new CheckpointFolder(folder.resolve(DataFolder.CHECKPOINTS));
        failures =
                folder == null
                        ? FailureDestination.inMemory()
                        : FailureDestination.in(folder.resolve(DataFolder.FAILURES));
        var source =
                new SharedReads(
                        new DynamoDbStreamSource(
                                emulator.streams(), emulator.streamArn(), expired));
        var mappings = new ArrayList<EventSourceMapping>();
        var functionsByName = new HashMap<String, LambdaFunction>();
        for (var row : rows) {
            var function =
                    around.apply(
                            row.name(),
                            new ManagedFunction(row.name(), functions.stream(row), INVOCATION_MAX));
            functionsByName.put(row.name(), function);
            mappings.add(
                    new EventSourceMapping(
                            settings(row),
                            source,
                            function,
                            checkpoints,
                            failures,
                            InstantSource.system()));
        }
        redrive =
                functions
                        .with(Clock.class, Clock.systemUTC()) // as in records of the stream
                        .with(FailureStore.class, failures)
                        .with(StreamInvoker.class, new LocalInvoker(functionsByName))
                        .scheduled(RedriveFunctions.REDRIVE);
        poller = new StreamPoller(source, mappings, InstantSource.system());
        sweeper = new TtlSweeper(emulator.client(), Emulator.TABLE, expired, clock);
    }

    /// Starts to read the stream and to remove expired items.
    public void start() {
        poller.start();
        sweeper.start(SWEEP_PAUSE);
    }

    /// Returns the number of unprocessed records, summed over the functions.
    public long behind() {
        return poller.behind();
    }

    /// Performs writes whose records no function processes. The functions must be started. Nothing
    /// else may write to the table meanwhile.
    public void place(Runnable writes) {
        poller.place(writes);
    }

    /// Returns whether the functions have processed everything, that is, whether [#behind] is zero.
    public boolean isIdle() {
        return poller.isIdle();
    }

    /// Returns the records that these functions gave up.
    public FailureDestination failures() {
        return failures;
    }

    /// Returns the function Redrive for these records.
    public RequestHandler<Map<String, Object>, Map<String, Object>> redrive() {
        return redrive;
    }

    @Override
    public void close() {
        sweeper.close();
        poller.close();
    }

    /// Returns the settings of a function's mapping in the stack, but without a batching window.
    public static MappingSettings settings(plaza.catalogue.StreamFunction row) {
        return MappingSettings.of(row.name())
                .filtering(row.filters())
                .batching(row.batchSize(), Duration.ZERO)
                .reporting()
                .bisecting()
                .limited(
                        plaza.catalogue.StreamFunction.RETRIES_MAX,
                        (int) plaza.catalogue.StreamFunction.RECORD_AGE_MAX.toSeconds())
                .build();
    }
}
