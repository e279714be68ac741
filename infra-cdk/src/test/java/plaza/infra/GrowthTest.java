package plaza.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Today's stack, and with `-Pdeep` one of generated rows, nearly twice as large, with every option
/// on. The limits are those of CloudFormation
/// (<https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html>).
final class GrowthTest {
    /// The highest number of resources in a template of ours. CloudFormation allows 500.
    private static final int RESOURCES_MAX = 450;

    /// The largest template of ours. CloudFormation accepts 1 MB from S3.
    private static final int TEMPLATE_BYTES_MAX = 800_000;

    /// The dynamic references that CloudFormation allows in a template
    /// (<https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html>).
    private static final int REFERENCES_MAX = 60;

    @Test
    void everyTemplateStaysBelowTheLimits() {
        assertWithinLimits(Template.real());
    }

    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @Test
    void everyTemplateStaysBelowTheLimitsWith150Routes() {
        var template = Template.grown();
        assertThat(template.routesWithToken()).hasSize(150);
        assertThat(template.stacks().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of("Plaza"), Rows.stacks().stream()).toList());
        assertWithinLimits(template);
    }

    private static void assertWithinLimits(Template template) {
        template.stacks()
                .forEach((name, stack) -> {
                    assertThat(stack.get("Resources").size())
                            .as(name)
                            .isLessThanOrEqualTo(RESOURCES_MAX);
                    assertThat(stack.path("Parameters").size()).as(name).isLessThan(200);
                    assertThat(stack.path("Outputs").size()).as(name).isLessThan(200);
                    assertThat(stack.toString().getBytes(UTF_8).length)
                            .as(name)
                            .isLessThan(TEMPLATE_BYTES_MAX);
                    assertThat(stack.toString().split("\\{\\{resolve:", -1))
                            .as(name)
                            .hasSizeLessThanOrEqualTo(REFERENCES_MAX + 1);
                });
    }

    /// A nested stack that referred to the root, which refers to it, could not be created.
    @Test
    void theRootRefersToNoNestedStack() {
        var template = Template.real();
        assertThat(template.resources("AWS::CloudFormation::Stack")).isNotEmpty();
        for (var stack : template.resources("AWS::CloudFormation::Stack").keySet()) {
            assertThat(template.stacks().get("Plaza"))
                    .asString()
                    .doesNotContain("[\"" + stack + "\",\"Outputs.");
        }
    }

    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @Test
    void theRoleOfTheApiHasRoomForAllAliasesOfAContext() {
        var template = Template.grown();
        // an alias's ARN: 4 parts of the prefix, a name of at most 64 characters, ":live"
        var arnCharactersMax =
                "arn:aws:lambda:ap-southeast-2:123456789012:function:".length() + 64 + 8;
        for (var context : Rows.stacks()) {
            var granted =
                    Policy.of(template.at(context + "/ApiRole/Resource"))
                            .statements()
                            .getFirst()
                            .get("Resource");
            assertThat(granted)
                    .hasSize(50)
                    .extracting(alias -> alias.get("Ref").asText())
                    .containsExactlyInAnyOrderElementsOf(
                            template.resources("AWS::Lambda::Alias").keySet().stream()
                                    .filter(id -> id.startsWith(context + "."))
                                    .toList());
            assertThat(granted.size() * arnCharactersMax).isLessThan(10_240);
        }
    }
}
