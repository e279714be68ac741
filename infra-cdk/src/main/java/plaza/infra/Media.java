package plaza.infra;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Cors;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.ObjectAccess;
import plaza.infra.settings.StackSettings;
import plaza.infra.settings.Stage;
import plaza.lambda.Settings;
import plaza.objects.ObjectStore;
import plaza.objects.SignedPut;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudfront.AllowedMethods;
import software.amazon.awscdk.services.cloudfront.BehaviorOptions;
import software.amazon.awscdk.services.cloudfront.CachePolicy;
import software.amazon.awscdk.services.cloudfront.Distribution;
import software.amazon.awscdk.services.cloudfront.HttpVersion;
import software.amazon.awscdk.services.cloudfront.PriceClass;
import software.amazon.awscdk.services.cloudfront.ResponseCustomHeader;
import software.amazon.awscdk.services.cloudfront.ResponseCustomHeadersBehavior;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersContentSecurityPolicy;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersContentTypeOptions;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersPolicy;
import software.amazon.awscdk.services.cloudfront.ResponseSecurityHeadersBehavior;
import software.amazon.awscdk.services.cloudfront.S3OriginAccessControl;
import software.amazon.awscdk.services.cloudfront.ViewerProtocolPolicy;
import software.amazon.awscdk.services.cloudfront.origins.S3BucketOrigin;
import software.amazon.awscdk.services.cloudfront.origins.S3BucketOriginBaseProps;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.CorsRule;
import software.amazon.awscdk.services.s3.HttpMethods;
import software.amazon.awscdk.services.s3.LifecycleRule;

/// The objects that users store: a bucket, and a distribution that serves a part of it. Context
/// `media` turns them off.
///
/// Clients write to `uploads/` with signed requests. A function that has checked such an object
/// copies it to `images/`, and only that prefix is served. The distribution has a host of its own,
/// so that no page of the API or of an app shares an origin with what users store.
///
/// @param bucket the bucket
/// @param host the host name of the distribution; the addresses of all images contain it
/// @param distributionId the distribution
record Media(Bucket bucket, String host, String distributionId) {
    /// How long CloudFront serves an object after it was deleted, at most. It then asks the bucket
    /// again, which costs a request and no transfer as long as the object exists. An invalidation
    /// for each deleted object would be exact, but costs ten times the price of the object's
    /// upload.
    static final Duration EDGE_TIME = Duration.hours(1);

    /// A file that a browser takes for a page or for SVG can neither run a script nor load
    /// anything.
    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox";

    /// The headers of a signed request ([SignedPut]) that a browser asks permission for.
    private static final List<String> SIGNED_HEADERS =
            List.of("content-type", "if-none-match", SignedPut.DIGEST, SignedPut.TAGGING);

    /// The functions of the API that a stack deploys: without `media` not those that only sign
    /// uploads.
    static List<HttpFunction> deployed(List<HttpFunction> rows, StackSettings settings) {
        return rows.stream()
                .filter(row -> settings.api().media() || row.objects() != ObjectAccess.SIGN)
                .toList();
    }

    /// Creates bucket and distribution, unless the settings turn them off or no function uses them.
    static @Nullable Media in(Stack stack, StackSettings settings, List<HttpFunction> rows) {
        if (!settings.api().media() || rows.stream().allMatch(row -> row.objects() == null)) {
            return null;
        }
        var bucket = bucket(stack, settings.stage(), settings.api().origins());
        var distribution = distribution(stack, bucket);
        bucket.addToResourcePolicy(
                PolicyStatement.Builder.create()
                        .sid("Served")
                        .principals(List.of(new ServicePrincipal("cloudfront.amazonaws.com")))
                        .actions(List.of("s3:GetObject"))
                        .resources(List.of(bucket.arnForObjects(ObjectStore.PUBLIC + "*")))
                        .conditions(
                                Map.of(
                                        "StringEquals",
                                        Map.of("AWS:SourceArn", distribution.getDistributionArn())))
                        .build());
        return new Media(
                bucket, distribution.getDistributionDomainName(), distribution.getDistributionId());
    }

    /// The bucket is encrypted with keys of S3 and not with the stack's key. CloudFront would need
    /// a permission for that key, and since the distribution depends on the bucket and the bucket
    /// on the key, the key's policy could name only all distributions of the account. Each upload
    /// would need a data key, also for the role that signs it. And the key would protect little:
    /// anyone with an address can read an image.
    private static Bucket bucket(Stack stack, Stage stage, List<String> origins) {
        var tag = SignedPut.NEW.split("=", 2);
        var bucket =
                Storage.bucket(stack, "Media", stage)
                        .encryption(BucketEncryption.S3_MANAGED)
                        .lifecycleRules(
                                List.of(
                                        LifecycleRule.builder()
                                                .id("new")
                                                .tagFilters(Map.of(tag[0], tag[1]))
                                                .expiration(
                                                        Duration.days(
                                                                ObjectStore.NEW_TIME.toDays()))
                                                .build(),
                                        // S3 rejects it in a rule with a tag
                                        LifecycleRule.builder()
                                                .id("parts")
                                                .abortIncompleteMultipartUploadAfter(
                                                        Duration.days(1))
                                                .build()));
        if (!origins.isEmpty()) {
            bucket.cors(
                    List.of(
                            CorsRule.builder()
                                    .allowedOrigins(origins)
                                    .allowedMethods(List.of(HttpMethods.PUT))
                                    .allowedHeaders(SIGNED_HEADERS)
                                    .maxAge(Cors.PREFLIGHT_SECONDS)
                                    .build()));
        }
        return bucket.build();
    }

    private static Distribution distribution(Stack stack, Bucket bucket) {
        // policies have names that are unique in an account, over all of its regions
        var name = stack.getStackName() + "-media-" + Aws.REGION;
        var access =
                S3OriginAccessControl.Builder.create(stack, "MediaAccess")
                        .originAccessControlName(name)
                        .build();
        // S3BucketOrigin.withOriginAccessControl would let the distribution read the whole bucket
        var origin =
                S3BucketOrigin.withBucketDefaults(
                        bucket,
                        S3BucketOriginBaseProps.builder()
                                .originAccessControlId(access.getOriginAccessControlId())
                                .build());
        return Distribution.Builder.create(stack, "MediaEdge")
                .comment(stack.getStackName() + " media")
                .httpVersion(HttpVersion.HTTP2_AND_3)
                // as CloudFrontEdge
                .priceClass(PriceClass.PRICE_CLASS_100)
                .defaultBehavior(
                        BehaviorOptions.builder()
                                .origin(origin)
                                .allowedMethods(AllowedMethods.ALLOW_GET_HEAD)
                                .viewerProtocolPolicy(ViewerProtocolPolicy.HTTPS_ONLY)
                                // images are compressed
                                .compress(false)
                                .cachePolicy(cachePolicy(stack, name))
                                .responseHeadersPolicy(headersPolicy(stack, name))
                                .build())
                .build();
    }

    private static CachePolicy cachePolicy(Stack stack, String name) {
        return CachePolicy.Builder.create(stack, "MediaCache")
                .cachePolicyName(name)
                .minTtl(Duration.seconds(0))
                .defaultTtl(EDGE_TIME)
                .maxTtl(EDGE_TIME)
                .build();
    }

    private static ResponseHeadersPolicy headersPolicy(Stack stack, String name) {
        return ResponseHeadersPolicy.Builder.create(stack, "MediaHeaders")
                .responseHeadersPolicyName(name)
                .securityHeadersBehavior(
                        ResponseSecurityHeadersBehavior.builder()
                                .contentTypeOptions(
                                        ResponseHeadersContentTypeOptions.builder()
                                                .override(true)
                                                .build())
                                .contentSecurityPolicy(
                                        ResponseHeadersContentSecurityPolicy.builder()
                                                .contentSecurityPolicy(CONTENT_SECURITY_POLICY)
                                                .override(true)
                                                .build())
                                .build())
                .customHeadersBehavior(
                        ResponseCustomHeadersBehavior.builder()
                                .customHeaders(
                                        // pages of all origins may show an image
                                        List.of(
                                                header(
                                                        "cross-origin-resource-policy",
                                                        "cross-origin")))
                                .build())
                .build();
    }

    private static ResponseCustomHeader header(String name, String value) {
        return ResponseCustomHeader.builder().header(name).value(value).override(true).build();
    }

    /// The address below which images are served.
    String url() {
        return "https://" + host;
    }

    /// The variables of a function that uses the objects.
    Map<String, String> environment() {
        return Map.of(Settings.OBJECTS, bucket.getBucketName(), Settings.OBJECTS_URL, url());
    }

    /// What a function of the API may do.
    ///
    /// CopyObject with tags of its own needs no permission for those of its source
    /// (<https://docs.aws.amazon.com/service-authorization/latest/reference/list_s3.html>).
    List<PolicyStatement> statements(ObjectAccess access) {
        return switch (access) {
            case SIGN -> List.of(written(ObjectStore.UPLOADS));
            case USE ->
                    List.of(
                            Permission.allow(List.of("s3:GetObject"), objects(ObjectStore.UPLOADS)),
                            written(ObjectStore.PUBLIC),
                            absent());
        };
    }

    /// What FanOut may do, which keeps the objects of posts and deletes those of deleted ones.
    List<PolicyStatement> jobStatements() {
        return List.of(
                Permission.allow(
                        List.of("s3:DeleteObject"),
                        objects(ObjectStore.UPLOADS),
                        objects(ObjectStore.PUBLIC)),
                Permission.allow(List.of("s3:DeleteObjectTagging"), objects(ObjectStore.PUBLIC)),
                absent());
    }

    private PolicyStatement written(String prefix) {
        return Permission.allow(List.of("s3:PutObject", "s3:PutObjectTagging"), objects(prefix));
    }

    /// Without this permission, S3 responds 403 and not 404 for an object that does not exist
    /// (<https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html>). Functions need the
    /// difference: an upload that was never stored is a mistake of the client, and an image whose
    /// tag a repeated job removes may be deleted already, but a missing grant must fail and raise
    /// an alarm.
    private PolicyStatement absent() {
        return Permission.allow(List.of("s3:ListBucket"), bucket.getBucketArn());
    }

    private String objects(String prefix) {
        return bucket.arnForObjects(prefix + "*");
    }
}
