package plaza.testkit.cost;

import java.util.function.Consumer;
import plaza.local.emulator.Meter.Cost;
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
    /// Measures the cost of all changes on a table of its own.
    public Cost measure() {
        try (var bed = new TestBed()) {
            var taps = StreamTap.all(bed.emulator());
            prepare.accept(bed);
            StreamTap.drain(bed, taps);
            changes.accept(bed);
            return bed.meter().measure(() -> StreamTap.drain(bed, taps)).cost();
        }
    }
}
