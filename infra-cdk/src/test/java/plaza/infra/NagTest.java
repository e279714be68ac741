package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import plaza.infra.NagReasons.Reason;

/// Checks the stack with every option on against cdk-nag's AwsSolutions rules.
@EnabledIfSystemProperty(named = "plaza.deep", matches = "true", disabledReason = "-Pdeep runs it")
final class NagTest {
    @Test
    void everyFindingIsFixedOrHasAReason() throws IOException {
        var template = Template.full();
        var open = new ArrayList<String>();
        var used = new TreeSet<String>();
        var compliant = 0;
        for (var line : lines(template.folder())) {
            var what = line.get("ruleId").asText();
            switch (line.get("compliance").asText()) {
                case "Compliant" -> compliant++;
                case "Suppressed" -> used.add(withoutFinding(line.get("exceptionReason").asText()));
                default -> open.add(what + " " + line.get("resourceId").asText());
            }
        }
        assertThat(open).isEmpty();
        assertThat(compliant).isGreaterThan(100);
        assertThat(used)
                .containsExactlyInAnyOrderElementsOf(
                        NagReasons.FULL.stream().map(Reason::reason).distinct().toList());
    }

    /// The lines of all reports: each nested stack has its own.
    private static List<JsonNode> lines(Path folder) throws IOException {
        var lines = new ArrayList<JsonNode>();
        try (var files = Files.newDirectoryStream(folder, "AwsSolutions-*-NagReport.json")) {
            for (var file : files) {
                Template.parse(Files.readString(file)).get("lines").forEach(lines::add);
            }
        }
        return lines;
    }

    /// The reason without the finding in brackets that precedes it in the report.
    private static String withoutFinding(String reason) {
        return reason.replaceFirst("^\\[[^]]*] ", "");
    }
}
