package plaza.reconcile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.Key;
import plaza.table.Write;

/// Something derived that differs from its source.
///
/// @param check what found it
/// @param anchor the item that was looked at when it was found
/// @param about the item that is wrong, missing or too many
/// @param expected what its source says, in a few words
/// @param found what is there, in a few words
/// @param version what tells this state of the two from a later one that looks the same
/// @param repair the writes that repair it, all or none, each under a condition; empty if the
///   repair of another one from the same look does; null if only an operator can decide what is
///   right
record Drift(
        Check check,
        Key anchor,
        Key about,
        String expected,
        String found,
        String version,
        @Nullable List<Write> repair) {
    /// Of all that was found from one item: equal for two looks that found the same, in any order,
    /// and practically for no others.
    static String fingerprint(List<Drift> found) {
        return Long.toHexString(found.stream().mapToLong(Drift::hash).sum());
    }

    private long hash() {
        return Recount.hash(
                String.join("\n", check.label(), about.pk(), about.sk(), expected, found, version));
    }

    Map<String, Object> json(boolean repaired) {
        var json = new LinkedHashMap<String, Object>();
        json.put("check", check.label());
        json.put("pk", about.pk());
        json.put("sk", about.sk());
        json.put("expected", expected);
        json.put("found", found);
        json.put("repaired", repaired);
        return json;
    }
}
