package plaza.local.gateway;

import java.util.List;
import java.util.Map;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.TokenRules;
import plaza.http.Request;

/// The OAuth scopes of tokens.
final class Scopes {
    private Scopes() {}

    /// Returns the scopes in the claims of a token.
    static List<String> in(Map<String, String> claims) {
        var scopes = claims.getOrDefault("scope", "");
        return scopes.isEmpty() ? List.of() : List.of(scopes.split(" ", -1));
    }

    /// Returns the scopes that a member of `groups` receives.
    static List<String> all(List<HttpFunction> catalogue, TokenRules rules, List<String> groups) {
        var isAdmin = groups.contains(Request.ADMIN_GROUP);
        return catalogue.stream()
                .filter(row -> isAdmin || row.access() != Access.ADMIN)
                .flatMap(row -> rules.scopes(row).stream())
                .distinct()
                .sorted()
                .toList();
    }
}
