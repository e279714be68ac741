package plaza.testkit.cost;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

/// A call in exactly the case that its Catalogue row describes. The tests compare its cost with
/// that row.
@FunctionalInterface
public interface CostCase {
    /// Prepares the table.
    ///
    /// @return the call to measure
    Supplier<TestResponse> on(TestBed bed);

    /// Returns the case of the last of some functions: its sample event, on the table of the sample
    /// events and after the events of the other functions.
    static CostCase onSamples(String... functions) {
        return bed -> {
            fill(bed, functions[0]);
            return sent(bed, List.of(functions));
        };
    }

    /// Returns the case of a function's sample event with a change.
    static CostCase onSamples(String function, UnaryOperator<TestRequest> change) {
        return bed -> {
            fill(bed, function);
            var request = change.apply(SampleEvents.request(bed, function));
            return () -> request.send(function);
        };
    }

    /// Returns the case of the last of some functions: its sample event, on a table that only the
    /// events of the other functions have changed.
    static CostCase onEmptyTable(String... functions) {
        return bed -> sent(bed, List.of(functions));
    }

    /// Writes the items that the sample event of a function needs.
    static void fill(TestBed bed, String function) {
        var context = TestBed.row(function).context();
        bed.fill("the samples of " + context, () -> SampleEvents.prepare(bed, context));
    }

    private static Supplier<TestResponse> sent(TestBed bed, List<String> functions) {
        for (var function : functions.subList(0, functions.size() - 1)) {
            SampleEvents.request(bed, function).send(function).orFail();
        }
        var measured = functions.getLast();
        var request = SampleEvents.request(bed, measured);
        return () -> request.send(measured);
    }
}
