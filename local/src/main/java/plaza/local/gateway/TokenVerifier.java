package plaza.local.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.TokenRules;

/// Verifies access tokens as the JWT authorizer of an HTTP API does, and more strictly where the
/// authorizer is lenient. It checks the algorithm (only RS256: not `none`, not HS256 with the
/// public key as the secret), the key id, the signature, the issuer, the audience, the times, and
/// `token_use=access`, so that an ID token gives no access to the API.
public final class TokenVerifier {
    private final Supplier<RSAKey> publicKey;
    private final TokenRules rules;
    private final Clock clock;

    /// Creates a verifier for the tokens of `issuer`.
    public TokenVerifier(TokenIssuer issuer) {
        this(issuer, Clock.systemUTC());
    }

    TokenVerifier(TokenIssuer issuer, Clock clock) {
        this.publicKey = issuer::publicKey;
        this.rules = issuer.rules();
        this.clock = clock;
    }

    /// The result of a verification.
    public sealed interface Verdict {
        /// The token is valid.
        ///
        /// @param claims in the form that API Gateway passes to a function: each claim is text, an
        ///   array is `[a b]`
        record Accepted(Map<String, String> claims) implements Verdict {}

        /// The token is not valid.
        ///
        /// @param reason safe to disclose
        record Rejected(String reason) implements Verdict {}
    }

    /// What the tokens contain.
    TokenRules rules() {
        return rules;
    }

    /// Verifies a token at the current time.
    public Verdict verify(String token) {
        try {
            var jwt = SignedJWT.parse(token);
            if (!JWSAlgorithm.RS256.equals(jwt.getHeader().getAlgorithm())) {
                return new Verdict.Rejected("the token is not signed with RS256");
            }
            var key = publicKey.get();
            if (!key.getKeyID().equals(jwt.getHeader().getKeyID())) {
                return new Verdict.Rejected("the token is signed with an unknown key");
            }
            if (!jwt.verify(new RSASSAVerifier(key))) {
                return new Verdict.Rejected("the signature of the token is not valid");
            }
            var claims = jwt.getJWTClaimsSet();
            var fault = fault(claims);
            return fault == null
                    ? new Verdict.Accepted(texts(claims))
                    : new Verdict.Rejected(fault);
        } catch (ParseException | JOSEException | IllegalStateException _) {
            return new Verdict.Rejected("the token is malformed");
        }
    }

    private @Nullable String fault(JWTClaimsSet claims) throws ParseException {
        if (!TokenIssuer.ISSUER.equals(claims.getIssuer())) {
            return "the token has another issuer";
        }
        // as in API Gateway, client_id is checked only if the token has no audience
        var audience = claims.getAudience();
        var hasAudience =
                audience.isEmpty()
                        ? TokenIssuer.CLIENT_ID.equals(claims.getStringClaim("client_id"))
                        : audience.contains(TokenIssuer.CLIENT_ID);
        if (!hasAudience) {
            return "the token has another audience";
        }
        if (!"access".equals(claims.getStringClaim("token_use"))) {
            return "the token is not an access token";
        }
        var now = clock.instant();
        if (claims.getExpirationTime() == null
                || !now.isBefore(claims.getExpirationTime().toInstant())) {
            return "the token has expired";
        }
        var isTooEarly =
                isAfter(claims.getNotBeforeTime(), now) || isAfter(claims.getIssueTime(), now);
        if (isTooEarly) {
            return "the token is not valid yet";
        }
        return claims.getSubject() == null ? "the token has no subject" : null;
    }

    private static boolean isAfter(@Nullable Date time, Instant now) {
        return time != null && time.toInstant().isAfter(now);
    }

    private static Map<String, String> texts(JWTClaimsSet claims) {
        var texts = new LinkedHashMap<String, String>();
        new TreeMap<>(claims.getClaims())
                .forEach((name, value) -> {
                    if (value != null) {
                        texts.put(name, text(value));
                    }
                });
        return texts;
    }

    private static String text(Object value) {
        return switch (value) {
            case Date time -> Long.toString(time.toInstant().getEpochSecond());
            case Collection<?> several ->
                    several.stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(" ", "[", "]"));
            default -> String.valueOf(value);
        };
    }
}
