package plaza.infra;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Cors;
import plaza.functions.Catalogue;

/// The path from a caller to a function: CloudFront, its firewall, the API and its stage.
final class RequestPathTest {
    /// The rule groups of AWS
    /// (<https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html>).
    private static final List<String> RULE_GROUPS =
            List.of(
                    "AWSManagedRulesAmazonIpReputationList",
                    "AWSManagedRulesKnownBadInputsRuleSet");

    private final Template grown = Template.grown();

    private final JsonNode distribution =
            grown.only("AWS::CloudFront::Distribution").get("DistributionConfig");

    @Test
    void aWebPageSendsAndReadsTheHeadersOfTheApi() {
        var cors = grown.only("AWS::ApiGatewayV2::Api").get("CorsConfiguration");
        assertThat(Template.texts(cors.get("AllowMethods"))).isEqualTo(Cors.methods(Rows.HTTPS));
        assertThat(Template.texts(cors.get("AllowHeaders"))).isEqualTo(Cors.REQUEST_HEADERS);
        assertThat(Template.texts(cors.get("ExposeHeaders"))).isEqualTo(Cors.RESPONSE_HEADERS);
        assertThat(Cors.RESPONSE_HEADERS).contains("ratelimit", "ratelimit-policy", "retry-after");
        assertThat(cors.get("MaxAge").asInt()).isEqualTo(Cors.PREFLIGHT_SECONDS);
    }

    /// Without `AutoDeploy`, new routes would return 404. Only the stage `$default` has no name in
    /// the URL
    /// (<https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-stages.html>).
    @Test
    void aDeployedRouteIsServedBelowTheUrlOfTheApi() {
        for (var template : List.of(Template.real(), Template.dev(), grown)) {
            var api = template.only("AWS::ApiGatewayV2::Api");
            assertThat(api.get("ProtocolType").asText()).isEqualTo("HTTP");
            // an operator distinguishes the stages of an account by it
            assertThat(api.get("Name").asText()).isEqualTo("Plaza-" + stageOf(template));
            var stage = template.only("AWS::ApiGatewayV2::Stage");
            assertThat(stage.get("StageName").asText()).isEqualTo("$default");
            assertThat(stage.get("AutoDeploy").asBoolean()).isTrue();
            for (var type : List.of("Authorizer", "Integration", "Route", "Stage")) {
                var parts = template.resources("AWS::ApiGatewayV2::" + type).values();
                assertThat(parts)
                        .isNotEmpty()
                        .allSatisfy(part ->
                                assertThat(part.at("/Properties/ApiId/Ref").asText())
                                        .isEqualTo("Api"));
            }
        }
    }

    private static String stageOf(Template template) {
        return template.resources("AWS::Lambda::Function").values().stream()
                .map(function -> function.at("/Properties/Environment/Variables/PLAZA_STAGE"))
                .findAny()
                .orElseThrow()
                .asText();
    }

    /// The functions read events of the format 2.0, which only a proxy integration sends.
    @Test
    void aFunctionReceivesTheWholeRequest() {
        for (var template : List.of(Template.real(), Template.dev(), grown)) {
            for (var integration : template.resources("AWS::ApiGatewayV2::Integration").values()) {
                var properties = integration.get("Properties");
                assertThat(properties.get("IntegrationType").asText()).isEqualTo("AWS_PROXY");
                assertThat(properties.get("PayloadFormatVersion").asText()).isEqualTo("2.0");
                assertThat(properties.get("IntegrationUri").toString())
                        .startsWith(
                                "{\"Fn::Join\":[\"\",[\"arn:\",{\"Ref\":\"AWS::Partition\"},"
                                        + "\":apigateway:\",{\"Ref\":\"AWS::Region\"},"
                                        + "\":lambda:path/2015-03-31/functions/\",")
                        .endsWith(",\"Arn\"]},\":live/invocations\"]]}");
            }
            for (var route : template.resources("AWS::ApiGatewayV2::Route").values()) {
                assertThat(route.at("/Properties/Target").toString())
                        .startsWith("{\"Fn::Join\":[\"\",[\"integrations/\",{\"Ref\":\"");
            }
        }
    }

    @Test
    void theApiInvokesAPublicFunctionInItsRole() {
        var template = Template.real();
        var role =
                template.resources("AWS::IAM::Role").keySet().stream()
                        .filter(id -> id.startsWith("ApiRole"))
                        .toList();
        assertThat(role).hasSize(1);
        for (var row : Catalogue.publicFunctions()) {
            var integration = template.resourceAt(row.name() + "Integration");
            assertThat(integration.at("/Properties/CredentialsArn"))
                    .hasToString("{\"Fn::GetAtt\":[\"%s\",\"Arn\"]}".formatted(role.getFirst()));
            // the URI has the alias only as a text
            assertThat(Template.texts(integration.get("DependsOn")))
                    .containsExactly(template.idAt(row.name() + "/Aliaslive/Resource"));
        }
    }

    @Test
    void everyAuthorizerHasANameOfItsOwn() {
        assertThat(Template.real().resources("AWS::ApiGatewayV2::Authorizer").values())
                .extracting(each -> each.at("/Properties/Name").asText())
                .containsExactlyInAnyOrder("cognito", "administrators");
    }

    /// Detailed metrics cost $0.30 for each route and metric, and the estimate contains none.
    @Test
    void theStageMeasuresNoSingleRoute() {
        var stage = Template.real().only("AWS::ApiGatewayV2::Stage");
        assertThat(stage.at("/DefaultRouteSettings/DetailedMetricsEnabled")).hasToString("false");
    }

    @Test
    void everyRequestIsLogged() {
        var template = Template.real();
        assertThat(template.at("ApiStage").at("/AccessLogSettings/DestinationArn"))
                .hasToString(template.arnOf("AccessLogs/Resource"));
    }

    /// API Gateway logs a hyphen for a variable that it does not have
    /// (<https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html>).
    /// Saved queries and alarms read the fields by their names.
    @Test
    void everyFieldOfTheAccessLogHasAVariableOfApiGateway() {
        var line =
                Template.parse(
                        Template.real().at("ApiStage").at("/AccessLogSettings/Format").asText());
        var fields = new TreeMap<String, String>();
        line.properties().forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
        assertThat(fields)
                .isEqualTo(
                        Map.ofEntries(
                                entry("timestamp", "$context.requestTimeEpoch"),
                                entry("function_request_id", "$context.integration.requestId"),
                                entry("request_id", "$context.requestId"),
                                entry("route", "$context.routeKey"),
                                entry("status", "$context.status"),
                                entry("response_bytes", "$context.responseLength"),
                                entry("latency_ms", "$context.responseLatency"),
                                entry("integration_latency_ms", "$context.integrationLatency"),
                                entry(
                                        "integration_status",
                                        "$context.integration.integrationStatus"),
                                entry("integration_error", "$context.integrationErrorMessage"),
                                entry("authorizer_error", "$context.authorizer.error"),
                                entry("caller", "$context.authorizer.claims.sub"),
                                entry("source_ip", "$context.identity.sourceIp")));
    }

    /// The policies are those of AWS: no caching, all headers of the viewer except `Host`, and the
    /// security headers
    /// (<https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html>).
    /// A cached response would reach another caller, and a request without its token would fail.
    @Test
    void cloudFrontPassesEveryRequestToTheApiAndCachesNothing() {
        assertThat(distribution.get("Enabled").asBoolean()).isTrue();
        var behavior = distribution.get("DefaultCacheBehavior");
        assertThat(Template.texts(behavior.get("AllowedMethods")))
                .containsExactlyInAnyOrder(
                        "GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE");
        assertThat(behavior.get("CachePolicyId").asText())
                .isEqualTo("4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
        assertThat(behavior.get("OriginRequestPolicyId").asText())
                .isEqualTo("b689b0a8-53d0-40ab-baf2-68738e2966ac");
        assertThat(behavior.get("ResponseHeadersPolicyId").asText())
                .isEqualTo("67f7725c-6f97-4210-82d7-5512b31e9d03");
        assertThat(distribution.get("Origins")).hasSize(1);
        assertThat(behavior.get("TargetOriginId")).isEqualTo(distribution.at("/Origins/0/Id"));
    }

    @Test
    void aTokenTravelsOnlyThroughTls() {
        assertThat(distribution.at("/DefaultCacheBehavior/ViewerProtocolPolicy").asText())
                .isEqualTo("https-only");
        var origin = distribution.at("/Origins/0/CustomOriginConfig");
        assertThat(origin.get("OriginProtocolPolicy").asText()).isEqualTo("https-only");
        assertThat(origin.get("OriginSSLProtocols")).hasToString("[\"TLSv1.2\"]");
    }

    /// The estimate has the prices of the class 100. Phones often have IPv6 only.
    @Test
    void cloudFrontServesPhonesAtThePriceOfTheEstimate() {
        assertThat(distribution.get("PriceClass").asText()).isEqualTo("PriceClass_100");
        assertThat(distribution.get("HttpVersion").asText()).isEqualTo("http2and3");
        assertThat(distribution.get("IPV6Enabled").asBoolean()).isTrue();
    }

    /// A rule that only counts would let a flood pass, and a default that blocks would reject every
    /// caller.
    @Test
    void theFirewallBlocksFloodsAndBadRequestsAndNoOthers() {
        assertThat(distribution.get("WebACLId")).hasToString(grown.arnOf("Firewall"));
        var firewall = grown.only("AWS::WAFv2::WebACL");
        // AWS accepts only this scope for CloudFront
        assertThat(firewall.get("Scope").asText()).isEqualTo("CLOUDFRONT");
        assertThat(firewall.get("DefaultAction")).hasToString("{\"Allow\":{}}");
        var rules = firewall.get("Rules");
        assertThat(rules).hasSize(1 + RULE_GROUPS.size());
        assertThat(rules.get(0).get("Action")).hasToString("{\"Block\":{}}");
        assertThat(rules.at("/0/Statement/RateBasedStatement/AggregateKeyType").asText())
                .isEqualTo("IP");
        var priorities = new HashSet<Integer>();
        for (var rule : rules) {
            assertThat(priorities.add(rule.get("Priority").asInt())).isTrue();
            if (rule.at("/Statement/ManagedRuleGroupStatement").isObject()) {
                // the actions of the group apply, which block
                assertThat(rule.get("OverrideAction")).hasToString("{\"None\":{}}");
                assertThat(rule.at("/Statement/ManagedRuleGroupStatement/VendorName").asText())
                        .isEqualTo("AWS");
            }
        }
        assertThat(rules)
                .extracting(rule -> rule.at("/Statement/ManagedRuleGroupStatement/Name").asText())
                .containsExactly("", RULE_GROUPS.get(0), RULE_GROUPS.get(1));
        // the floods are blocked first: the other rules then examine fewer requests
        assertThat(priorities).isEqualTo(Set.of(0, 1, 2));
    }

    /// A sampled request contains the caller's token. An operator finds the rule that blocks by its
    /// metric.
    @Test
    void theFirewallCountsTheRequestsOfEachRuleAndKeepsNone() {
        var firewall = grown.only("AWS::WAFv2::WebACL");
        var settings = firewall.findValues("VisibilityConfig");
        assertThat(settings).hasSize(1 + firewall.get("Rules").size());
        for (var setting : settings) {
            assertThat(setting.get("SampledRequestsEnabled")).hasToString("false");
            assertThat(setting.get("CloudWatchMetricsEnabled")).hasToString("true");
        }
        for (var rule : firewall.get("Rules")) {
            assertThat(rule.at("/VisibilityConfig/MetricName")).isEqualTo(rule.get("Name"));
        }
    }
}
