package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a handler learns of a request without a table.
final class RequestTest {
    @ParameterizedTest
    @ValueSource(strings = {"[admin]", "[admin editors]", "[editors admin]", "[a admin b]"})
    void aMemberOfTheAdminGroupIsAnAdministrator(String claim) {
        assertThat(inGroups(claim).isAdmin()).isTrue();
    }

    /// The claim of each group name, alone and beside others, as API Gateway passes it.
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
    void aGroupNameThatContainsAdminIsAnotherGroup(String claim) {
        assertThat(inGroups(claim).isAdmin()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "admin", "x admin", "admin editors", "[admin", "admin]", "[", "]", "]["})
    void aGroupsClaimThatIsNoListGrantsNothing(String claim) {
        assertThat(inGroups(claim).isAdmin()).isFalse();
        assertThatThrownBy(inGroups(claim)::requireAdmin).isInstanceOf(Refusal.class);
    }

    private static Request inGroups(String claim) {
        return new Request(event(Map.of("sub", "ann", "cognito:groups", claim)));
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
