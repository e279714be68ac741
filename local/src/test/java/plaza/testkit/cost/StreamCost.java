package plaza.testkit.cost;

import java.util.Map;
import java.util.function.Consumer;
import plaza.local.emulator.Meter.Cost;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;

/// What the stream functions spend on a change after the call that made it.
///
/// @param function the stream function that does most of the work
/// @param change for example `a like` or `a post to 100 followers`
/// @param times how many such changes `changes` makes, to divide the cost by
/// @param prepare fills the table; the stream functions process this unmeasured
/// @param changes makes the changes; itself not measured
public record StreamCost(
        String function,
        String change,
        int times,
        Consumer<TestBed> prepare,
        Consumer<TestBed> changes) {
    /// The cost of all changes, and the table before and after the stream functions ran.
    public record Measured(Cost cost, Map<Key, Item> before, Map<Key, Item> after) {}

    /// Measures the changes on a table of its own.
    public Measured measure() {
        try (var bed = new TestBed()) {
            var taps = StreamTap.all(bed.emulator());
            prepare.accept(bed);
            StreamTap.drain(bed, taps);
            changes.accept(bed);
            var before = bed.everything();
            var measured =
                    bed.meter()
                            .measure(() -> {
                                StreamTap.drain(bed, taps);
                                return bed.everything();
                            });
            return new Measured(measured.cost(), before, measured.answer());
        }
    }
}
