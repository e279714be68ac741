package plaza.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import plaza.objects.NewObject;
import plaza.objects.SignedPut;
import plaza.text.Sha256;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import software.amazon.awssdk.regions.Region;

/// The signature of a request that stores an object. S3 calculates it from the request that it
/// receives, as this test does, by the steps in
/// <https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html>.
final class PutSignerTest {
    private static final NewObject OBJECT =
            new NewObject(
                    "uploads/01K8QZV5W0H2J4M6P8R0T2V4X6.jpg",
                    "image/jpeg",
                    48_213,
                    "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");

    private static final URI URL =
            URI.create("https://bucket.s3.eu-west-1.amazonaws.com/" + OBJECT.key());

    private final SignedPut put =
            new PutSigner(
                            () -> AwsSessionCredentialsIdentity.create("id", "secret", "to/ken+"),
                            Region.EU_WEST_1)
                    .sign(
                            URL,
                            OBJECT,
                            Clock.fixed(Instant.parse("2026-11-29T08:00:00Z"), ZoneOffset.UTC));

    /// The example in these steps, with the signature that AWS states.
    @Test
    void theStepsAreThoseOfS3() throws GeneralSecurityException {
        var parameters =
                new TreeMap<>(
                        Map.of(
                                "X-Amz-Algorithm",
                                "AWS4-HMAC-SHA256",
                                "X-Amz-Credential",
                                "AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request",
                                "X-Amz-Date",
                                "20130524T000000Z",
                                "X-Amz-Expires",
                                "86400",
                                "X-Amz-SignedHeaders",
                                "host"));
        var headers = new TreeMap<>(Map.of("host", "examplebucket.s3.amazonaws.com"));
        var secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

        assertThat(signature("GET", "/test.txt", parameters, headers, secret))
                .isEqualTo("aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
    }

    @Test
    void theSignatureIsThatOfTheRequestWithAllHeaders() throws GeneralSecurityException {
        assertThat(signature(new TreeMap<>(put.headers()), 48_213)).isEqualTo(sent());
    }

    @Test
    void anyOtherHeaderOrSizeNeedsAnotherSignature() throws GeneralSecurityException {
        assertThat(signature(new TreeMap<>(put.headers()), 48_214)).isNotEqualTo(sent());
        for (var name : put.headers().keySet()) {
            var headers = new TreeMap<>(put.headers());
            headers.put(name, "other");
            assertThat(signature(headers, 48_213)).as(name).isNotEqualTo(sent());
        }
    }

    /// A header in the query would be a default that S3 uses for any request.
    @Test
    void noHeaderIsMovedToTheQuery() {
        assertThat(parameters().keySet())
                .containsExactly(
                        "X-Amz-Algorithm",
                        "X-Amz-Credential",
                        "X-Amz-Date",
                        "X-Amz-Expires",
                        "X-Amz-Security-Token",
                        "X-Amz-Signature",
                        "X-Amz-SignedHeaders");
        assertThat(parameters())
                .containsEntry("X-Amz-Expires", "900")
                .containsEntry(
                        "X-Amz-SignedHeaders",
                        "content-length%3Bcontent-type%3Bhost%3Bif-none-match%3B"
                                + "x-amz-checksum-sha256%3Bx-amz-tagging");
        assertThat(put.expiresAt()).isEqualTo(Instant.parse("2026-11-29T08:15:00Z"));
    }

    private String sent() {
        return parameters().getOrDefault("X-Amz-Signature", "");
    }

    private SortedMap<String, String> parameters() {
        return Stream.of(put.url().getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(
                        Collectors.toMap(
                                pair -> pair[0], pair -> pair[1], (a, _) -> a, TreeMap::new));
    }

    private String signature(SortedMap<String, String> headers, long size)
            throws GeneralSecurityException {
        headers.put("content-length", Long.toString(size));
        headers.put("host", URL.getHost());
        var parameters = parameters();
        parameters.remove("X-Amz-Signature");
        return signature("PUT", URL.getRawPath(), parameters, headers, "secret");
    }

    private static String signature(
            String method,
            String path,
            SortedMap<String, String> parameters,
            SortedMap<String, String> headers,
            String secret)
            throws GeneralSecurityException {
        var canonical =
                String.join(
                        "\n",
                        method,
                        path,
                        joined(parameters, "=", "&"),
                        joined(headers, ":", "\n"),
                        "",
                        String.join(";", headers.keySet()),
                        "UNSIGNED-PAYLOAD");
        // the date, the region, the service and a constant
        var scope =
                List.of(parameters.getOrDefault("X-Amz-Credential", "").split("%2F", -1))
                        .subList(1, 5);
        var toSign =
                String.join(
                        "\n",
                        "AWS4-HMAC-SHA256",
                        parameters.getOrDefault("X-Amz-Date", ""),
                        String.join("/", scope),
                        HexFormat.of().formatHex(Sha256.digest(canonical.getBytes(UTF_8))));
        var key = ("AWS4" + secret).getBytes(UTF_8);
        for (var part : scope) {
            key = hmac(key, part);
        }
        return HexFormat.of().formatHex(hmac(key, toSign));
    }

    private static String joined(SortedMap<String, String> pairs, String equals, String between) {
        return pairs.entrySet().stream()
                .map(pair -> pair.getKey() + equals + pair.getValue())
                .collect(Collectors.joining(between));
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(UTF_8));
    }
}
