package plaza.infra;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import plaza.infra.settings.StackSettings;

/// A stack that uses a restored table (`docs/operations/maintenance.md`, "Backups and restoring").
final class RestoredTableTest {
    private static final String NAME = "Plaza-dev-restored-20261128-0304";

    private static final String STREAM =
            "arn:aws:dynamodb:eu-west-1:111122223333:table/"
                    + NAME
                    + "/stream/2026-11-28T03:04:05.678";

    private final Template before = Template.dev("alarms", "true");

    private final Template after =
            Template.shared(
                    "restored",
                    () ->
                            Template.dev(
                                    StackSettings.from(
                                            Map.<String, Object>of(
                                                            "alarms",
                                                            true,
                                                            "table",
                                                            NAME,
                                                            "tableStream",
                                                            STREAM)
                                                    ::get),
                                    Template.CODE));

    @Test
    void everyFunctionUsesTheRestoredTable() {
        for (var function : after.resources("AWS::Lambda::Function").values()) {
            assertThat(function.at("/Properties/Environment/Variables/PLAZA_TABLE").asText())
                    .isEqualTo(NAME);
        }
        var statements = 0;
        for (var role : after.resources("AWS::IAM::Role").values()) {
            for (var statement : role.findValues("Statement")) {
                for (var each : statement) {
                    if (each.path("Action").toString().contains("dynamodb:")) {
                        assertThat(each.get("Resource").toString()).contains(NAME);
                        statements++;
                    }
                }
            }
        }
        assertThat(statements).isGreaterThan(10);
        assertThat(after.root().at("/Outputs/TableName/Value").asText()).isEqualTo(NAME);
    }

    /// From the oldest record: the stream has those since the restore.
    @Test
    void theMappingsReadItsStreamFromTheBeginning() {
        var mappings = after.resources("AWS::Lambda::EventSourceMapping").values();
        assertThat(mappings).hasSize(2);
        for (var mapping : mappings) {
            assertThat(mapping.at("/Properties/EventSourceArn").asText()).isEqualTo(STREAM);
            assertThat(mapping.at("/Properties/StartingPosition").asText())
                    .isEqualTo("TRIM_HORIZON");
        }
    }

    @Test
    void theAlarmsWatchIt() {
        var names = new TreeSet<String>();
        for (var alarm : after.resources("AWS::CloudWatch::Alarm").values()) {
            for (var dimensions : alarm.findValues("Dimensions")) {
                for (var dimension : dimensions) {
                    if (dimension.get("Name").asText().equals("TableName")) {
                        names.add(dimension.get("Value").asText());
                    }
                }
            }
        }
        assertThat(names).containsExactly(NAME);
    }

    /// The stack policy denies its deletion, and an update of a table that no longer exists fails.
    @Test
    void theTableOfTheStackStaysUnchangedAndUnused() {
        var table = before.idAt("Table/Resource");
        assertThat(after.resources().get(table)).isEqualTo(before.resources().get(table));
        assertThat(DeploymentGraph.of(after).waitsFor())
                .allSatisfy((id, others) -> assertThat(others).as(id).doesNotContain(table));
    }

    /// One deployment is enough: nothing is renamed, and only what refers to the table changes.
    @Test
    void onlyWhatRefersToTheTableChanges() {
        var removed = new TreeSet<>(before.resources().keySet());
        removed.removeAll(after.resources().keySet());
        assertThat(removed)
                .extracting(id -> requireNonNull(before.resources().get(id)).get("Type").asText())
                .containsOnly("AWS::IAM::Role", "AWS::Lambda::Version");
        var changed = new TreeSet<String>();
        after.resources()
                .forEach((id, resource) -> {
                    if (before.resources().containsKey(id)
                            && !resource.equals(before.resources().get(id))) {
                        changed.add(resource.get("Type").asText());
                    }
                });
        assertThat(changed)
                .isSubsetOf(
                        List.of(
                                "AWS::CloudFormation::Stack",
                                "AWS::CloudWatch::Alarm",
                                "AWS::CloudWatch::Dashboard",
                                "AWS::Lambda::Alias",
                                "AWS::Lambda::EventSourceMapping",
                                "AWS::Lambda::Function"))
                .contains("AWS::Lambda::EventSourceMapping");
        assertThat(text(after))
                .doesNotContain("\"" + before.idAt("Table/Resource") + "\",\"StreamArn\"");
    }

    private static String text(Template template) {
        return template.stacks().values().stream()
                .map(JsonNode::toString)
                .reduce("", String::concat);
    }
}
