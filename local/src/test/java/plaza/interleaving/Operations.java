package plaza.interleaving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import plaza.functions.Catalogue;
import plaza.interleaving.Operation.Call;
import plaza.simulation.TableChange;
import plaza.table.Key;
import plaza.testkit.ContextKits;

/// The operations, derived from the Catalogue and the sample events.
public final class Operations {
    private Operations() {}

    /// The valid call of each route that writes, also of a second user where a user owns the path,
    /// and calls that take another branch.
    public static List<Call> calls() {
        var calls = new ArrayList<Call>();
        for (var route : Catalogue.ALL.httpFunctions()) {
            if (route.writes()) {
                var sample = Call.sample(route);
                calls.add(sample);
                var second = sample.by("bob");
                if (!second.path().isEmpty()) {
                    calls.add(second);
                }
            }
        }
        ContextKits.all().forEach(kit -> calls.addAll(kit.interleavings().variants()));
        return calls;
    }

    /// The calls with the ids of items that did not exist before some changes.
    static List<Call> bound(List<Call> calls, List<TableChange> changes) {
        var bound = new LinkedHashSet<Call>();
        for (var change : changes) {
            if (change.before() == null && change.after() != null) {
                var ids = ids(change.key());
                for (var call : calls) {
                    var parameters = new HashMap<>(call.event().getPathParameters());
                    var replaced = new TreeSet<String>();
                    for (var parameter : parameters.entrySet()) {
                        var id = ids.get(parameter.getKey());
                        if (id != null
                                && !parameter.getValue().equals(call.user())
                                && !parameter.getValue().equals(id)) {
                            parameter.setValue(id);
                            replaced.add(id);
                        }
                    }
                    if (!replaced.isEmpty()) {
                        bound.add(
                                new Call(
                                        call.name() + " of " + String.join(" ", replaced),
                                        call.route(),
                                        call.user(),
                                        parameters,
                                        call.query(),
                                        call.body(),
                                        call.idempotencyKey()));
                    }
                }
            }
        }
        return List.copyOf(bound);
    }

    /// The ids in a key, by the names of path parameters.
    private static Map<String, String> ids(Key key) {
        var family = Catalogue.ALL.keySpace().familyOf(key.pk());
        var ids = new HashMap<String, String>();
        addIds(family.text(), key.pk(), ids);
        family.kinds().stream()
                .filter(kind -> kind.is(key))
                .forEach(kind -> addIds(kind.text(), key.sk(), ids));
        return ids;
    }

    private static void addIds(String template, String text, Map<String, String> ids) {
        var variables = template.split("#", -1);
        var values = text.split("#", -1);
        for (var part = 0; part < Math.min(variables.length, values.length); part++) {
            if (variables[part].startsWith("{")) {
                ids.put(variables[part].replaceAll("\\W", "") + "Id", values[part]);
            }
        }
    }

    /// Each call by itself, and each item deleted and created again: the request that deletes it,
    /// the one that creates it, and a PUT whose path has the ids of the item.
    public static List<Operation> others(List<Call> calls) {
        var others = new ArrayList<Operation>();
        for (var call : calls) {
            others.add(new Operation(call));
        }
        for (var deletion : calls) {
            for (var creation : calls) {
                if (deletion.route().method().equals("DELETE")
                        && creation.route().method().equals("PUT")
                        && creation.route().path().equals(deletion.route().path())
                        && creation.user().equals(deletion.user())
                        && parameters(creation).equals(parameters(deletion))) {
                    others.add(new Operation(deletion, creation));
                    for (var part : calls) {
                        if (part.route().method().equals("PUT")
                                && !part.equals(creation)
                                && part.user().equals(creation.user())
                                && parameters(part)
                                        .entrySet()
                                        .containsAll(parameters(creation).entrySet())) {
                            others.add(new Operation(deletion, creation, part));
                        }
                    }
                }
            }
        }
        return others;
    }

    private static Map<String, String> parameters(Call call) {
        return call.event().getPathParameters();
    }
}
