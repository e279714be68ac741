package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Group names in the claim of an issuer other than Cognito, as API Gateway passes them.
/// [RequestTest] covers the claim of Cognito.
final class GroupsTest {
    private static final String CLAIM = "https://plaza.example/groups";

    /// The text `"admin"` and the array `["admin"]`.
    @ParameterizedTest
    @ValueSource(strings = {"admin", "[admin]"})
    void theOnlyGroupGrants(String value) {
        assertThat(Groups.isMember("admin", CLAIM, value)).isTrue();
    }

    /// The groups `admin editors`, `x admin`, `x admin y`, `admin ` and ` admin`, alone, as text
    /// and next to others. None of them can be distinguished from several groups.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[admin editors]",
                "[x admin]",
                "[x admin y]",
                "[admin ]",
                "[ admin]",
                "[admin admin]",
                "x admin",
                "admin x",
                "admin ",
                "[[admin]]",
                "[admin",
                "admin]",
                "[\"admin\"]",
                "{\"admin\":true}",
                "[Admin]",
                "[admin\t]",
                "[admin\u200b]",
                "[administrators]",
                "[]",
                "",
                "true"
            })
    void anyOtherTextGrantsNothing(String value) {
        assertThat(Groups.isMember("admin", CLAIM, value)).isFalse();
    }
}
