package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The policy with which CloudFormation deploys the stack in place of an administrator's
/// (`docs/operations/first-deployment.md`).
final class ExecutionPolicyTest {
    /// The services whose actions have another prefix than their resources.
    private static final Map<String, String> PREFIXES =
            Map.of(
                    "apigatewayv2", "apigateway",
                    "cognito", "cognito-idp",
                    "stepfunctions", "states");

    private final Template template = Template.complete();

    @Test
    void itAllowsTheServicesOfEveryResource() throws IOException {
        var allowed = Template.texts(policy().at("/Statement/0/Action"));
        var services = new TreeSet<String>();
        for (var resource : template.resources().values()) {
            var service = resource.get("Type").asText().split("::", -1)[1].toLowerCase(Locale.ROOT);
            services.add(PREFIXES.getOrDefault(service, service));
        }
        services.remove("iam");
        assertThat(services).contains("lambda", "dynamodb", "cloudfront");
        assertThat(services).allSatisfy(service -> assertThat(allowed).contains(service + ":*"));
        assertThat(allowed).doesNotContain("*", "iam:*", "sts:*", "ec2:*", "organizations:*");
    }

    @Test
    void itAllowsRolesOfTheStackOnly() throws IOException {
        var roles = policy().at("/Statement/1/Resource").asText();
        assertThat(template.resources("AWS::IAM::Role").values())
                .isNotEmpty()
                .allSatisfy(role ->
                        assertThat(
                                        Permission.matches(
                                                roles,
                                                "arn:aws:iam::1:role%sname"
                                                        .formatted(
                                                                role.at("/Properties/Path")
                                                                        .asText())))
                                .isTrue());
        assertThat(Permission.matches(roles, "arn:aws:iam::1:role/Administrator")).isFalse();
        for (var statement : policy().get("Statement")) {
            var isIam = statement.get("Action").toString().contains("\"iam:");
            assertThat(statement.get("Resource").asText().equals("*")).isNotEqualTo(isIam);
        }
    }

    private static JsonNode policy() throws IOException {
        return Template.parse(Files.readString(Path.of("execution-policy.json")));
    }
}
