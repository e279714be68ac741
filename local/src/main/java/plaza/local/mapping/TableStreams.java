package plaza.local.mapping;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.local.emulator.DataFolder;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.Functions;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.ManagedFunction;
import plaza.tally.Ledger;

/// The functions behind the table's stream, each with an event source mapping as the stack gives
/// it, and DynamoDB's own removal of what has expired.
public final class TableStreams implements Streams {
    /// How long one invocation may take; the stack gives the stream functions the same.
    public static final Duration INVOCATION_MAX = Duration.ofMinutes(1);

    /// Between two sweeps of expired items. DynamoDB takes up to days; nobody waits for it here
    /// either.
    private static final Duration SWEEP_PAUSE = Duration.ofSeconds(30);

    private final StreamPoller poller;
    private final TtlSweeper sweeper;
    private final FailureDestination failures;
    private final Redrive redrive;

    /// @param folder where checkpoints, notes and failed records are kept, or null for memory
    /// @param clock the clock by which items expire
    public TableStreams(
            Emulator emulator,
            Functions functions,
            List<plaza.catalogue.StreamFunction> rows,
            @Nullable Path folder,
            Clock clock) {
        var expired =
                folder == null
                        ? ExpiredItems.inMemory()
                        : ExpiredItems.in(folder.resolve(DataFolder.EXPIRED));
        var source =
                new SharedReads(
                        new DynamoDbStreamSource(
                                emulator.streams(), emulator.streamArn(), expired));
        var checkpoints =
                folder == null
                        ? Checkpoints.inMemory()
                        : new CheckpointFolder(folder.resolve(DataFolder.CHECKPOINTS));
        failures =
                folder == null
                        ? FailureDestination.inMemory()
                        : FailureDestination.in(folder.resolve(DataFolder.FAILURES));
        var mappings = new ArrayList<EventSourceMapping>();
        var functionsByName = new HashMap<String, LambdaFunction>();
        for (var row : rows) {
            var function = new ManagedFunction(row.name(), functions.stream(row), INVOCATION_MAX);
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
                new Redrive(
                        failures, functionsByName, Ledger.REDRIVE_AGE_MAX, InstantSource.system());
        poller = new StreamPoller(source, mappings, InstantSource.system());
        sweeper = new TtlSweeper(emulator.client(), Emulator.TABLE, expired, clock);
    }

    @Override
    public void start() {
        startReading();
        sweeper.start(SWEEP_PAUSE);
    }

    /// Lets the functions work; what has expired is removed by [#sweep] only.
    public void startReading() {
        poller.start();
    }

    @Override
    public long behind() {
        return poller.behind();
    }

    /// Whether the functions are done with everything: [#behind] is zero.
    public boolean isIdle() {
        return poller.isIdle();
    }

    /// The records that were given up.
    public FailureDestination failures() {
        return failures;
    }

    @Override
    public Redrive.Report redrive() {
        return redrive.run();
    }

    /// Removes now what has expired.
    ///
    /// @return how many items
    public int sweep() {
        return sweeper.sweep();
    }

    @Override
    public void close() {
        sweeper.close();
        poller.close();
    }

    /// The mapping that the stack gives a function, but for the time it gathers a batch.
    public static MappingSettings settings(plaza.catalogue.StreamFunction row) {
        return MappingSettings.of(row.name())
                .filtering(row.filters())
                .batching(row.batchSize(), Duration.ZERO)
                .reporting()
                .bisecting()
                .limited(
                        plaza.catalogue.StreamFunction.RETRIES_MAX,
                        (int) plaza.catalogue.StreamFunction.RECORD_AGE_MAX.toSeconds());
    }
}
