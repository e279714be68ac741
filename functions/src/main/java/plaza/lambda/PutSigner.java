package plaza.lambda;

import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import plaza.objects.NewObject;
import plaza.objects.ObjectStore;
import plaza.objects.SignedPut;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.Region;

/// Signs requests that store an object in S3, with Signature Version 4 in the query
/// (<https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html>).
///
/// The signature covers the type, the size and the digest of the object, so S3 accepts these bytes
/// only. It covers `If-None-Match: *`, so S3 stores them once, and the tag by which the lifecycle
/// rule of the bucket recognises new objects.
///
/// @param credentials those of the function's role
public record PutSigner(Supplier<? extends AwsCredentialsIdentity> credentials, Region region) {
    /// Signs the request that stores an object.
    ///
    /// @param url the URL of the object
    /// @param clock the time of the signature
    public SignedPut sign(URI url, NewObject object, Clock clock) {
        var headers =
                Map.of(
                        "content-type",
                        object.contentType(),
                        "if-none-match",
                        "*",
                        SignedPut.DIGEST,
                        object.sha256(),
                        SignedPut.TAGGING,
                        SignedPut.NEW);
        var request =
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.PUT)
                        .uri(url)
                        .putHeader("content-length", Long.toString(object.size()));
        headers.forEach(request::putHeader);
        var signed =
                AwsV4HttpSigner.create()
                        .sign(r ->
                                r.identity(credentials.get())
                                        .request(request.build())
                                        .putProperty(HttpSigner.SIGNING_CLOCK, clock)
                                        .putProperty(
                                                AwsV4FamilyHttpSigner.AUTH_LOCATION,
                                                AuthLocation.QUERY_STRING)
                                        .putProperty(
                                                AwsV4FamilyHttpSigner.EXPIRATION_DURATION,
                                                ObjectStore.SIGNED_TIME)
                                        // the signed header has the digest of the body
                                        .putProperty(
                                                AwsV4FamilyHttpSigner.PAYLOAD_SIGNING_ENABLED,
                                                false)
                                        .putProperty(
                                                AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, "s3")
                                        .putProperty(AwsV4HttpSigner.REGION_NAME, region.id())
                                        // S3 takes the path as it is
                                        .putProperty(AwsV4FamilyHttpSigner.DOUBLE_URL_ENCODE, false)
                                        .putProperty(AwsV4FamilyHttpSigner.NORMALIZE_PATH, false));
        return new SignedPut(
                signed.request().getUri(),
                new TreeMap<>(headers),
                clock.instant().plus(ObjectStore.SIGNED_TIME));
    }
}
