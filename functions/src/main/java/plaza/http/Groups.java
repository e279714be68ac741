package plaza.http;

import java.util.List;

/// The groups of a caller, as a claim of the access token names them.
///
/// The JWT authorizer of an HTTP API passes an array to functions as one text: the elements in
/// brackets, separated by a space and not escaped. `["admin", "editors"]` and `["admin editors"]`
/// both become `[admin editors]`. A function cannot distinguish them, so it must not separate the
/// names of an issuer that allows spaces in names.
public final class Groups {
    /// The stage variable of the API that names the claim. API Gateway passes it with each event,
    /// so that a caller cannot change it. Without it the claim is [#COGNITO_CLAIM].
    public static final String STAGE_VARIABLE = "groupsClaim";

    /// The claim of a Cognito user pool. Only its names are separated: a Cognito group name matches
    /// `[\p{L}\p{M}\p{S}\p{N}\p{P}]+` (Cognito API reference, CreateGroup), so it may contain
    /// commas and brackets but no white space.
    public static final String COGNITO_CLAIM = "cognito:groups";

    private Groups() {}

    /// Whether a claim proves that the caller is a member of `group`.
    ///
    /// In the claim of another issuer `group` must be the only name: the claim is the text `admin`
    /// or the array `["admin"]`. A group `x admin` is `[x admin]` and grants nothing.
    ///
    /// @param claim the name of the claim
    /// @param value its value, as API Gateway passes it
    static boolean isMember(String group, String claim, String value) {
        if (!claim.equals(COGNITO_CLAIM)) {
            return value.equals(group) || value.equals('[' + group + ']');
        }
        return value.length() >= 2
                && value.startsWith("[")
                && value.endsWith("]")
                && List.of(value.substring(1, value.length() - 1).split(" ", -1)).contains(group);
    }
}
