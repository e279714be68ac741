package plaza.testkit.cost;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import plaza.fantasy.FantasyCosts;
import plaza.favorites.FavoriteCosts;
import plaza.social.SocialCosts;

/// The cost cases of all contexts.
public final class CostCases {
    private CostCases() {}

    /// Returns the case of each Catalogue row, by function.
    public static Map<String, CostCase> calls() {
        var calls = new TreeMap<String, CostCase>();
        calls.putAll(SocialCosts.calls());
        calls.putAll(FavoriteCosts.calls());
        calls.putAll(FantasyCosts.calls());
        return calls;
    }

    /// Returns the case of one row.
    public static CostCase call(String function) {
        var call = calls().get(function);
        if (call == null) {
            throw new AssertionError("there is no cost case for " + function);
        }
        return call;
    }

    /// Returns the case of a row's expansions.
    public static ExpandedCase expanded(String function) {
        var expanded = new TreeMap<String, ExpandedCase>();
        expanded.putAll(SocialCosts.expanded());
        expanded.putAll(FavoriteCosts.expanded());
        expanded.putAll(FantasyCosts.expanded());
        var found = expanded.get(function);
        if (found == null) {
            throw new AssertionError("there is no case with expansions for " + function);
        }
        return found;
    }

    /// Returns the work that the stream functions do after calls.
    public static List<StreamCost> streamCosts() {
        return Stream.of(
                        SocialCosts.streamCosts(),
                        FavoriteCosts.streamCosts(),
                        FantasyCosts.streamCosts())
                .flatMap(List::stream)
                .toList();
    }
}
