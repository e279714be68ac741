package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.Catalogue;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.Checkpoint;
import plaza.local.mapping.Checkpoints;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.EventSourceMapping;
import plaza.local.mapping.EventSourceMapping.Turn;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.ShardPosition;
import plaza.local.mapping.StreamSource;
import plaza.local.mapping.TableStreams;
import plaza.local.runtime.ManagedFunction;
import plaza.table.Item;
import plaza.table.Retry;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.testkit.TestBed;
import plaza.testkit.fault.FaultyNetwork;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// All functions on one table behind a network with [FaultyNetwork], in one thread: HTTP functions
/// are called, stream functions work when [#drain] says so, and nobody waits, since pauses are only
/// added up and the event source mappings have a time of their own. So the same operations come to
/// the same table every time.
final class FaultTestBed implements AutoCloseable {
    /// Turns of both mappings in one drain; far more than any test needs.
    private static final int TURNS_MAX = 100_000;

    private static final Pattern CHANCE =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");

    private final FaultyNetwork faults = new FaultyNetwork();
    private final Emulator emulator = Emulator.inMemory();
    private final AtomicLong pausedNanos = new AtomicLong();
    private final TestBed bed;
    private final DynamoDbStreamSource source;
    private final Map<String, ShardPosition> ends = new HashMap<>();
    private final FailureDestination failures = FailureDestination.inMemory();
    private final List<ManagedFunction> functions;
    private final List<EventSourceMapping> mappings = new ArrayList<>();
    private final List<String> shards;
    private Instant time = Instant.now();
    private boolean empty = true;

    /// @param attemptsMax how often a function sends a request at most
    FaultTestBed(int attemptsMax) {
        var retry =
                new Retry(
                        attemptsMax,
                        Duration.ofMillis(20),
                        Duration.ofSeconds(1),
                        () -> new SplittableRandom(pausedNanos.get()),
                        pause -> pausedNanos.addAndGet(pause.toNanos()));
        bed = new TestBed(emulator, functions -> functions.over(faults::over).retrying(retry));
        source =
                new DynamoDbStreamSource(
                        emulator.streams(), emulator.streamArn(), ExpiredItems.inMemory());
        functions =
                Catalogue.streamFunctions().stream()
                        .map(row ->
                                new ManagedFunction(
                                        row.name(),
                                        bed.functions().stream(row),
                                        TableStreams.INVOCATION_MAX))
                        .toList();
        shards = source.shards().stream().map(StreamSource.Shard::id).toList();
        begin();
    }

    TestBed bed() {
        return bed;
    }

    FaultyNetwork faults() {
        return faults;
    }

    /// How long functions would have paused between attempts so far.
    Duration paused() {
        return Duration.ofNanos(pausedNanos.get());
    }

    /// Empties the table if need be, sets the clock back and forgets the stream.
    void begin() {
        faults.begin(FaultyNetwork.Plan.NONE);
        if (!empty) {
            clear(items());
        }
        empty = false;
        bed.clock().set(BEGIN);
        shards.forEach(this::skip);
        mappings.clear();
    }

    /// What there is at a moment.
    record Snapshot(List<Item> items, Instant now) {}

    Snapshot snapshot() {
        return new Snapshot(items(), bed.clock().instant());
    }

    /// Puts back what there was, into an empty table; the stream begins after it.
    void restore(Snapshot snapshot) {
        bed.putAll(snapshot.items().stream());
        bed.clock().set(snapshot.now());
        shards.forEach(this::skip);
        mappings.clear();
    }

    private void clear(List<Item> items) {
        bed.table().writeAll(items.stream().<Write>map(i -> Write.Delete.of(i.key())).toList());
    }

    private List<EventSourceMapping> mappings() {
        if (mappings.isEmpty()) {
            var checkpoints = Checkpoints.inMemory();
            for (var place = 0; place < functions.size(); place++) {
                var row = Catalogue.streamFunctions().get(place);
                ends.forEach((shard, end) ->
                        checkpoints.put(row.name(), shard, new Checkpoint(end, false)));
                mappings.add(
                        new EventSourceMapping(
                                TableStreams.settings(row),
                                source,
                                functions.get(place),
                                checkpoints,
                                failures,
                                (InstantSource) () -> time));
            }
        }
        return mappings;
    }

    private void skip(String shard) {
        var slice = source.read(shard, ends.get(shard));
        while (!slice.records().isEmpty()) {
            ends.put(shard, slice.records().getLast().sequenceNumber());
            slice = source.read(shard, ends.get(shard));
        }
    }

    /// Lets both stream functions work in turns until neither has anything left to do.
    void drain() {
        var idle = 0;
        for (var turn = 0; turn < TURNS_MAX; turn++) {
            var worked = false;
            var mapping = mappings().get(turn % functions.size());
            for (var shard : mapping.readable()) {
                switch (mapping.turn(shard)) {
                    case Turn.Worked _, Turn.Complete _ -> worked = true;
                    case Turn.Waiting(var until) -> {
                        time = until;
                        worked = true;
                    }
                    case Turn.Idle _ -> {}
                }
            }
            idle = worked ? 0 : idle + 1;
            if (idle > functions.size()) {
                assertThat(failures.keys()).as("records that were given up").isEmpty();
                return;
            }
        }
        throw new AssertionError("the stream does not come to rest");
    }

    /// Everything in the table as text, but for what the ledger has from the stream (sequence
    /// numbers and times), which differs from run to run; each post by the place of its id in
    /// `posts`. The table is empty afterwards.
    Map<String, String> takeContents(List<String> posts) {
        var contents = new TreeMap<String, String>();
        var items = items();
        clear(items);
        empty = true;
        for (var item : items) {
            var attributes = new TreeMap<>(item.attributes());
            if (attributes.remove(Ledger.SEQUENCE) != null) {
                attributes.remove(TableSchema.TTL);
            }
            contents.put(
                    named(item.key().pk() + " " + item.key().sk(), posts),
                    named(attributes.toString(), posts));
        }
        return contents;
    }

    /// Where two tables differ, as text; empty where they do not.
    static List<String> differences(Map<String, String> one, Map<String, String> other) {
        var keys = new TreeSet<>(one.keySet());
        keys.addAll(other.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(one.get(key), other.get(key)))
                .map(key -> key + ": " + one.get(key) + " / " + other.get(key))
                .toList();
    }

    /// A text with each post's id replaced by its place in `posts`, and ids made of chance by a
    /// word.
    static String named(String text, List<String> posts) {
        var named = CHANCE.matcher(text).replaceAll("chance");
        for (var place = 0; place < posts.size(); place++) {
            named = named.replace(posts.get(place), "post" + place);
        }
        return named;
    }

    private List<Item> items() {
        var items = new ArrayList<Item>();
        @Nullable Map<String, AttributeValue> from = null;
        do {
            var start = from;
            var slice =
                    emulator.client()
                            .scan(scan ->
                                    scan.tableName(Emulator.TABLE)
                                            .consistentRead(true)
                                            .exclusiveStartKey(start));
            slice.items().forEach(attributes -> items.add(new Item(attributes)));
            from = slice.lastEvaluatedKey();
        } while (from != null && from.containsKey(TableSchema.PK));
        return items;
    }

    @Override
    public void close() {
        bed.close();
    }
}
