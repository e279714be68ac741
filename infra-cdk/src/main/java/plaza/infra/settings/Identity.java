package plaza.infra.settings;

import java.util.List;
import java.util.Map;
import plaza.catalogue.TokenRules;

/// The issuer of the access tokens that the API accepts: the user pool of the stack, or an issuer
/// that exists already.
public interface Identity {
    /// The claim `iss` of the tokens. API Gateway reads the issuer's keys at this address plus
    /// `/.well-known/openid-configuration`.
    String issuer();

    /// The accepted values of the claim `aud`, or of `client_id` in a token without `aud`.
    List<String> audience();

    /// The issuer of the tokens for the admin routes.
    default String adminIssuer() {
        return issuer();
    }

    /// The accepted audiences of the tokens for the admin routes.
    default List<String> adminAudience() {
        return audience();
    }

    /// Whether the users of a lost user pool were restored, see [plaza.http.RestoredPool].
    default boolean restored() {
        return false;
    }

    /// What the tokens contain.
    TokenRules rules();

    /// The outputs of the stack that identify the issuer, by name.
    Map<String, String> outputs();
}
