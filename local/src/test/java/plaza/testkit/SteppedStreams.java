package plaza.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import plaza.functions.Catalogue;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.Functions;
import plaza.local.mapping.Checkpoint;
import plaza.local.mapping.Checkpoints;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.EventSourceMapping;
import plaza.local.mapping.EventSourceMapping.Turn;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.ShardPosition;
import plaza.local.mapping.SharedReads;
import plaza.local.mapping.StreamSource;
import plaza.local.mapping.TableStreams;
import plaza.local.runtime.ManagedFunction;

/// The stream functions with their event source mappings, all run by the thread that calls
/// [#drain]: in the same order each time, and without waiting, because the pauses between retries
/// only advance a time of its own.
public final class SteppedStreams {
    /// Turns of all mappings in one drain; far more than any test needs.
    private static final int TURNS_MAX = 1_000_000;

    private final StreamSource source;
    private final Map<String, ShardPosition> ends = new HashMap<>();
    private final FailureDestination failures = FailureDestination.inMemory();
    private final List<ManagedFunction> functions;
    private final List<EventSourceMapping> mappings = new ArrayList<>();

    /// The shards that each mapping can read now.
    private final Map<EventSourceMapping, List<String>> readable = new HashMap<>();

    private Instant time = Instant.now();

    /// Creates mappings that read the stream from its beginning.
    public SteppedStreams(Emulator emulator, Functions functions) {
        source =
                new SharedReads(
                        new DynamoDbStreamSource(
                                emulator.streams(), emulator.streamArn(), ExpiredItems.inMemory()),
                        Duration.ZERO);
        this.functions =
                Catalogue.ALL.streamFunctions().stream()
                        .map(row ->
                                new ManagedFunction(
                                        row.name(),
                                        functions.stream(row),
                                        TableStreams.INVOCATION_MAX))
                        .toList();
    }

    /// Skips all records that other mappings of the same stream have skipped.
    void skipAsFarAs(SteppedStreams other) {
        ends.putAll(other.ends);
    }

    /// Skips all records that were written so far, and discards the state of the mappings.
    public void skip() {
        for (var shard : source.shards()) {
            var batch = source.read(shard.id(), ends.get(shard.id()));
            while (!batch.records().isEmpty()) {
                ends.put(shard.id(), batch.records().getLast().sequenceNumber());
                batch = source.read(shard.id(), ends.get(shard.id()));
            }
        }
        mappings.clear();
        readable.clear();
    }

    /// Runs the stream functions in turns until none has a record left.
    ///
    /// @throws AssertionError if records are sent to the failure destination
    public void drain() {
        var idle = 0;
        for (var turn = 0; turn < TURNS_MAX; turn++) {
            var worked = take(mappings().get(turn % functions.size()));
            idle = worked ? 0 : idle + 1;
            if (idle > functions.size()) {
                assertThat(failures.keys()).as("records in the failure destination").isEmpty();
                return;
            }
        }
        throw new AssertionError("the stream is not drained after " + TURNS_MAX + " turns");
    }

    /// Takes a turn in each shard.
    ///
    /// @return whether one was more than a look at the end of the stream
    private boolean take(EventSourceMapping mapping) {
        var worked = false;
        for (var shard : readable.computeIfAbsent(mapping, EventSourceMapping::readable)) {
            switch (mapping.turn(shard)) {
                case Turn.Worked _ -> worked = true;
                case Turn.Complete _ -> {
                    readable.remove(mapping);
                    worked = true;
                }
                case Turn.Waiting(var until) -> {
                    time = until;
                    worked = true;
                }
                case Turn.Idle _ -> {}
            }
        }
        return worked;
    }

    private List<EventSourceMapping> mappings() {
        if (mappings.isEmpty()) {
            var checkpoints = Checkpoints.inMemory();
            for (var index = 0; index < functions.size(); index++) {
                var row = Catalogue.ALL.streamFunctions().get(index);
                ends.forEach((shard, end) ->
                        checkpoints.put(row.name(), shard, new Checkpoint(end, false)));
                mappings.add(
                        new EventSourceMapping(
                                TableStreams.settings(row),
                                source,
                                functions.get(index),
                                checkpoints,
                                failures,
                                (InstantSource) () -> time));
            }
        }
        return mappings;
    }
}
