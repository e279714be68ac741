package plaza.catalogue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.http.Groups;
import plaza.text.Malformed;

/// What the access tokens of an issuer contain.
///
/// @param groupsClaim the claim that names the caller's groups; see [Groups]
/// @param scopePrefix the text before [HttpFunction#scopeName] in the scopes of tokens; null if the
///   issuer cannot issue scopes, so that routes require none
public record TokenRules(String groupsClaim, @Nullable String scopePrefix) {
    /// The tokens of a Cognito user pool with the resource server of the stack.
    public static final TokenRules COGNITO =
            new TokenRules(Groups.COGNITO_CLAIM, HttpFunction.RESOURCE_SERVER + "/");

    private static final String NO_SCOPES = "none";

    /// Reads the setting `groupsClaim`. Its characters are those of a stage variable (API Gateway
    /// V2 API reference, Stage).
    ///
    /// @throws Malformed if it is not a name of 1 to 255 such characters
    public static String parseGroupsClaim(String text) {
        if (!text.matches("[A-Za-z0-9._~:/?#&=,-]{1,255}")) {
            throw new Malformed(
                    "must be the name of a claim, 1 to 255 characters of A-Z a-z 0-9 . _ ~ : / ? # & = , -");
        }
        return text;
    }

    /// Reads the setting `scopes`: a prefix, or `none`, which becomes null. A prefix has the
    /// characters of a scope (RFC 6749, section 3.3).
    ///
    /// @throws Malformed if it is not a prefix of 1 to 200 such characters
    public static @Nullable String parseScopePrefix(String text) {
        if (text.equals(NO_SCOPES)) {
            return null;
        }
        if (!text.matches("[!#-\\[\\]-~]{1,200}")) {
            throw new Malformed(
                    "must be `none` or a prefix of 1 to 200 visible ASCII characters without \" and \\");
        }
        return text;
    }

    /// The scopes that a route requires; a token needs one of them. Empty if it requires none.
    public List<String> scopes(HttpFunction row) {
        return scopePrefix == null ? List.of() : List.of(scopePrefix + row.scopeName());
    }
}
