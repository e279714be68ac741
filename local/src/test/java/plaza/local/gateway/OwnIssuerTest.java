package plaza.local.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.catalogue.TokenRules;
import plaza.functions.Catalogue;
import plaza.local.backend.Backend;

/// Tokens with the claims and scopes of an issuer other than Cognito.
final class OwnIssuerTest {
    private static final String CLAIM = "https://plaza.example/groups";

    private @Nullable Backend backend;

    @AfterEach
    void close() {
        if (backend != null) {
            backend.close();
        }
    }

    @Test
    void theScopesHaveTheirPrefix() {
        var api = open("plaza.");
        assertThat(status(api, putProfile(), token(api, List.of()))).isEqualTo(201);
        try (var other = backend(new TokenRules(CLAIM, "plaza/"))) {
            var standard = token(other, List.of());
            assertThat(status(other, putProfile(), standard)).isEqualTo(201);
        }
        var claims = api.issuer().claims("auth0|ann", List.of()).claim("scope", "plaza/social");
        assertThat(status(api, putProfile(), signed(api, claims))).isEqualTo(403);
    }

    @Test
    void withoutScopesOnlyTheGroupGrantsAdministration() {
        var api = open(null);
        assertThat(status(api, putProfile(), token(api, List.of()))).isEqualTo(201);
        assertThat(status(api, listReports(), token(api, List.of()))).isEqualTo(403);
        assertThat(status(api, listReports(), token(api, List.of("admin")))).isEqualTo(200);
    }

    /// `["x admin"]` and `["x", "admin"]` reach the function as the same text.
    @Test
    void aGroupNameWithASpaceGrantsNothing() {
        var api = open(null);
        for (var groups :
                List.of(
                        List.of("x admin"),
                        List.of("admin x"),
                        List.of("x", "admin"),
                        List.of("[admin]"))) {
            assertThat(status(api, listReports(), token(api, groups)))
                    .as("%s", groups)
                    .isEqualTo(403);
        }
        var cognito =
                api.issuer()
                        .claims("auth0|ann", List.of())
                        .claim("cognito:groups", List.of("admin"));
        assertThat(status(api, listReports(), signed(api, cognito))).isEqualTo(403);
    }

    private Backend open(@Nullable String scopePrefix) {
        var opened = backend(new TokenRules(CLAIM, scopePrefix));
        backend = opened;
        return opened;
    }

    private static Backend backend(TokenRules rules) {
        return Backend.open(
                null, null, Catalogue.ALL.httpFunctions(), rules, functions -> functions);
    }

    private static String token(Backend api, List<String> groups) {
        return api.issuer().token("ann", groups, TokenIssuer.LIFETIME);
    }

    private static String signed(Backend api, JWTClaimsSet.Builder claims) {
        var now = Instant.now();
        return api.issuer()
                .token(
                        claims.subject("ann")
                                .expirationTime(Date.from(now.plusSeconds(60)))
                                .build());
    }

    private static ApiRequest putProfile() {
        return ApiRequest.of("PUT", "/users/ann").json("{\"name\": \"Ann\"}");
    }

    private static ApiRequest listReports() {
        return ApiRequest.of("GET", "/reports");
    }

    private static int status(Backend api, ApiRequest call, String token) {
        return api.api().respond(call.bearing(token)).status();
    }
}
