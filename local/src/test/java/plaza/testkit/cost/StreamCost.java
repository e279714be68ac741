package plaza.testkit.cost;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import plaza.Catalogue;
import plaza.local.emulator.Meter.Cost;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;

/// What a change costs behind the call that made it: the work of the stream functions.
///
/// @param function the stream function that has most of it
/// @param change what happens, `a like` or `a post to 100 followers`
/// @param times how many such things `changes` does, each to be charged with its share
/// @param prepare what is there before; the stream does its part of it unmeasured
/// @param changes makes the changes; not measured itself
public record StreamCost(
        String function,
        String change,
        int times,
        Consumer<TestBed> prepare,
        Consumer<TestBed> changes) {
    /// Rounds of work that makes more work for the other function; far beyond what any case needs.
    private static final int ROUNDS_MAX = 100;

    /// What all of the changes cost behind their calls, and the table before and after that.
    public record Measured(Cost cost, Map<Key, Item> before, Map<Key, Item> after) {}

    /// Measures on a table of its own.
    public Measured measure() {
        try (var bed = new TestBed()) {
            var taps =
                    Catalogue.streamFunctions().stream()
                            .map(row -> new StreamTap(bed.emulator(), row))
                            .toList();
            prepare.accept(bed);
            drain(bed, taps);
            changes.accept(bed);
            var before = bed.everything();
            var measured =
                    bed.meter()
                            .measure(() -> {
                                drain(bed, taps);
                                return bed.everything();
                            });
            return new Measured(measured.cost(), before, measured.answer());
        }
    }

    private static void drain(TestBed bed, List<StreamTap> taps) {
        for (var round = 0; round < ROUNDS_MAX; round++) {
            var batches = 0;
            for (var tap : taps) {
                batches += tap.drain(bed);
            }
            if (batches == 0) {
                return;
            }
        }
        throw new AssertionError("the work never ends");
    }
}
