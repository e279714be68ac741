package plaza.fantasy.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class GetRulesTest {
    @TempDir private Path folder;

    /// What the response adds to the file: the goalkeeper who starts, and a whole range of
    /// gameweeks for each window of a chip.
    @ParameterizedTest
    @FieldSource("plaza.fantasy.sheet.SeasonRules#PRESETS")
    void theResponseIsAFileOfRulesThatMeansTheSame(String preset) throws IOException {
        var rules = SeasonRules.preset(preset);
        var response = RulesJson.RULES.json(rules);
        assertThat(response.at("/starters/goalkeeper").toString())
                .isEqualTo("{\"min\":1,\"max\":1}");
        ((ObjectNode) response.path("starters")).remove("goalkeeper");
        for (var windows : response.path("chips")) {
            windows.forEach(GetRulesTest::numbered);
        }
        var file = Files.writeString(folder.resolve("rules.json"), response.toString());
        assertThat(SeasonRules.load(file.toString()).rules()).isEqualTo(rules);
    }

    private static void numbered(JsonNode window) {
        var object = (ObjectNode) window;
        for (var name : List.of("from", "to")) {
            object.put(name, Integer.parseInt(object.path(name).asText()));
        }
    }
}
