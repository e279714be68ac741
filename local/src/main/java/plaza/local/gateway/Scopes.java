package plaza.local.gateway;

import java.util.List;
import java.util.Map;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.http.Request;

/// The OAuth scopes of tokens, which are those of the Catalogue.
final class Scopes {
    private Scopes() {}

    /// Returns the scopes in the claims of a token.
    static List<String> in(Map<String, String> claims) {
        return List.of(claims.getOrDefault("scope", "").split(" ", -1));
    }

    /// Returns the scopes that a member of `groups` receives.
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
