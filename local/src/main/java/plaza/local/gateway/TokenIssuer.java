package plaza.local.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.TokenRules;
import plaza.http.Groups;
import plaza.local.storage.AtomicFile;
import plaza.local.storage.StartupFailure;

/// Signs access tokens as a Cognito user pool does, with a key pair of its own.
///
/// Tokens use the real time, not the clock that `/dev/clock` sets. Developers move that clock to
/// see data expire or a deadline pass; their tokens must stay valid meanwhile.
public final class TokenIssuer {
    /// The issuer of the tokens; in AWS, the address of the user pool.
    public static final String ISSUER = "https://plaza.local/tokens";

    /// The client that the tokens are issued to; in AWS, the app client of the user pool.
    public static final String CLIENT_ID = "plaza-local";

    /// The default lifetime of a token: a working day.
    public static final Duration LIFETIME = Duration.ofHours(12);

    private static final int KEY_BITS = 2_048;

    /// The names that Cognito accepts for a group: no white space. Source: Cognito user pools API
    /// reference, CreateGroup.
    private static final Pattern GROUP_NAME =
            Pattern.compile("[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]{1,128}");

    /// The key of this process. It is generated once, in the background, because that takes a
    /// second or two.
    private static final CompletableFuture<RSAKey> PROCESS_KEY =
            CompletableFuture.supplyAsync(TokenIssuer::newKey);

    private final CompletableFuture<RSAKey> key;
    private final List<HttpFunction> catalogue;
    private final TokenRules rules;
    private final Clock clock = Clock.systemUTC();

    private TokenIssuer(
            CompletableFuture<RSAKey> key, List<HttpFunction> catalogue, TokenRules rules) {
        this.key = key;
        this.catalogue = catalogue;
        this.rules = rules;
    }

    /// Creates an issuer whose tokens are valid until the process ends.
    ///
    /// @param catalogue the functions that tokens give access to
    /// @param rules what the tokens contain
    public static TokenIssuer create(List<HttpFunction> catalogue, TokenRules rules) {
        return new TokenIssuer(PROCESS_KEY, catalogue, rules);
    }

    /// Creates an issuer whose key is kept in `file`, so that tokens stay valid after a restart.
    ///
    /// @throws StartupFailure if the file is corrupted, or cannot be read or written
    public static TokenIssuer in(Path file, List<HttpFunction> catalogue, TokenRules rules) {
        try {
            if (Files.exists(file)) {
                return new TokenIssuer(
                        CompletableFuture.completedFuture(read(file)), catalogue, rules);
            }
            var issuer = create(catalogue, rules);
            AtomicFile.write(file, issuer.key().toJSONString(), ownerOnly(file));
            return issuer;
        } catch (IOException fault) {
            throw new StartupFailure(
                    "The key file %s cannot be read or written (%s)."
                            .formatted(file, fault.getMessage()));
        }
    }

    private static RSAKey read(Path file) throws IOException {
        try {
            var key = RSAKey.parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            if (key.isPrivate()) {
                return key;
            }
        } catch (ParseException | RuntimeException _) {
            // the parser throws exceptions of several types
        }
        throw new StartupFailure(
                "The key file %s is corrupted. Delete it: Plaza then generates a new key and no longer accepts tokens that were signed with the old one."
                        .formatted(file));
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /// Issues a token.
    ///
    /// @param subject any text; [plaza.id.UserId#ofSubject] states whose id it is
    /// @param lifetime negative for a token that has expired
    public String token(String subject, List<String> groups, Duration lifetime) {
        var now = clock.instant();
        // an expired token is issued in the past, because no token expires before it is issued
        var issued = lifetime.isNegative() ? now.plus(lifetime.multipliedBy(2)) : now;
        return token(
                claims(subject, groups)
                        .issueTime(Date.from(issued))
                        .notBeforeTime(Date.from(issued))
                        .expirationTime(Date.from(now.plus(lifetime)))
                        .build());
    }

    /// Issues a token with the default lifetime for a user in no group.
    public String token(String subject) {
        return token(subject, List.of(), LIFETIME);
    }

    /// Returns the claims of every token except its times.
    ///
    /// @throws IllegalArgumentException if Cognito does not accept the name of a group
    JWTClaimsSet.Builder claims(String subject, List<String> groups) {
        if (rules.groupsClaim().equals(Groups.COGNITO_CLAIM)
                && !groups.stream().allMatch(group -> GROUP_NAME.matcher(group).matches())) {
            throw new IllegalArgumentException("not a group name that Cognito accepts");
        }
        var claims =
                new JWTClaimsSet.Builder()
                        .issuer(ISSUER)
                        .subject(subject)
                        .claim("client_id", CLIENT_ID)
                        .claim("token_use", "access")
                        .claim("scope", String.join(" ", Scopes.all(catalogue, rules, groups)))
                        .claim("username", subject)
                        .claim("auth_time", clock.instant().getEpochSecond())
                        .jwtID(UUID.randomUUID().toString());
        return groups.isEmpty() ? claims : claims.claim(rules.groupsClaim(), groups);
    }

    /// Signs any claims, so that tests can sign invalid ones.
    String token(JWTClaimsSet claims) {
        try {
            var header =
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .type(JOSEObjectType.JWT)
                            .keyID(key().getKeyID())
                            .build();
            var token = new SignedJWT(header, claims);
            token.sign(new RSASSASigner(key()));
            return token.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    TokenRules rules() {
        return rules;
    }

    /// Returns the public key, which verifies tokens.
    RSAKey publicKey() {
        return key().toPublicJWK();
    }

    private RSAKey key() {
        return key.join();
    }

    private static RSAKey newKey() {
        try {
            return new RSAKeyGenerator(KEY_BITS).keyID(UUID.randomUUID().toString()).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
