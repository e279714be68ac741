package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.Catalogue;

/// Settings of the issuer, the mails, the domains, the tags and the roles.
final class IdentityTest {
    private static final String API_CERTIFICATE =
            "arn:aws:acm:eu-west-1:111122223333:certificate/6f1c";
    private static final String US_CERTIFICATE =
            "arn:aws:acm:us-east-1:111122223333:certificate/7a2b";
    private static final String BOUNDARY = "arn:aws:iam::111122223333:policy/team/Boundary";

    private static final Map<String, Object> ISSUER =
            Map.of(
                    "stage", "prod",
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
        assertThat(template.resources("AWS::ApiGatewayV2::Route").values())
                .isNotEmpty()
                .allSatisfy(route ->
                        assertThat(route.get("Properties").get("AuthorizationScopes").toString())
                                .startsWith("[\"plaza/"));
    }

    @Test
    void theScopesOfAnIssuerAreASetting() {
        var prefixed = template(with(ISSUER, "scopes", "plaza."));
        assertThat(prefixed.at("PutUserInfoRoute").get("AuthorizationScopes"))
                .hasToString("[\"plaza.social\"]");
        assertThat(prefixed.at("PutGameweekRoute").get("AuthorizationScopes"))
                .hasToString("[\"plaza.admin\"]");
        for (var route :
                template(with(ISSUER, "scopes", "none"))
                        .resources("AWS::ApiGatewayV2::Route")
                        .values()) {
            var properties = route.get("Properties");
            assertThat(properties.get("AuthorizationType").asText()).isEqualTo("JWT");
            assertThat(properties.path("AuthorizationScopes")).isEmpty();
        }
    }

    @Test
    void thePoolIsTheDefault() {
        assertThat(Template.real().at("ApiStage").get("StageVariables"))
                .hasToString("{\"groupsClaim\":\"cognito:groups\"}");
        assertThat(Template.real().resources("AWS::Cognito::UserPool")).hasSize(1);
        assertThat(Template.real().at("UserPool/Resource").has("EmailConfiguration")).isFalse();
        assertThat(Template.real().resources("AWS::ApiGatewayV2::DomainName")).isEmpty();
    }

    @Test
    void thePoolHasAMailSenderAndDomains() {
        var template =
                template(
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
        var mail = template.at("UserPool/Resource").get("EmailConfiguration");
        assertThat(mail.get("EmailSendingAccount").asText()).isEqualTo("DEVELOPER");
        assertThat(mail.get("From").asText()).isEqualTo("no-reply@mail.plaza.example");
        assertThat(mail.get("SourceArn").toString()).contains(":ses:", ":identity/plaza.example");

        var name = template.only("AWS::ApiGatewayV2::DomainName");
        assertThat(name.get("DomainName").asText()).isEqualTo("api.plaza.example");
        var configuration = name.get("DomainNameConfigurations").get(0);
        assertThat(configuration.get("CertificateArn").asText()).isEqualTo(API_CERTIFICATE);
        assertThat(configuration.get("SecurityPolicy").asText()).isEqualTo("TLS_1_2");
        var mapping = template.only("AWS::ApiGatewayV2::ApiMapping");
        assertThat(mapping.get("ApiId").get("Ref").asText()).isEqualTo("Api");
        assertThat(mapping.get("Stage").get("Ref").asText()).isEqualTo("ApiStage");

        var signIn = template.at("UserPool/Domain/Resource");
        assertThat(signIn.get("Domain").asText()).isEqualTo("auth.plaza.example");
        assertThat(signIn.get("CustomDomainConfig").get("CertificateArn").asText())
                .isEqualTo(US_CERTIFICATE);

        assertThat(template.resources("AWS::Route53::RecordSet").values())
                .extracting(record -> record.get("Properties").get("Name").asText())
                .containsExactlyInAnyOrder("api.plaza.example", "auth.plaza.example");

        assertThat(template.resources("AWS::DynamoDB::Table").values().iterator().next().toString())
                .contains("\"team\"", "\"core\"", "\"costCenter\"", "\"service\"");
        assertThat(template.resources("AWS::IAM::Role").values())
                .hasSizeGreaterThan(Catalogue.functions().size())
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
        assertThat(template.resources("AWS::ApiGatewayV2::DomainName")).isEmpty();
        assertThat(template.resources("AWS::Route53::RecordSet")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "audience=a | audience: needs the context issuer",
                "groupsClaim=g | groupsClaim: needs the context issuer",
                "scopes=p. | scopes: needs the context issuer",
                "issuer=https://a.example;groupsClaim=g | issuer: needs the context audience",
                "issuer=https://a.example;audience=a | issuer: needs the context groupsClaim",
                "issuer=http://a.example;audience=a;groupsClaim=g | issuer: must be an https",
                "issuer=https://a.example?b;audience=a;groupsClaim=g | issuer: must be an https",
                "issuer=a;audience=a;groupsClaim=g | issuer: must be an https",
                "issuer=https://a.example;audience=a;groupsClaim=a b | groupsClaim: must be the",
                "issuer=https://a.example;audience=a;groupsClaim=g;scopes=a b | scopes: must be",
                "issuer=https://a.example;audience=a;groupsClaim=cognito:groups | groupsClaim: must not",
                "issuer=https://a.example;audience=a;groupsClaim=g;mailFrom=a@b.example | mailFrom: needs",
                "issuer=https://a.example;audience=a;groupsClaim=g;callbackUrls=https://b.example"
                        + " | callbackUrls: needs the user pool",
                "mailIdentity=b.example | mailIdentity: needs the context mailFrom",
                "mailFrom=b.example | mailFrom: must be an address",
                "mailFrom=a@b.example;mailIdentity=c.example | mailIdentity: must be",
                "apiDomain=api.b.example | apiDomain: needs the context apiCertificate",
                "signInCertificate=x | signInCertificate: needs the context signInDomain",
                "apiDomain=localhost;apiCertificate=x | apiDomain: must be a host name",
                "apiDomain=api.b.example;apiCertificate=x | apiCertificate: must be the ARN",
                "signInDomain=auth.b.example;signInCertificate="
                        + "arn:aws:acm:eu-west-1:111122223333:certificate/6f1c"
                        + " | signInCertificate: must be in us-east-1, not in eu-west-1",
                "hostedZoneId=Z1 | hostedZoneId: needs the context apiDomain or signInDomain",
                "tags=team | tags: must be key=value",
                "tags=aws:x=1 | tags: must be key=value",
                "tags=stage=1 | tags: the stack sets the tag stage itself",
                "tags=a=1,a=2 | tags: the key a occurs twice",
                "permissionsBoundary=Boundary | permissionsBoundary: must be the ARN"
            })
    void aCombinationThatCannotWorkIsNamed(String context, String fault) {
        var settings = new HashMap<String, Object>();
        for (var setting : context.split(";", -1)) {
            var parts = setting.split("=", 2);
            settings.put(parts[0], parts[1]);
        }
        assertThatThrownBy(() -> StackSettings.from(settings::get))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The CDK context is invalid: " + fault);
    }

    /// Another user pool is an issuer whose names of groups have no spaces.
    @Test
    void theIssuerCanBeAnotherUserPool() {
        var settings =
                StackSettings.from(
                        Map.<String, Object>of(
                                        "issuer",
                                        "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc",
                                        "audience",
                                        "4client",
                                        "groupsClaim",
                                        "cognito:groups")
                                ::get);
        assertThat(settings.issuer()).isNotNull();
    }

    private static Map<String, Object> with(Map<String, Object> context, String key, String value) {
        var changed = new HashMap<>(context);
        changed.put(key, value);
        return changed;
    }

    private static Template template(Map<String, Object> context) {
        return Template.synthesise(
                StackSettings.from(context::get),
                Catalogue.httpFunctions(),
                List.copyOf(Catalogue.streamFunctions()),
                _ -> {});
    }
}
