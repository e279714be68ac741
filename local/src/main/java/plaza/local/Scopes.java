package plaza.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import plaza.Catalogue.HttpFunction;
import plaza.Catalogue.Who;

/// What tokens may be used for: one scope for each context's routes, and one for the admin routes
/// of all of them. The stack gives its authorizer the same.
final class Scopes {
    private static final String PREFIX = "plaza/";
    private static final String ADMIN = PREFIX + "admin";

    /// The group whose members' tokens carry the admin scope.
    private static final String ADMIN_GROUP = "admin";

    private Scopes() {}

    /// The scope that a function's route asks for.
    static String of(HttpFunction function) {
        return function.who() == Who.ADMIN ? ADMIN : PREFIX + function.context();
    }

    /// The scopes in a token's claims.
    static List<String> in(Map<String, String> claims) {
        return List.of(claims.getOrDefault("scope", "").split(" ", -1));
    }

    /// The scopes of a token for a member of `groups`.
    static List<String> all(List<HttpFunction> catalogue, List<String> groups) {
        var scopes = new TreeSet<String>();
        catalogue.stream()
                .filter(row -> row.who() != Who.ADMIN)
                .map(Scopes::of)
                .forEach(scopes::add);
        var all = new ArrayList<>(scopes);
        if (groups.contains(ADMIN_GROUP)) {
            all.add(ADMIN);
        }
        return List.copyOf(all);
    }
}
