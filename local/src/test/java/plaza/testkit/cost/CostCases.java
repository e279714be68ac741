package plaza.testkit.cost;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import plaza.testkit.ContextKits;
import plaza.testkit.SampleEvents;

/// The cost cases of all contexts.
public final class CostCases {
    private CostCases() {}

    /// Returns the cases that differ from the sample event, by function.
    public static Map<String, CostCase> special() {
        var special = new TreeMap<String, CostCase>();
        ContextKits.all().forEach(kit -> special.putAll(kit.costs()));
        return special;
    }

    /// Returns the case of one row.
    public static CostCase call(String function) {
        return special().getOrDefault(function, CostCase.onSamples(function));
    }

    /// Returns the case of a row's expansions.
    public static ExpandedCase expanded(String function) {
        var expanded = new TreeMap<String, ExpandedCase>();
        ContextKits.all().forEach(kit -> expanded.putAll(kit.expandedCosts()));
        return expanded.getOrDefault(
                function,
                bed -> {
                    CostCase.fill(bed, function);
                    return SampleEvents.request(bed, function);
                });
    }

    /// Returns the work that the stream functions do after calls.
    public static List<StreamCost> streamCosts() {
        return ContextKits.all().flatMap(kit -> kit.streamCosts().stream()).toList();
    }
}
