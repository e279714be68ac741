package plaza.testkit.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import plaza.fantasy.FantasyCosts;
import plaza.favorites.FavoriteCosts;
import plaza.social.SocialCosts;

/// All that is measured, of all contexts.
public final class CostCases {
    private CostCases() {}

    /// The case of every row of the Catalogue, by function.
    public static Map<String, CostCase> calls() {
        var calls = new TreeMap<String, CostCase>();
        calls.putAll(SocialCosts.calls());
        calls.putAll(FavoriteCosts.calls());
        calls.putAll(FantasyCosts.calls());
        return calls;
    }

    /// The case of one row.
    public static CostCase call(String function) {
        var scenario = calls().get(function);
        if (scenario == null) {
            throw new AssertionError("nobody measures " + function);
        }
        return scenario;
    }

    /// What follows behind the calls, through the stream.
    public static List<StreamCost> aftermaths() {
        var all = new ArrayList<StreamCost>();
        all.addAll(SocialCosts.aftermaths());
        all.addAll(FavoriteCosts.aftermaths());
        all.addAll(FantasyCosts.aftermaths());
        return all;
    }
}
