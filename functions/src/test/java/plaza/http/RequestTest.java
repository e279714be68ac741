package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.table.Key;

/// Parses requests without a table.
final class RequestTest {
    @ParameterizedTest
    @ValueSource(strings = {"[admin]", "[admin editors]", "[editors admin]", "[a admin b]"})
    void aMemberOfTheAdminGroupIsAnAdministrator(String claim) {
        assertThat(inGroups(claim).isAdmin()).isTrue();
    }

    /// Group names, alone and next to others, as API Gateway passes them in the claim.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[x,admin]",
                "[admin,x]",
                "[,admin]",
                "[[admin]",
                "[admin]]",
                "[[admin]]",
                "[a [admin b]",
                "[a admin] b]",
                "[[ admin]]x]",
                "[\"admin\"]",
                "['admin']",
                "[x\tadmin]",
                "[x\u00a0admin]",
                "[Admin]",
                "[administrators]",
                "[]",
                "[ ]"
            })
    void aGroupNameThatContainsAdminGrantsNothing(String claim) {
        assertThat(inGroups(claim).isAdmin()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "admin", "x admin", "admin editors", "[admin", "admin]", "[", "]", "]["})
    void aGroupsClaimThatIsNotAListGrantsNothing(String claim) {
        assertThat(inGroups(claim).isAdmin()).isFalse();
        assertThatThrownBy(inGroups(claim)::requireAdmin).isInstanceOf(ProblemException.class);
    }

    @Test
    void anIdempotencyKeyIsBoundToTheQueryInAnyOrder() {
        var key = keyOf("/imports", Map.of("a", "1", "b", "2"));
        assertThat(keyOf("/imports", Map.of("b", "2", "a", "1"))).isEqualTo(key);
        assertThat(keyOf("/exports", Map.of("a", "1", "b", "2"))).isNotEqualTo(key);
        assertThat(keyOf("/imports", Map.of("a", "1"))).isNotEqualTo(key);
        assertThat(keyOf("/imports", Map.of("a", "1", "b", "3"))).isNotEqualTo(key);
        assertThat(keyOf("/imports", Map.of("a", "1&b=2"))).isNotEqualTo(key);
        assertThat(keyOf("/imports", Map.of("a", "1, b=2"))).isNotEqualTo(key);
        assertThat(keyOf("/imports", Map.of())).isNotEqualTo(key);
    }

    private static Request inGroups(String claim) {
        return new Request(event(Map.of("sub", "ann", "cognito:groups", claim)));
    }

    private static Key keyOf(String path, Map<String, String> query) {
        var event = event(Map.of("sub", "ann"));
        event.setRouteKey("POST /{thing}");
        event.setRawPath(path);
        event.setQueryStringParameters(query);
        event.setHeaders(Map.of("idempotency-key", "key-1"));
        var idempotency = Idempotency.of(new Request(event), 1, Clock.systemUTC());
        return idempotency.store(new Response(201, Map.of(), "{}")).getFirst().key();
    }

    private static APIGatewayV2HTTPEvent event(Map<String, String> claims) {
        var jwt =
                APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT
                        .builder()
                        .withClaims(claims)
                        .build();
        var authorizer =
                APIGatewayV2HTTPEvent.RequestContext.Authorizer.builder().withJwt(jwt).build();
        return APIGatewayV2HTTPEvent.builder()
                .withRequestContext(
                        APIGatewayV2HTTPEvent.RequestContext.builder()
                                .withAuthorizer(authorizer)
                                .build())
                .build();
    }
}
