package plaza.local.gateway;

import java.util.List;
import java.util.Map;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.http.Request;

/// What tokens may be used for, by the Catalogue's scopes.
final class Scopes {
    private Scopes() {}

    /// The scopes in a token's claims.
    static List<String> in(Map<String, String> claims) {
        return List.of(claims.getOrDefault("scope", "").split(" ", -1));
    }

    /// The scopes of a token for a member of `groups`.
    static List<String> all(List<HttpFunction> catalogue, List<String> groups) {
        var isAdmin = groups.contains(Request.ADMIN_GROUP);
        return catalogue.stream()
                .filter(row -> isAdmin || row.access() != Access.ADMIN)
                .map(HttpFunction::scope)
                .distinct()
                .sorted()
                .toList();
    }
}
