package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.Catalogue;

/// A stack as large as all three contexts, with every option on, made of invented rows.
final class GrowthTest {
    /// What the design allows of CloudFormation's 500.
    private static final int RESOURCES_MAX = 420;

    /// Function, role, version, alias, integration, route.
    private static final int RESOURCES_PER_ROUTE = 6;

    private static final int ROUTES = 52;

    private static final Template TEMPLATE =
            Template.synthesise(
                    Template.FULL, Rows.https(ROUTES), Catalogue.streamFunctions(), _ -> {});

    @Test
    void fiftyTwoRoutesWithEverythingOnStayBelowTheLimit() {
        assertThat(TEMPLATE.resources().size()).isLessThanOrEqualTo(RESOURCES_MAX);
        var fixed = TEMPLATE.resources().size() - ROUTES * RESOURCES_PER_ROUTE;
        assertThat(fixed).isLessThanOrEqualTo(60);
    }

    @Test
    void theApisRoleStillFitsAllAliases() {
        // an alias's ARN: 4 parts of the prefix, a name of at most 64 characters, ":live"
        var arnCharactersMax =
                "arn:aws:lambda:ap-southeast-2:123456789012:function:".length() + 64 + 8;
        assertThat(ROUTES * arnCharactersMax).isLessThan(10_240);
        assertThat(
                        Policy.of(TEMPLATE.at("ApiRole/Resource"))
                                .statements()
                                .getFirst()
                                .get("Resource"))
                .hasSize(ROUTES);
    }

    @Test
    void onlyTheNamedOriginsMayCallFromABrowser() {
        var cors = TEMPLATE.only("AWS::ApiGatewayV2::Api").get("CorsConfiguration");
        assertThat(cors.get("AllowOrigins").toString())
                .isEqualTo("[\"https://plaza.example\",\"https://www.plaza.example\"]");
        assertThat(cors.get("AllowCredentials").asBoolean()).isFalse();
        assertThat(cors.get("AllowHeaders").toString()).contains("idempotency-key", "if-match");
    }

    @Test
    void theOptionsBringTheirResources() {
        assertThat(TEMPLATE.resources("AWS::CloudFront::Distribution")).hasSize(1);
        assertThat(TEMPLATE.resources("AWS::WAFv2::WebACL")).hasSize(1);
        assertThat(TEMPLATE.resources("AWS::Backup::BackupPlan")).hasSize(1);
        assertThat(TEMPLATE.only("AWS::SNS::Subscription").get("Endpoint").asText())
                .isEqualTo("oncall@plaza.example");
        assertThat(List.copyOf(Template.real().resources("AWS::WAFv2::WebACL").keySet())).isEmpty();
    }
}
