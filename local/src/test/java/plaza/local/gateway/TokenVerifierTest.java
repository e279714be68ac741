package plaza.local.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.TokenRules;
import plaza.local.SampleFunctions;
import plaza.local.backend.Backend;
import plaza.local.gateway.TokenVerifier.Verdict;
import plaza.local.storage.StartupFailure;

final class TokenVerifierTest {
    private static final String ALICE = "alice";
    private static final TokenIssuer ISSUER =
            TokenIssuer.create(SampleFunctions.ALL, TokenRules.COGNITO);
    private static final int KEY_FILES = 50;
    private static final RSAKey OTHER_KEY = otherKey();
    private static final TokenVerifier VERIFIER = new TokenVerifier(ISSUER);

    @Test
    void aTokenOfTheIssuerIsAccepted() {
        assertThat(VERIFIER.verify(ISSUER.token(ALICE)))
                .isInstanceOfSatisfying(
                        Verdict.Accepted.class,
                        accepted ->
                                assertThat(accepted.claims())
                                        .containsEntry("sub", "alice")
                                        .containsEntry("scope", "plaza/local")
                                        .containsEntry("token_use", "access"));
    }

    /// As in API Gateway, names are separated by spaces and not escaped.
    @Test
    void groupsBecomeATextInBrackets() {
        var groups = List.of("x,admin", "[admin", "admin]", "admin");
        var token = ISSUER.token(ALICE, groups, Duration.ofSeconds(60));
        assertThat(VERIFIER.verify(token))
                .isInstanceOfSatisfying(
                        Verdict.Accepted.class,
                        accepted ->
                                assertThat(accepted.claims())
                                        .containsEntry(
                                                "cognito:groups", "[x,admin [admin admin] admin]"));
    }

    @Test
    void aGroupNameThatCognitoRejectsIsRejected() {
        for (var name : List.of("", "x admin", "x\tadmin", "x\u00a0admin", "x".repeat(129))) {
            assertThatThrownBy(() -> ISSUER.token(ALICE, List.of(name), Duration.ofSeconds(60)))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aTokenIsRejectedAfterItExpires() {
        var token = ISSUER.token(ALICE, List.of(), Duration.ofSeconds(60));
        assertThat(VERIFIER.verify(token)).isInstanceOf(Verdict.Accepted.class);
        var later = Clock.fixed(Instant.now().plusSeconds(61), ZoneOffset.UTC);
        assertRejected(new TokenVerifier(ISSUER, later), token, "the token has expired");
        assertRejected(
                ISSUER.token(ALICE, List.of(), Duration.ofSeconds(-1)), "the token has expired");
        assertRejected(ISSUER.token(ALICE, List.of(), Duration.ZERO), "the token has expired");
    }

    @Test
    void aTokenThatIsNotValidYetIsRejected() {
        var soon = Date.from(Instant.now().plusSeconds(60));
        assertRejected(
                ISSUER.token(good().notBeforeTime(soon).build()), "the token is not valid yet");
        assertRejected(ISSUER.token(good().issueTime(soon).build()), "the token is not valid yet");
    }

    @Test
    void aTokenWithoutExpiryIsRejected() {
        assertRejected(ISSUER.token(good().expirationTime(null).build()), "the token has expired");
    }

    @Test
    void anotherIssuerAudienceOrUseIsRejected() {
        assertThat(VERIFIER.verify(ISSUER.token(good().build())))
                .isInstanceOf(Verdict.Accepted.class);
        assertRejected(
                ISSUER.token(good().issuer("https://elsewhere").build()),
                "the token has another issuer");
        assertRejected(
                ISSUER.token(good().claim("client_id", "another").build()),
                "the token has another audience");
        assertRejected(
                ISSUER.token(good().audience("another").build()), "the token has another audience");
        assertThat(
                        VERIFIER.verify(
                                ISSUER.token(
                                        good().audience(TokenIssuer.CLIENT_ID)
                                                .claim("client_id", null)
                                                .build())))
                .isInstanceOf(Verdict.Accepted.class);
        assertRejected(
                ISSUER.token(good().claim("token_use", "id").build()),
                "the token is not an access token");
        assertRejected(ISSUER.token(good().subject(null).build()), "the token has no subject");
    }

    @Test
    void anUnsignedTokenIsRejected() {
        assertRejected(new PlainJWT(good().build()).serialize(), "the token is malformed");
    }

    @Test
    void thePublicKeyIsNotAcceptedAsASecret() throws JOSEException {
        var secret = ISSUER.publicKey().toRSAPublicKey().getEncoded();
        var token =
                signed(JWSAlgorithm.HS256, ISSUER.publicKey().getKeyID(), new MACSigner(secret));
        assertRejected(token, "the token is not signed with RS256");
    }

    @Test
    void anotherRsaAlgorithmIsRejected() throws JOSEException {
        var token =
                signed(
                        JWSAlgorithm.PS256,
                        ISSUER.publicKey().getKeyID(),
                        new RSASSASigner(OTHER_KEY));
        assertRejected(token, "the token is not signed with RS256");
    }

    @Test
    void anotherKeyIsRejectedByItsIdAndByItsSignature() throws JOSEException {
        var signer = new RSASSASigner(OTHER_KEY);
        assertRejected(
                signed(JWSAlgorithm.RS256, OTHER_KEY.getKeyID(), signer),
                "the token is signed with an unknown key");
        assertRejected(
                signed(JWSAlgorithm.RS256, null, signer),
                "the token is signed with an unknown key");
        assertRejected(
                signed(JWSAlgorithm.RS256, ISSUER.publicKey().getKeyID(), signer),
                "the signature of the token is not valid");
    }

    @Test
    void aModifiedTokenIsRejected() {
        var parts = ISSUER.token(ALICE).split("\\.", -1);
        var others = ISSUER.token("bob").split("\\.", -1);
        assertRejected(
                parts[0] + '.' + others[1] + '.' + parts[2],
                "the signature of the token is not valid");
        for (var nonsense :
                List.of("", "a", "a.b", "a.b.c", "....", parts[0] + ".e30." + parts[2])) {
            assertThat(VERIFIER.verify(nonsense)).isInstanceOf(Verdict.Rejected.class);
        }
    }

    @Test
    void theKeySurvivesARestart(@TempDir Path folder) throws Exception {
        var file = folder.resolve("key.json");
        var token = TokenIssuer.in(file, SampleFunctions.ALL, TokenRules.COGNITO).token(ALICE);
        assertThat(
                        new TokenVerifier(
                                        TokenIssuer.in(
                                                file, SampleFunctions.ALL, TokenRules.COGNITO))
                                .verify(token))
                .isInstanceOf(Verdict.Accepted.class);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    /// A process that is killed during its first start leaves either the whole key or none.
    @Test
    void theKeyFileIsWrittenAtomically(@TempDir Path folder) throws Exception {
        try (var threads = Executors.newSingleThreadExecutor()) {
            for (var file = 0; file < KEY_FILES; file++) {
                var path = folder.resolve("key" + file + ".json");
                var made =
                        threads.submit(() ->
                                TokenIssuer.in(path, SampleFunctions.ALL, TokenRules.COGNITO));
                while (!Files.exists(path) && !made.isDone()) {
                    Thread.onSpinWait();
                }
                var firstSize = Files.size(path);
                made.get();
                assertThat(firstSize).isPositive().isEqualTo(Files.size(path));
            }
        }
    }

    @Test
    void aCorruptedKeyFileIsReported(@TempDir Path folder) throws Exception {
        var file = folder.resolve("key.json");
        TokenIssuer.in(file, SampleFunctions.ALL, TokenRules.COGNITO);
        var whole = Files.readString(file);
        var publicHalf = RSAKey.parse(whole).toPublicJWK().toJSONString();
        for (var corrupted :
                List.of("", "{}", "null", whole.substring(0, whole.length() / 2), publicHalf)) {
            Files.writeString(file, corrupted);
            assertThatThrownBy(() -> TokenIssuer.in(file, SampleFunctions.ALL, TokenRules.COGNITO))
                    .isInstanceOf(StartupFailure.class)
                    .hasMessageStartingWith(
                            "The key file "
                                    + file
                                    + " is corrupted. Delete it: Plaza then generates a new key");
        }
        Files.write(file, new byte[] {(byte) 0xFF, 0, (byte) 0xC3});
        assertThatThrownBy(() -> TokenIssuer.in(file, SampleFunctions.ALL, TokenRules.COGNITO))
                .isInstanceOf(StartupFailure.class);
    }

    @Test
    void theApiReportsWhyATokenIsRejected() {
        try (var backend = Backend.inMemory(SampleFunctions.ALL)) {
            var api = backend.api();
            var call = ApiRequest.of("GET", "/things/1");
            var none = api.respond(call);
            assertThat(none.status()).isEqualTo(401);
            assertThat(none.header("www-authenticate")).isEqualTo("Bearer");
            assertThat(none.header("content-type")).isEqualTo("application/problem+json");
            var expired = backend.issuer().token(ALICE, List.of(), Duration.ofSeconds(-5));
            var rejected = api.respond(call.bearing(expired));
            assertThat(rejected.status()).isEqualTo(401);
            assertThat(rejected.header("www-authenticate"))
                    .isEqualTo(
                            "Bearer error=\"invalid_token\", error_description=\"the token has"
                                    + " expired\"");
            var token = backend.issuer().token(ALICE);
            assertThat(api.respond(call.with("authorization", "bearer " + token)).status())
                    .isEqualTo(200);
            assertThat(api.respond(call.with("authorization", token)).status()).isEqualTo(200);
            assertThat(api.respond(call.bearing(token).bearing(token)).status()).isEqualTo(401);
            assertThat(api.respond(call.with("authorization", "Basic YTpi")).status())
                    .isEqualTo(401);
        }
    }

    @Test
    void aRouteForAdministratorsRequiresItsScope() {
        try (var backend = Backend.inMemory(SampleFunctions.ALL)) {
            var call = ApiRequest.of("POST", "/things");
            var rejected = backend.api().respond(call.bearing(backend.issuer().token(ALICE)));
            assertThat(rejected.status()).isEqualTo(403);
            assertThat(rejected.header("www-authenticate"))
                    .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"plaza/admin\"");
            var admin = backend.issuer().token(ALICE, List.of("admin"), Duration.ofMinutes(1));
            assertThat(backend.api().respond(call.bearing(admin)).status()).isEqualTo(200);
        }
    }

    private static JWTClaimsSet.Builder good() {
        return ISSUER.claims(ALICE, List.of())
                .expirationTime(Date.from(Instant.now().plusSeconds(60)));
    }

    private static String signed(JWSAlgorithm algorithm, @Nullable String keyId, JWSSigner signer)
            throws JOSEException {
        var token =
                new SignedJWT(
                        new JWSHeader.Builder(algorithm).keyID(keyId).build(), good().build());
        token.sign(signer);
        return token.serialize();
    }

    private static RSAKey otherKey() {
        try {
            return new RSAKeyGenerator(2_048).keyID("another").generate();
        } catch (JOSEException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void assertRejected(String token, String reason) {
        assertRejected(VERIFIER, token, reason);
    }

    private static void assertRejected(TokenVerifier verifier, String token, String reason) {
        assertThat(verifier.verify(token)).isEqualTo(new Verdict.Rejected(reason));
    }
}
