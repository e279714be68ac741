package plaza.faults;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import plaza.evolution.SampleMigration;
import plaza.local.emulator.Emulator;
import plaza.migrate.Migrations;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;
import plaza.testkit.ContextKits;
import plaza.testkit.SteppedStreams;
import plaza.testkit.TestBed;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A test bed behind a [FaultyNetwork], run by one thread and without pauses, so that the same
/// operations send the same requests each time. It restores the table between runs and compares
/// what two runs left in it.
final class FaultTestBed implements AutoCloseable {
    private static final Set<String> REPEATED =
            ContextKits.all()
                    .flatMap(kit -> kit.countsOfAttempts().stream())
                    .collect(Collectors.toSet());

    private static final Pattern UUID =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    /// The code of a private league.
    private static final Pattern CODE = Pattern.compile("[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}");

    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    private final FaultyNetwork network = new FaultyNetwork();
    private final TestBed bed;
    private final SteppedStreams streams;
    private boolean isStale;

    /// @param attemptsMax how often a function sends a request at most
    FaultTestBed(int attemptsMax) {
        bed =
                new TestBed(
                        Emulator.inMemory(),
                        functions ->
                                functions
                                        .over(network::over)
                                        .retrying(TestBed.retry(attemptsMax))
                                        .with(Migrations.class, SampleMigration.DECLARED));
        streams = new SteppedStreams(bed.emulator(), bed.functions());
    }

    /// The bed, with an empty table at the start of a run.
    TestBed bed() {
        if (isStale) {
            bed.clear();
            started();
        }
        return bed;
    }

    private void started() {
        streams.skip();
        isStale = false;
    }

    FaultyNetwork network() {
        return network;
    }

    /// Runs the stream functions until the stream is drained.
    void drain() {
        bed();
        streams.drain();
    }

    /// Starts a run: sets the clock back, and lets the first use empty the table and skip the
    /// stream, unless it restores a snapshot, which may have most of the items.
    void begin() {
        network.begin(FaultPlan.NONE);
        isStale = true;
        bed.clock().set(START);
    }

    /// The items of the table and the time at a moment.
    record Snapshot(Map<Key, Item> items, Instant now) {}

    /// Takes a snapshot. Its ledger rows have the lowest sequence number, because a snapshot can be
    /// restored to another bed, whose stream begins with lower numbers.
    Snapshot snapshot() {
        var items = new HashMap<Key, Item>();
        bed().everything().forEach((key, item) -> items.put(key, ofAnyStream(item)));
        return new Snapshot(items, bed.clock().instant());
    }

    private static Item ofAnyStream(Item item) {
        if (!item.has(Ledger.SEQUENCE)) {
            return item;
        }
        var attributes = new HashMap<>(item.attributes());
        attributes.put(Ledger.SEQUENCE, AttributeValue.fromS(SequenceNumber.ZERO.text()));
        return new Item(attributes);
    }

    /// Replaces the items of the table by those of a snapshot; the stream begins after them.
    void restore(Snapshot snapshot) {
        bed.restore(snapshot.items());
        bed.clock().set(snapshot.now());
        started();
    }

    /// Returns the items of the table as text by key. It replaces ids as [#withStableIds] does, and
    /// omits what differs from run to run: the sequence numbers and times that ledger rows have
    /// from the stream, the counts that a lost response raises twice, and the counts of a
    /// migration, which include the units of repeated requests.
    Map<String, String> contents(List<String> ids) {
        var contents = new TreeMap<String, String>();
        bed().everything()
                .forEach((key, item) -> {
                    var attributes = new TreeMap<>(item.attributes());
                    if (attributes.remove(Ledger.SEQUENCE) != null) {
                        attributes.remove(TableSchema.TTL);
                    }
                    REPEATED.forEach(attributes::remove);
                    if (PlatformKeys.SCAN_RUN.is(key)) {
                        attributes.remove("counts");
                    }
                    contents.put(
                            withStableIds(key.pk() + " " + key.sk(), ids),
                            withStableIds(attributes.toString(), ids));
                });
        return contents;
    }

    /// Returns the keys at which two tables differ, each with both items as text.
    static List<String> differences(Map<String, String> one, Map<String, String> other) {
        var keys = new TreeSet<>(one.keySet());
        keys.addAll(other.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(one.get(key), other.get(key)))
                .map(key -> key + ": " + one.get(key) + " / " + other.get(key))
                .toList();
    }

    /// Replaces each id in `ids` by its index, and each other random id by a constant.
    static String withStableIds(String text, List<String> ids) {
        var stable = text;
        for (var index = 0; index < ids.size(); index++) {
            stable = stable.replace(ids.get(index), "id" + index);
        }
        return CODE.matcher(UUID.matcher(stable).replaceAll("uuid")).replaceAll("code");
    }

    @Override
    public void close() {
        bed.close();
    }
}
