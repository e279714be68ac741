package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.ObjectAccess;
import plaza.functions.Catalogue;
import plaza.infra.settings.StackSettings;
import plaza.lambda.PutSigner;
import plaza.lambda.Settings;
import plaza.objects.NewObject;
import plaza.objects.ObjectStore;
import plaza.objects.SignedPut;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.Region;

/// The bucket of the objects that users store and the distribution that serves a part of it.
/// [RoleGrantsTest] compares what functions may do with them.
final class MediaTest {
    private static final List<HttpFunction> WITH_OBJECTS =
            Catalogue.ALL.httpFunctions().stream().filter(row -> row.objects() != null).toList();

    private final Template template = Template.real();

    @Test
    void onlyTheDistributionReadsTheBucketAndOnlyImages() {
        var statements = template.at("Media/Policy/Resource").at("/PolicyDocument/Statement");
        var allowed = new ArrayList<JsonNode>();
        for (var statement : statements) {
            if (statement.get("Effect").asText().equals("Allow")) {
                allowed.add(statement);
            }
        }
        assertThat(allowed).hasSize(1);
        var served = allowed.getFirst();
        assertThat(served.get("Principal"))
                .hasToString("{\"Service\":\"cloudfront.amazonaws.com\"}");
        assertThat(served.get("Action").asText()).isEqualTo("s3:GetObject");
        assertThat(served.get("Resource"))
                .hasToString(
                        "{\"Fn::Join\":[\"\",[%s,\"/images/*\"]]}"
                                .formatted(template.arnOf("Media/Resource")));
        assertThat(served.get("Condition")).hasSize(1);
        assertThat(served.at("/Condition/StringEquals/AWS:SourceArn").toString())
                .contains(":distribution/\",{\"Ref\":\"" + template.idAt("MediaEdge/Resource"));
        // OAC: the bucket sees the distribution as the caller of each request
        var origins = template.at("MediaEdge/Resource").at("/DistributionConfig/Origins");
        assertThat(origins).hasSize(1);
        assertThat(origins.get(0).at("/OriginAccessControlId/Fn::GetAtt/0").asText())
                .isEqualTo(template.idAt("MediaAccess/Resource"));
    }

    /// S3 rejects the end of unfinished uploads in a rule with a tag.
    @Test
    void newObjectsExpireAndNoOthers() {
        var bucket = template.at("Media/Resource");
        var rules = bucket.at("/LifecycleConfiguration/Rules");
        assertThat(rules).hasSize(2);
        var tags = rules.get(0).get("TagFilters");
        assertThat(tags).hasSize(1);
        assertThat(tags.at("/0/Key").asText() + "=" + tags.at("/0/Value").asText())
                .isEqualTo(SignedPut.NEW);
        assertThat(rules.get(0).get("ExpirationInDays").asLong())
                .isEqualTo(ObjectStore.NEW_TIME.toDays());
        assertThat(rules.get(0).has("AbortIncompleteMultipartUpload")).isFalse();
        assertThat(rules.get(1).has("ExpirationInDays")).isFalse();
        // what is deleted must be gone
        assertThat(bucket.has("VersioningConfiguration")).isFalse();
    }

    @Test
    void pagesOfTheOriginsCanSendTheSignedHeaders() {
        assertThat(template.at("Media/Resource").has("CorsConfiguration")).isFalse();
        var rules = Template.complete().at("Media/Resource").at("/CorsConfiguration/CorsRules");
        assertThat(rules).hasSize(1);
        var rule = rules.get(0);
        assertThat(Template.texts(rule.get("AllowedMethods"))).containsExactly("PUT");
        assertThat(Template.texts(rule.get("AllowedOrigins")))
                .containsExactlyElementsOf(Template.FULL.api().origins());
        var signed =
                new PutSigner(() -> AwsCredentialsIdentity.create("id", "secret"), Region.EU_WEST_1)
                        .sign(
                                URI.create(
                                        "https://plaza.s3.eu-west-1.amazonaws.com/uploads/1.png"),
                                new NewObject("uploads/1.png", "image/png", 1, "digest"),
                                Clock.systemUTC());
        assertThat(Template.texts(rule.get("AllowedHeaders")))
                .containsExactlyInAnyOrderElementsOf(signed.headers().keySet());
    }

    @Test
    void everyResponseIsForbiddenToRunAndToLoad() {
        var config = template.at("MediaHeaders/Resource").get("ResponseHeadersPolicyConfig");
        var security = config.get("SecurityHeadersConfig");
        assertThat(security.at("/ContentSecurityPolicy/ContentSecurityPolicy").asText())
                .isEqualTo("default-src 'none'; sandbox");
        assertThat(security.has("ContentTypeOptions")).isTrue();
        var headers = new TreeMap<String, String>();
        for (var header : config.at("/CustomHeadersConfig/Items")) {
            headers.put(header.get("Header").asText(), header.get("Value").asText());
        }
        assertThat(headers).containsEntry("cross-origin-resource-policy", "cross-origin");
        assertThat(config.findValues("Override")).hasSize(3).allMatch(JsonNode::booleanValue);
        var behavior =
                template.at("MediaEdge/Resource").at("/DistributionConfig/DefaultCacheBehavior");
        assertThat(behavior.at("/ResponseHeadersPolicyId/Ref").asText())
                .isEqualTo(template.idAt("MediaHeaders/Resource"));
        assertThat(behavior.at("/CachePolicyId/Ref").asText())
                .isEqualTo(template.idAt("MediaCache/Resource"));
        assertThat(behavior.get("ViewerProtocolPolicy").asText()).isEqualTo("https-only");
        assertThat(Template.texts(behavior.get("AllowedMethods"))).containsExactly("GET", "HEAD");
    }

    /// Two stages of an account would otherwise not be deployed, because the names of these
    /// resources are unique in an account.
    @Test
    void theNamesOfPoliciesContainStageAndRegion() {
        for (var name :
                List.of(
                        template.at("MediaHeaders/Resource")
                                .at("/ResponseHeadersPolicyConfig/Name"),
                        template.at("MediaCache/Resource").at("/CachePolicyConfig/Name"),
                        template.at("MediaAccess/Resource")
                                .at("/OriginAccessControlConfig/Name"))) {
            assertThat(name)
                    .hasToString(
                            "{\"Fn::Join\":[\"\",[\"Plaza-prod-media-\",{\"Ref\":\"AWS::Region\"}]]}");
        }
    }

    @Test
    void theFunctionsThatUseObjectsKnowBucketAndAddress() {
        assertThat(WITH_OBJECTS).extracting(HttpFunction::objects).contains(ObjectAccess.values());
        var names = WITH_OBJECTS.stream().map(HttpFunction::name).toList();
        var bucket = template.idAt("Media/Resource");
        var edge = template.idAt("MediaEdge/Resource");
        var found = new ArrayList<String>();
        for (var row : Catalogue.ALL.functions()) {
            var variables = variables(template, row.name());
            assertThat(variables.has(Settings.OBJECTS_URL))
                    .isEqualTo(variables.has(Settings.OBJECTS));
            if (variables.has(Settings.OBJECTS)) {
                found.add(row.name());
                assertThat(variables.get(Settings.OBJECTS).toString()).contains(bucket);
                assertThat(variables.get(Settings.OBJECTS_URL).toString())
                        .contains("\"https://\"", edge, "DomainName");
            }
        }
        assertThat(found).contains("FanOut").containsAll(names).hasSize(names.size() + 1);
        var outputs = template.root().get("Outputs");
        assertThat(outputs.get("MediaBucket").toString()).contains(bucket);
        assertThat(outputs.get("MediaUrl").toString()).contains("\"https://\"", edge);
    }

    @Test
    void withoutMediaNothingOfItExists() {
        var context = new TreeMap<>(Template.PROD);
        context.put("media", "false");
        var without =
                Template.synthesise(
                        StackSettings.from(context::get),
                        WITH_OBJECTS,
                        Catalogue.ALL.streamFunctions(),
                        _ -> {});
        assertThat(without.text())
                .doesNotContain(Settings.OBJECTS, "Media", "cloudfront", "s3:PutObjectTagging");
        assertThat(without.resources("AWS::CloudFront::Distribution")).isEmpty();
        assertThat(without.routesWithToken())
                .extracting(route -> route.get("RouteKey").asText())
                .containsExactlyInAnyOrderElementsOf(
                        WITH_OBJECTS.stream()
                                .filter(row -> row.objects() != ObjectAccess.SIGN)
                                .map(HttpFunction::routeKey)
                                .toList());
        // they open an upload with the keys before they find out that there is none
        for (var row : WITH_OBJECTS) {
            if (row.objects() == ObjectAccess.USE) {
                assertThat(variables(without, row.name()).has(Settings.CURSOR_KEYS)).isTrue();
            }
        }
    }

    @Test
    void aStackWithoutFunctionsOfObjectsHasNone() {
        var others =
                Catalogue.ALL.httpFunctions().stream()
                        .filter(row -> row.objects() == null)
                        .limit(2);
        var without =
                Template.synthesise(
                        StackSettings.from(Template.PROD::get),
                        others.toList(),
                        Catalogue.ALL.streamFunctions(),
                        _ -> {});
        assertThat(without.text()).doesNotContain("MediaEdge");
    }

    private static JsonNode variables(Template template, String function) {
        return template.at(function + "/Resource").at("/Environment/Variables");
    }
}
