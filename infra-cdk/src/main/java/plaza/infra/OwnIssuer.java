package plaza.infra;

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
record OwnIssuer(String issuer, List<String> audience, TokenRules rules) implements Identity {
    private static final Pattern COGNITO =
            Pattern.compile("https://cognito-idp\\.[a-z0-9-]+\\.amazonaws\\.com(\\.cn)?/[\\w-]+");

    OwnIssuer {
        audience = List.copyOf(audience);
    }

    @Override
    public Map<String, String> outputs() {
        return Map.of();
    }

    /// Reads the issuer from the CDK context, or returns null if the stack creates a user pool.
    ///
    /// @param faults receives the name and the fault of every invalid value
    static @Nullable OwnIssuer from(
            Function<String, @Nullable Object> context, List<String> faults) {
        var issuer = StackSettings.text(context, "issuer", "");
        if (issuer.isEmpty()) {
            for (var key : List.of("audience", "groupsClaim", "scopes")) {
                if (!StackSettings.text(context, key, "").isEmpty()) {
                    faults.add(key + ": needs the context issuer");
                }
            }
            return null;
        }
        if (!isIssuer(issuer)) {
            faults.add(
                    "issuer: must be an https address without query and fragment, exactly as in the"
                            + " claim iss, not "
                            + issuer);
        }
        var audience = StackSettings.list(StackSettings.text(context, "audience", ""));
        if (audience.isEmpty()) {
            faults.add("issuer: needs the context audience, which the claim aud must contain");
        }
        var claim = StackSettings.text(context, "groupsClaim", "");
        if (claim.isEmpty()) {
            faults.add("issuer: needs the context groupsClaim, which names administrators");
        } else if (claim.equals(Groups.COGNITO_CLAIM) && !COGNITO.matcher(issuer).matches()) {
            faults.add(
                    "groupsClaim: must not be cognito:groups, because only Cognito forbids spaces"
                            + " in the names of groups");
        }
        return new OwnIssuer(
                issuer,
                audience,
                new TokenRules(
                        parsed(
                                "groupsClaim",
                                claim,
                                "groups",
                                TokenRules::parseGroupsClaim,
                                faults),
                        parsed(
                                "scopes",
                                StackSettings.text(context, "scopes", ""),
                                TokenRules.COGNITO.scopePrefix(),
                                TokenRules::parseScopePrefix,
                                faults)));
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
            String key, String text, T otherwise, Function<String, T> parse, List<String> faults) {
        try {
            return text.isEmpty() ? otherwise : parse.apply(text);
        } catch (Malformed malformed) {
            faults.add(key + ": " + malformed.rule());
            return otherwise;
        }
    }
}
