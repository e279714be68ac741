package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The logical ids of all resources that keep data or that clients refer to. When a logical id
/// changes, a deployment creates a new resource and deletes or abandons the old one: a changed line
/// in this test is a migration, not a rename.
final class DeploymentIdentityTest {
    private static final Set<String> LASTING =
            Set.of(
                    "AWS::DynamoDB::Table",
                    "AWS::KMS::Key",
                    "AWS::S3::Bucket",
                    "AWS::SecretsManager::Secret",
                    "AWS::Cognito::UserPool",
                    "AWS::Cognito::UserPoolClient",
                    "AWS::Cognito::UserPoolDomain",
                    "AWS::ApiGatewayV2::Api",
                    "AWS::Logs::LogGroup",
                    "AWS::SNS::Topic");

    @Test
    void resourcesWithStateKeepTheirLogicalIds() {
        var ids = new TreeMap<String, String>();
        Template.real()
                .resources()
                .forEach((id, resource) -> {
                    if (LASTING.contains(resource.get("Type").asText())) {
                        ids.put(Template.path(resource), id);
                    }
                });
        var lines = new ArrayList<String>();
        ids.forEach((path, id) -> lines.add(path + " " + id));
        assertThat(String.join("\n", lines))
                .isEqualTo(
                        """
                        Plaza/AccessLogs/Resource AccessLogs8B620ECA
                        Plaza/AlarmTopic/Resource AlarmTopicD01E77F9
                        Plaza/Api Api
                        Plaza/CursorKeySeed/Resource CursorKeySeed7248C837
                        Plaza/CursorKeys/Resource CursorKeysBBA42BD5
                        Plaza/Failures/Resource Failures8A3E1A2F
                        Plaza/Key/Resource Key961B73FD
                        Plaza/Logs/Resource Logs6819BB44
                        Plaza/Table/Resource TableCD117FA1
                        Plaza/UserPool/AdminClient/Resource UserPoolAdminClientCA3ABD62
                        Plaza/UserPool/Client/Resource UserPoolClient43258C81
                        Plaza/UserPool/Domain/Resource UserPoolDomainD0EA232A
                        Plaza/UserPool/Resource UserPool6BA7E5F2\
                        """);
    }

    @Test
    void theIdOfAFunctionIsItsName() {
        var template = Template.real();
        template.resources("AWS::Lambda::Function")
                .forEach((id, function) -> {
                    var name = Template.name(function);
                    assertThat(id.substring(id.indexOf('.') + 1))
                            .startsWith(name)
                            .hasSize(name.length() + 8);
                });
    }
}
