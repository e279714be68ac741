package plaza.model;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.Catalogue;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;

/// The table's stream, delivered to the two functions behind it when the story says so.
final class Delivery {
    /// Work that makes more work; far beyond what any story needs.
    private static final int ROUNDS_MAX = 1_000;

    private final TestBed bed;
    private final Map<String, StreamTap> taps = new LinkedHashMap<>();
    private final Map<String, List<DynamodbStreamRecord>> waiting = new LinkedHashMap<>();

    Delivery(TestBed bed) {
        this.bed = bed;
        for (var row : Catalogue.streamFunctions()) {
            taps.put(row.name(), new StreamTap(bed.emulator(), row));
            waiting.put(row.name(), new ArrayList<>());
        }
    }

    /// Gives a function the records that come next, at most so many.
    void deliver(String function, int records) {
        read();
        var _ = deliverNext(function, records);
    }

    /// Delivers until nothing is left, also of what the functions write on the way.
    void drain() {
        for (var round = 0; round < ROUNDS_MAX; round++) {
            read();
            var delivered = 0;
            for (var row : Catalogue.streamFunctions()) {
                while (!waiting(row.name()).isEmpty()) {
                    delivered += deliverNext(row.name(), row.batchSize());
                }
            }
            if (delivered == 0) {
                return;
            }
        }
        throw new AssertionError("the stream does not come to rest");
    }

    /// Passes over everything.
    void forget() {
        read();
        waiting.values().forEach(List::clear);
    }

    private void read() {
        taps.forEach((function, tap) -> waiting(function).addAll(tap.next()));
    }

    private int deliverNext(String function, int records) {
        var next = waiting(function).subList(0, Math.min(records, waiting(function).size()));
        if (next.isEmpty()) {
            return 0;
        }
        var tap = taps.get(function);
        if (tap == null) {
            throw new AssertionError("no function " + function);
        }
        var failed = tap.deliver(bed, List.copyOf(next));
        if (!failed.isEmpty()) {
            throw new Difference(function, "cannot process " + failed);
        }
        var count = next.size();
        next.clear();
        return count;
    }

    private List<DynamodbStreamRecord> waiting(String function) {
        return waiting.getOrDefault(function, List.of());
    }
}
