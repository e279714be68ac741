package plaza.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.functions.Catalogue;
import plaza.text.Malformed;

final class TokenRulesTest {
    @Test
    void thePrefixPrecedesTheNameOfTheScope() {
        for (var row : Catalogue.ALL.httpFunctions()) {
            assertThat(TokenRules.COGNITO.scopes(row)).containsExactly("plaza/" + row.scopeName());
            assertThat(new TokenRules("roles", "plaza.").scopes(row))
                    .containsExactly("plaza." + row.scopeName());
            assertThat(new TokenRules("roles", null).scopes(row)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plaza/", "api://plaza/", "p:", "nonesuch."})
    void aPrefixIsAccepted(String text) {
        assertThat(TokenRules.parseScopePrefix(text)).isEqualTo(text);
    }

    @Test
    void noneMeansNoScopes() {
        assertThat(TokenRules.parseScopePrefix("none")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "\"", "\\", "\u00e9", "a\n"})
    void aPrefixWithOtherCharactersIsRejected(String text) {
        assertThatThrownBy(() -> TokenRules.parseScopePrefix(text)).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"groups", "cognito:groups", "https://plaza.example/groups", "a_b-c.d"})
    void theNameOfAClaimIsAccepted(String text) {
        assertThat(TokenRules.parseGroupsClaim(text)).isEqualTo(text);
    }

    /// API Gateway accepts no other characters in a stage variable.
    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "groups|", "[groups]", "\u00e9", "groups\n"})
    void aClaimThatAStageVariableCannotContainIsRejected(String text) {
        assertThatThrownBy(() -> TokenRules.parseGroupsClaim(text)).isInstanceOf(Malformed.class);
    }
}
