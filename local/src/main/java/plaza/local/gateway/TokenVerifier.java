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

/// Decides whether a token is one of ours, as the JWT authorizer of an HTTP API does, and stricter
/// where that is lax: exactly RS256 (never `none`, never HS256 with the public key as its secret),
/// a key id that is known, signature, issuer, audience, times, and `token_use=access`, so that an
/// ID token is no key to the API.
public final class TokenVerifier {
    private final Supplier<RSAKey> publicKey;
    private final Clock clock;

    /// A verifier of the tokens of `issuer`.
    public TokenVerifier(TokenIssuer issuer) {
        this(issuer, Clock.systemUTC());
    }

    TokenVerifier(TokenIssuer issuer, Clock clock) {
        this.publicKey = issuer::publicKey;
        this.clock = clock;
    }

    /// What became of a token.
    public sealed interface Verdict {
        /// It is good.
        ///
        /// @param claims as API Gateway hands them to a function: every one a text, an array as `[a
        ///   b]`
        record Accepted(Map<String, String> claims) implements Verdict {}

        /// It is not.
        ///
        /// @param reason safe to show
        record Rejected(String reason) implements Verdict {}
    }

    /// Whether `token` is good now.
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
        // as API Gateway: client_id counts only where there is no audience
        var audience = claims.getAudience();
        var isForUs =
                audience.isEmpty()
                        ? TokenIssuer.CLIENT_ID.equals(claims.getStringClaim("client_id"))
                        : audience.contains(TokenIssuer.CLIENT_ID);
        if (!isForUs) {
            return "the token is for somebody else";
        }
        if (!"access".equals(claims.getStringClaim("token_use"))) {
            return "the token is not an access token";
        }
        var now = clock.instant();
        if (claims.getExpirationTime() == null
                || !now.isBefore(instant(claims.getExpirationTime()))) {
            return "the token has expired";
        }
        var isTooEarly =
                isAfter(claims.getNotBeforeTime(), now) || isAfter(claims.getIssueTime(), now);
        if (isTooEarly) {
            return "the token is not valid yet";
        }
        return claims.getSubject() == null ? "the token names nobody" : null;
    }

    private static boolean isAfter(@Nullable Date time, Instant now) {
        return time != null && instant(time).isAfter(now);
    }

    private static Instant instant(Date time) {
        return time.toInstant();
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
