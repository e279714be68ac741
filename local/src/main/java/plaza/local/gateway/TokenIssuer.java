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
import plaza.id.UserId;
import plaza.local.storage.AtomicFile;
import plaza.local.storage.StartupFailure;

/// Signs access tokens as a Cognito user pool does, with a key pair of its own.
///
/// Tokens keep real time, whatever [LocalClock] says: who moves the clock wants to see old data
/// expire or a deadline pass, and would not thank us for having to sign in again, or for a token of
/// this morning that is "not valid yet" in 2019.
public final class TokenIssuer {
    /// Who issues the tokens; in the cloud it is the address of the user pool.
    public static final String ISSUER = "https://plaza.local/tokens";

    /// Whom they are for; in the cloud it is the user pool's app client.
    public static final String CLIENT_ID = "plaza-local";

    /// How long they last where nothing else is asked for: a working day.
    public static final Duration LIFETIME = Duration.ofHours(12);

    private static final int KEY_BITS = 2_048;

    /// The names that Cognito accepts for a group: no white space. Source: Cognito user pools API
    /// reference, CreateGroup.
    private static final Pattern GROUP_NAME =
            Pattern.compile("[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]{1,128}");

    /// The key of this process. Making it takes a second or two, so that happens aside, and once.
    private static final CompletableFuture<RSAKey> PROCESS_KEY =
            CompletableFuture.supplyAsync(TokenIssuer::newKey);

    private final CompletableFuture<RSAKey> key;
    private final List<HttpFunction> catalogue;
    private final Clock clock = Clock.systemUTC();

    private TokenIssuer(CompletableFuture<RSAKey> key, List<HttpFunction> catalogue) {
        this.key = key;
        this.catalogue = catalogue;
    }

    /// An issuer whose key, and so its tokens, end with the process.
    ///
    /// @param catalogue the functions that tokens give access to
    public static TokenIssuer create(List<HttpFunction> catalogue) {
        return new TokenIssuer(PROCESS_KEY, catalogue);
    }

    /// An issuer whose key is kept in `file`, so that tokens outlive a restart.
    ///
    /// @throws StartupFailure if the file is damaged, or cannot be read or written
    public static TokenIssuer in(Path file, List<HttpFunction> catalogue) {
        try {
            if (Files.exists(file)) {
                return new TokenIssuer(CompletableFuture.completedFuture(read(file)), catalogue);
            }
            var issuer = create(catalogue);
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
            // the parser throws several kinds
        }
        throw new StartupFailure(
                "The key file %s is damaged. Delete it: Plaza then makes a new key, and tokens that were signed with the old one are no longer accepted."
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

    /// A token for `user`.
    ///
    /// @param lifetime negative for one that has expired
    public String token(UserId user, List<String> groups, Duration lifetime) {
        var now = clock.instant();
        // issued in the past where it has expired: no token expires before it was issued
        var issued = lifetime.isNegative() ? now.plus(lifetime.multipliedBy(2)) : now;
        return token(
                claims(user, groups)
                        .issueTime(Date.from(issued))
                        .notBeforeTime(Date.from(issued))
                        .expirationTime(Date.from(now.plus(lifetime)))
                        .build());
    }

    /// A token for `user`, of the usual lifetime and in no group.
    public String token(UserId user) {
        return token(user, List.of(), LIFETIME);
    }

    /// What every token claims, times apart.
    ///
    /// @throws IllegalArgumentException when Cognito does not accept the name of a group
    JWTClaimsSet.Builder claims(UserId user, List<String> groups) {
        if (!groups.stream().allMatch(group -> GROUP_NAME.matcher(group).matches())) {
            throw new IllegalArgumentException("not a group name that Cognito accepts");
        }
        var claims =
                new JWTClaimsSet.Builder()
                        .issuer(ISSUER)
                        .subject(user.value())
                        .claim("client_id", CLIENT_ID)
                        .claim("token_use", "access")
                        .claim("scope", String.join(" ", Scopes.all(catalogue, groups)))
                        .claim("username", user.value())
                        .claim("auth_time", clock.instant().getEpochSecond())
                        .jwtID(UUID.randomUUID().toString());
        return groups.isEmpty() ? claims : claims.claim("cognito:groups", groups);
    }

    /// Signs any claims: tests try wrong ones.
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

    /// The public half, as a verifier may know it.
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
