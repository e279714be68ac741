package plaza.local.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.TokenRules;
import plaza.local.backend.Backend;

/// Forges tokens that a backend must reject.
public final class Forger {
    /// The key of another issuer.
    private static final RSAKey OTHER_KEY = otherKey();

    private final TokenIssuer issuer;

    public Forger(Backend backend) {
        issuer = backend.issuer();
    }

    private static RSAKey otherKey() {
        try {
            return new RSAKeyGenerator(2_048).keyID("another").generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Returns the scope that a route requires.
    public static String scope(HttpFunction row) {
        return String.join(" ", TokenRules.COGNITO.scopes(row));
    }

    /// Returns a token that is valid except for its scopes.
    public String scoped(String user, List<String> groups, String scope) {
        return changed(user, groups, claims -> claims.claim("scope", scope));
    }

    /// Returns invalid values of the authorization header by their defect. A valid token with the
    /// same claims would give access to everything that the user owns and to all routes for
    /// administrators.
    public Map<String, String> forgeries(String user) {
        var groups = List.of("admin");
        var soon = Date.from(Instant.now().plus(Duration.ofHours(1)));
        var good = issuer.token(user, groups, Duration.ofMinutes(5));
        var parts = good.split("\\.", -1);
        var tokens = new LinkedHashMap<String, String>();
        tokens.put("no token", "");
        tokens.put("a word", "garbage");
        tokens.put("three words", "a.b.c");
        tokens.put("four parts", good + ".AAAA");
        tokens.put("a name and a password", "Basic YWxpY2U6YWxpY2U=");
        tokens.put("an expired token", issuer.token(user, groups, Duration.ofSeconds(-1)));
        tokens.put("no expiry", changed(user, groups, claims -> claims.expirationTime(null)));
        tokens.put("not yet valid", changed(user, groups, claims -> claims.notBeforeTime(soon)));
        tokens.put("issued later", changed(user, groups, claims -> claims.issueTime(soon)));
        tokens.put(
                "another issuer",
                changed(user, groups, claims -> claims.issuer("https://elsewhere")));
        tokens.put("no issuer", changed(user, groups, claims -> claims.issuer(null)));
        tokens.put("another audience", changed(user, groups, claims -> claims.audience("another")));
        tokens.put(
                "another client",
                changed(user, groups, claims -> claims.claim("client_id", "another")));
        tokens.put("no client", changed(user, groups, claims -> claims.claim("client_id", null)));
        tokens.put("an ID token", changed(user, groups, claims -> claims.claim("token_use", "id")));
        tokens.put("no use", changed(user, groups, claims -> claims.claim("token_use", null)));
        tokens.put("no subject", changed(user, groups, claims -> claims.subject(null)));
        tokens.put("no algorithm", new PlainJWT(good(user, groups).build()).serialize());
        var none = text("{\"alg\":\"none\",\"kid\":\"" + issuer.publicKey().getKeyID() + "\"}");
        tokens.put("no algorithm, known key", none + '.' + parts[1] + '.');
        tokens.put(
                "no algorithm, signature of another token", none + '.' + parts[1] + '.' + parts[2]);
        tokens.put("the public key as a secret", confused(user, groups, encodedPublicKey()));
        tokens.put("the public key's PEM as a secret", confused(user, groups, pem()));
        tokens.put("an unknown key", signed(user, groups, JWSAlgorithm.RS256, "another"));
        tokens.put(
                "another key under a known id",
                signed(user, groups, JWSAlgorithm.RS256, issuer.publicKey().getKeyID()));
        tokens.put("no key id", signed(user, groups, JWSAlgorithm.RS256, null));
        tokens.put(
                "PS256", signed(user, groups, JWSAlgorithm.PS256, issuer.publicKey().getKeyID()));
        var other = issuer.token("mallory").split("\\.", -1);
        tokens.put("signature of another token", other[0] + '.' + parts[1] + '.' + other[2]);
        tokens.put("no signature", parts[0] + '.' + parts[1] + '.');
        tokens.put(
                "half a signature",
                parts[0] + '.' + parts[1] + '.' + parts[2].substring(0, parts[2].length() / 2));
        return tokens;
    }

    private JWTClaimsSet.Builder good(String user, List<String> groups) {
        var now = Instant.now();
        return issuer.claims(user, groups)
                .issueTime(Date.from(now.minusSeconds(1)))
                .notBeforeTime(Date.from(now.minusSeconds(1)))
                .expirationTime(Date.from(now.plus(Duration.ofMinutes(5))));
    }

    private String changed(
            String user, List<String> groups, UnaryOperator<JWTClaimsSet.Builder> change) {
        return issuer.token(change.apply(good(user, groups)).build());
    }

    private String signed(
            String user, List<String> groups, JWSAlgorithm algorithm, @Nullable String keyId) {
        try {
            return signed(user, groups, algorithm, keyId, new RSASSASigner(OTHER_KEY));
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private String confused(String user, List<String> groups, byte[] secret) {
        try {
            return signed(
                    user,
                    groups,
                    JWSAlgorithm.HS256,
                    issuer.publicKey().getKeyID(),
                    new MACSigner(secret));
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private String signed(
            String user,
            List<String> groups,
            JWSAlgorithm algorithm,
            @Nullable String keyId,
            JWSSigner signer)
            throws JOSEException {
        var header = new JWSHeader.Builder(algorithm).keyID(keyId).build();
        var token = new SignedJWT(header, good(user, groups).build());
        token.sign(signer);
        return token.serialize();
    }

    private byte[] encodedPublicKey() {
        try {
            return issuer.publicKey().toRSAPublicKey().getEncoded();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private byte[] pem() {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encodedPublicKey());
        return ("-----BEGIN PUBLIC KEY-----\n" + lines + "\n-----END PUBLIC KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(String json) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(json.getBytes(StandardCharsets.US_ASCII));
    }
}
