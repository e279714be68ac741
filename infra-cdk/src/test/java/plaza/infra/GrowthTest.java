package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A stack of generated rows, as large as all three contexts, with every option on.
final class GrowthTest {
    /// The highest number of resources that a stack of ours can have; CloudFormation allows 500.
    private static final int RESOURCES_MAX = 420;

    /// A function, role, version, alias, integration and route.
    private static final int RESOURCES_PER_ROUTE = 6;

    private static final int ROUTES = Rows.HTTPS.size();

    private final Template template = Template.grown();

    @Test
    void allRoutesWithEveryOptionStayBelowTheLimit() {
        assertThat(template.resources().size()).isLessThanOrEqualTo(RESOURCES_MAX);
        var fixed = template.resources().size() - ROUTES * RESOURCES_PER_ROUTE;
        assertThat(fixed).isLessThanOrEqualTo(70);
    }

    @Test
    void theApiRoleHasRoomForAllAliases() {
        // an alias's ARN: 4 parts of the prefix, a name of at most 64 characters, ":live"
        var arnCharactersMax =
                "arn:aws:lambda:ap-southeast-2:123456789012:function:".length() + 64 + 8;
        assertThat(ROUTES * arnCharactersMax).isLessThan(10_240);
        assertThat(
                        Policy.of(template.at("ApiRole/Resource"))
                                .statements()
                                .getFirst()
                                .get("Resource"))
                .hasSize(ROUTES);
    }

    @Test
    void corsAllowsExactlyTheConfiguredOrigins() {
        var cors = template.only("AWS::ApiGatewayV2::Api").get("CorsConfiguration");
        assertThat(cors.get("AllowOrigins").toString())
                .isEqualTo("[\"https://plaza.example\",\"https://www.plaza.example\"]");
        assertThat(cors.get("AllowCredentials").asBoolean()).isFalse();
        assertThat(cors.get("AllowHeaders").toString()).contains("idempotency-key", "if-match");
    }

    @Test
    void eachOptionAddsItsResources() {
        assertThat(template.resources("AWS::CloudFront::Distribution")).hasSize(1);
        assertThat(template.resources("AWS::WAFv2::WebACL")).hasSize(1);
        assertThat(template.resources("AWS::Backup::BackupPlan")).hasSize(1);
        assertThat(template.only("AWS::SNS::Subscription").get("Endpoint").asText())
                .isEqualTo("oncall@plaza.example");
        var budget = template.only("AWS::Budgets::Budget").get("Budget");
        assertThat(budget.get("BudgetLimit")).hasToString("{\"Amount\":500,\"Unit\":\"USD\"}");
        assertThat(budget.get("CostFilters").get("TagKeyValue").get(0).asText())
                .isEqualTo("aws:cloudformation:stack-name$Plaza-prod");
        assertThat(template.only("AWS::Backup::BackupVault").get("BackupVaultName").asText())
                .isEqualTo("Plaza-prod");
        assertThat(Template.real().resources("AWS::WAFv2::WebACL")).isEmpty();
        assertThat(Template.real().resources("AWS::Budgets::Budget")).isEmpty();
    }
}
