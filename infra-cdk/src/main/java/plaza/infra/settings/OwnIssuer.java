package plaza.infra.settings;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.TokenRules;
import plaza.http.Groups;
import plaza.text.Malformed;

/// An OpenID Connect issuer that exists already, in place of a user pool.
///
/// @param issuer context `issuer`: its address, exactly as in the claim `iss`, including a slash at
///   the end
/// @param audience context `audience`: the accepted audiences, separated by commas
/// @param rules contexts `groupsClaim` and `scopes`, see [TokenRules]
public record OwnIssuer(String issuer, List<String> audience, TokenRules rules)
        implements Identity {
    private static final Pattern COGNITO =
            Pattern.compile("https://cognito-idp\\.[a-z0-9-]+\\.amazonaws\\.com(\\.cn)?/[\\w-]+");

    public OwnIssuer {
        audience = List.copyOf(audience);
    }

    @Override
    public Map<String, String> outputs() {
        return Map.of();
    }

    /// Reads the issuer from the CDK context, or returns null if the stack creates a user pool.
    static @Nullable OwnIssuer from(Context context) {
        var issuer = context.textOrNull("issuer");
        if (issuer == null) {
            for (var key : List.of("audience", "groupsClaim", "scopes")) {
                if (context.has(key)) {
                    context.reject(key, "needs the context issuer");
                }
            }
            return null;
        }
        if (!isIssuer(issuer)) {
            context.reject(
                    "issuer",
                    "must be an https address without query and fragment, exactly as in the claim"
                            + " iss, not "
                            + issuer);
        }
        var audience = context.list("audience", "");
        if (audience.isEmpty()) {
            context.reject(
                    "issuer", "needs the context audience, which the claim aud must contain");
        }
        var claim = context.text("groupsClaim");
        if (claim.isEmpty()) {
            context.reject("issuer", "needs the context groupsClaim, which names administrators");
        } else if (claim.equals(Groups.COGNITO_CLAIM) && !COGNITO.matcher(issuer).matches()) {
            context.reject(
                    "groupsClaim",
                    "must not be cognito:groups, because only Cognito forbids spaces in the names"
                            + " of groups");
        }
        return new OwnIssuer(
                issuer,
                audience,
                new TokenRules(
                        parsed(context, "groupsClaim", "groups", TokenRules::parseGroupsClaim),
                        parsed(
                                context,
                                "scopes",
                                TokenRules.COGNITO.scopePrefix(),
                                TokenRules::parseScopePrefix)));
    }

    private static boolean isIssuer(String text) {
        try {
            var uri = URI.create(text);
            return "https".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static <T extends @Nullable Object> T parsed(
            Context context, String key, T otherwise, Function<String, T> parse) {
        var text = context.text(key);
        try {
            return text.isEmpty() ? otherwise : parse.apply(text);
        } catch (Malformed malformed) {
            context.reject(key, malformed.rule());
            return otherwise;
        }
    }
}
