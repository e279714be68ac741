package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.infra.settings.Domain;
import plaza.infra.settings.StackSettings;

/// Settings of the issuer, the mails, the domains, the tags and the roles.
final class IdentityTest {
    private static final String API_CERTIFICATE =
            "arn:aws:acm:eu-west-1:111122223333:certificate/6f1c";
    private static final String US_CERTIFICATE =
            "arn:aws:acm:us-east-1:111122223333:certificate/7a2b";
    private static final String BOUNDARY = "arn:aws:iam::111122223333:policy/team/Boundary";

    /// A route of users and one of administrators; these settings change all routes in one way.
    private static final List<HttpFunction> FEW =
            Catalogue.httpFunctions().stream()
                    .filter(row -> Set.of("PutUserInfo", "PutGameweek").contains(row.name()))
                    .toList();

    private static final Map<String, Object> ISSUER =
            Map.of(
                    "stage", "prod",
                    "alarmEmail", "oncall@plaza.example",
                    "issuer", "https://plaza.eu.auth0.com/",
                    "audience", "https://api.plaza.example, second",
                    "groupsClaim", "https://plaza.example/groups");

    @Test
    void anIssuerReplacesTheUserPool() {
        var template = template(ISSUER);
        assertThat(template.resources())
                .noneSatisfy((_, resource) ->
                        assertThat(resource.get("Type").asText()).startsWith("AWS::Cognito"));
        var jwt = template.at("Authorizer").get("JwtConfiguration");
        assertThat(jwt.get("Issuer").asText()).isEqualTo("https://plaza.eu.auth0.com/");
        assertThat(jwt.get("Audience")).hasToString("[\"https://api.plaza.example\",\"second\"]");
        assertThat(template.at("ApiStage").get("StageVariables"))
                .hasToString("{\"groupsClaim\":\"https://plaza.example/groups\"}");
        assertThat(template.routesWithToken())
                .isNotEmpty()
                .allSatisfy(route ->
                        assertThat(route.get("AuthorizationScopes").toString())
                                .startsWith("[\"plaza/"));
    }

    @Test
    void theScopesOfAnIssuerAreASetting() {
        var prefixed = template(with(ISSUER, "scopes", "plaza."));
        assertThat(route(prefixed, "PutUserInfo").get("AuthorizationScopes"))
                .hasToString("[\"plaza.social\"]");
        assertThat(route(prefixed, "PutGameweek").get("AuthorizationScopes"))
                .hasToString("[\"plaza.admin\"]");
        assertThat(template(with(ISSUER, "scopes", "none")).routesWithToken())
                .isNotEmpty()
                .allSatisfy(route -> {
                    assertThat(route.get("AuthorizationType").asText()).isEqualTo("JWT");
                    assertThat(route.path("AuthorizationScopes")).isEmpty();
                });
    }

    @Test
    void thePoolIsTheDefault() {
        assertThat(Template.real().at("ApiStage").get("StageVariables"))
                .hasToString("{\"groupsClaim\":\"cognito:groups\"}");
        assertThat(Template.real().resources("AWS::Cognito::UserPool")).hasSize(2);
        assertThat(Template.real().at("UserPool/Resource").has("EmailConfiguration")).isFalse();
        assertThat(Template.real().resources("AWS::ApiGatewayV2::DomainName")).isEmpty();
    }

    @Test
    void thePoolHasAMailSenderAndDomains() {
        var template = withDomains();
        var mail = template.at("UserPool/Resource").get("EmailConfiguration");
        assertThat(mail.get("EmailSendingAccount").asText()).isEqualTo("DEVELOPER");
        assertThat(mail.get("From").asText()).isEqualTo("no-reply@mail.plaza.example");
        assertThat(mail.get("SourceArn").toString()).contains(":ses:", ":identity/plaza.example");

        var name = template.only("AWS::ApiGatewayV2::DomainName");
        assertThat(name.get("DomainName").asText()).isEqualTo("api.plaza.example");
        var configuration = name.get("DomainNameConfigurations").get(0);
        assertThat(configuration.get("CertificateArn").asText()).isEqualTo(API_CERTIFICATE);
        assertThat(configuration.get("SecurityPolicy").asText()).isEqualTo("TLS_1_2");
        // the certificate is in the region of the stack
        assertThat(configuration.get("EndpointType").asText()).isEqualTo("REGIONAL");
        var mapping = template.only("AWS::ApiGatewayV2::ApiMapping");
        assertThat(mapping.get("ApiId").get("Ref").asText()).isEqualTo("Api");
        assertThat(mapping.get("Stage").get("Ref").asText()).isEqualTo("ApiStage");
        assertThat(mapping.get("DomainName").get("Ref").asText()).isEqualTo("ApiDomain");

        var signIn = template.at("UserPool/Domain/Resource");
        assertThat(signIn.get("Domain").asText()).isEqualTo("auth.plaza.example");
        assertThat(signIn.get("CustomDomainConfig").get("CertificateArn").asText())
                .isEqualTo(US_CERTIFICATE);

        assertThat(template.resources("AWS::Route53::RecordSet").values())
                .extracting(record -> record.get("Properties").get("Name").asText())
                .containsExactlyInAnyOrder("api.plaza.example", "auth.plaza.example");
        for (var host : List.of("ApiDomain", "SignInDomain")) {
            var record = template.at(host + "Record");
            assertThat(record.get("Type").asText()).isEqualTo("A");
            assertThat(record.get("HostedZoneId").asText()).isEqualTo("Z0123");
            var domain =
                    template.idAt(
                            host.equals("ApiDomain") ? "ApiDomain" : "UserPool/Domain/Resource");
            assertThat(record.at("/AliasTarget/DNSName/Fn::GetAtt/0").asText()).isEqualTo(domain);
            assertThat(record.at("/AliasTarget/HostedZoneId").toString())
                    .contains(host.equals("ApiDomain") ? domain : Domain.CLOUDFRONT_ZONE);
        }

        assertThat(template.resources("AWS::IAM::Role").values())
                .hasSizeGreaterThan(template.resources("AWS::Lambda::Alias").size())
                .allSatisfy(role ->
                        assertThat(role.get("Properties").path("PermissionsBoundary").asText())
                                .isEqualTo(BOUNDARY));
    }

    @Test
    void withCloudFrontTheDomainBelongsToTheDistribution() {
        var template =
                template(
                        Map.of(
                                "edge",
                                true,
                                "apiDomain",
                                "api.plaza.example",
                                "apiCertificate",
                                US_CERTIFICATE));
        var distribution = template.only("AWS::CloudFront::Distribution").get("DistributionConfig");
        assertThat(distribution.get("Aliases")).hasToString("[\"api.plaza.example\"]");
        var certificate = distribution.get("ViewerCertificate");
        assertThat(certificate.get("AcmCertificateArn").asText()).isEqualTo(US_CERTIFICATE);
        assertThat(certificate.get("MinimumProtocolVersion").asText()).isEqualTo("TLSv1.2_2021");
        // an address of its own costs $600 a month
        assertThat(certificate.get("SslSupportMethod").asText()).isEqualTo("sni-only");
        assertThat(template.resources("AWS::ApiGatewayV2::DomainName")).isEmpty();
        assertThat(template.resources("AWS::Route53::RecordSet")).isEmpty();
        assertThat(apiUrl(template).asText()).isEqualTo("https://api.plaza.example");
    }

    @Test
    void withoutADomainTheUrlIsThatOfTheGatewayOrOfCloudFront() {
        var host =
                "{\"Fn::Join\":[\"\",[\"https://\",{\"Ref\":\"Api\"},\".execute-api.\","
                        + "{\"Ref\":\"AWS::Region\"},\".\",{\"Ref\":\"AWS::URLSuffix\"}]]}";
        assertThat(apiUrl(Template.real())).hasToString(host);

        var distribution = Template.grown().only("AWS::CloudFront::Distribution");
        assertThat(distribution.at("/DistributionConfig/Origins/0/DomainName"))
                .hasToString(host.replace("\"https://\",", ""));
        assertThat(apiUrl(Template.grown()))
                .hasToString(
                        "{\"Fn::Join\":[\"\",[\"https://\",{\"Fn::GetAtt\":[\"%s\",\"DomainName\"]}]]}"
                                .formatted(
                                        Template.grown()
                                                .resources("AWS::CloudFront::Distribution")
                                                .keySet()
                                                .iterator()
                                                .next()));
    }

    /// A stage with a mail sender, domains, tags and a boundary of the roles.
    static Template withDomains() {
        return template(
                Map.of(
                        "mailFrom", "no-reply@mail.plaza.example",
                        "mailIdentity", "plaza.example",
                        "apiDomain", "api.plaza.example",
                        "apiCertificate", API_CERTIFICATE,
                        "signInDomain", "auth.plaza.example",
                        "signInCertificate", US_CERTIFICATE,
                        "hostedZoneId", "Z0123",
                        "tags", "team=core, costCenter=42",
                        "permissionsBoundary", BOUNDARY));
    }

    private static JsonNode route(Template template, String function) {
        return Catalogue.httpFunctions().stream()
                .filter(row -> row.name().equals(function))
                .map(row -> template.at(ApiGateway.routeId(row.routeKey())))
                .findAny()
                .orElseThrow();
    }

    private static JsonNode apiUrl(Template template) {
        return template.root().at("/Outputs/ApiUrl/Value");
    }

    private static Map<String, Object> with(Map<String, Object> context, String key, String value) {
        var changed = new HashMap<>(context);
        changed.put(key, value);
        return changed;
    }

    private static Template template(Map<String, Object> context) {
        return Template.shared(
                "identity " + new TreeMap<>(context),
                () ->
                        Template.synthesise(
                                StackSettings.from(context::get),
                                FEW,
                                Catalogue.streamFunctions(),
                                _ -> {}));
    }
}
