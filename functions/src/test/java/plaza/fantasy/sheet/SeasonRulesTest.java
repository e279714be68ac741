package plaza.fantasy.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.id.Gameweek;
import plaza.text.Malformed;

class SeasonRulesTest {
    @TempDir private Path folder;

    @Test
    void thePresetsAreTheRulesOfTheRealGame() {
        var newest = SeasonRules.preset("fpl-2025-26");
        assertThat(newest.squadByPosition())
                .containsOnly(
                        Map.entry(Position.GOALKEEPER, 2),
                        Map.entry(Position.DEFENDER, 5),
                        Map.entry(Position.MIDFIELDER, 5),
                        Map.entry(Position.FORWARD, 3));
        assertThat(newest.startersOf(Position.GOALKEEPER)).isEqualTo(new IntRange(1, 1));
        assertThat(newest.startersOf(Position.DEFENDER)).isEqualTo(new IntRange(3, 5));
        assertThat(newest.startersOf(Position.MIDFIELDER)).isEqualTo(new IntRange(2, 5));
        assertThat(newest.startersOf(Position.FORWARD)).isEqualTo(new IntRange(1, 3));
        assertThat(numbers(newest)).isEqualTo("3 1000 2 1 5 4 true 2 3");
        for (var chip : Chip.values()) {
            assertThat(newest.chipWindows().get(chip))
                    .containsExactly(window(1, 19), window(20, 99));
        }
        for (var name : List.of("fpl-2019-20", "fpl-2023-24")) {
            var older = SeasonRules.preset(name);
            assertThat(older.squadByPosition()).isEqualTo(newest.squadByPosition());
            assertThat(older.startersByPosition()).isEqualTo(newest.startersByPosition());
            assertThat(numbers(older)).isEqualTo("3 1000 2 1 2 4 false 2 3");
            assertThat(older.chipWindows().get(Chip.WILDCARD))
                    .containsExactly(window(1, 20), window(21, 99));
            for (var chip : List.of(Chip.FREE_HIT, Chip.BENCH_BOOST, Chip.TRIPLE_CAPTAIN)) {
                assertThat(older.chipWindows().get(chip)).containsExactly(window(1, 99));
            }
        }
        assertThat(SeasonRules.PRESETS).hasSize(3).contains(SeasonRules.DEFAULT_PRESET);
        assertThat(SeasonRules.of(null)).isEqualTo(newest);
    }

    private static String numbers(Rules rules) {
        return "%d %d %d %d %d %d %s %d %d"
                .formatted(
                        rules.clubMax(),
                        rules.budgetTenths(),
                        rules.riseDivisor(),
                        rules.freeTransfersEach(),
                        rules.freeTransfersSavedMax(),
                        rules.transferCostPoints(),
                        rules.freeChipKeepsSavedTransfers(),
                        rules.captainFactor(),
                        rules.tripleCaptainFactor());
    }

    private static ChipWindow window(int from, int to) {
        return new ChipWindow(Gameweek.of(from), Gameweek.of(to), 1);
    }

    @Test
    void aRulesFileBecomesOneLineThatMeansTheSame() throws IOException {
        var file = file(json("fpl-2025-26").replace("\"transferCost\": 4", "\"transferCost\": 8"));

        var own = SeasonRules.load(file.toString());

        assertThat(own.rules().transferCostPoints()).isEqualTo(8);
        assertThat(own.setting()).startsWith("{").doesNotContain("\n", " ");
        assertThat(SeasonRules.of(own.setting())).isEqualTo(own.rules());
        var preset = SeasonRules.load("fpl-2023-24");
        assertThat(preset.setting()).isEqualTo("fpl-2023-24");
        assertThat(SeasonRules.of(preset.setting())).isEqualTo(preset.rules());
    }

    @Test
    void aMessageNamesEveryProblem() throws IOException {
        var file =
                file(
                        """
                        {
                          "squad": {"goalkeeper": 0, "defender": 5, "midfielder": 5, "striker": 5},
                          "starters": {
                            "defender": {"min": 3, "max": 6},
                            "midfielder": {"min": "two", "max": 5},
                            "forward": 3
                          },
                          "clubMax": 0,
                          "budget": 99.5,
                          "riseDivisor": null,
                          "freeTransfers": 2,
                          "freeTransfersMax": 1,
                          "freeChipKeepsTransfers": "yes",
                          "chips": {
                            "wildcard": [{"from": 20, "to": 19}, {"uses": 0, "until": 5}],
                            "freeHit": {"to": 19},
                            "mystery": []
                          },
                          "captainFactor": 2,
                          "colour": "red"
                        }
                        """);

        assertThatThrownBy(() -> SeasonRules.load(file.toString()))
                .isInstanceOf(Malformed.class)
                .message()
                .satisfies(message ->
                        assertThat(message.split("; ", -1))
                                .containsExactly(
                                        "colour is not a known field",
                                        "transferCost is required",
                                        "tripleCaptainFactor is required",
                                        "squad.striker is not a known field",
                                        "squad.forward is required",
                                        "squad.goalkeeper must be an integer from 1 to 15",
                                        "starters.defender.max must be an integer from 3 to 5",
                                        "starters.midfielder.min must be an integer from 0 to 5",
                                        "starters.forward must be an object",
                                        "clubMax must be an integer from 1 to 15",
                                        "budget must be an integer from 1 to 150000",
                                        "riseDivisor must be an integer from 1 to 1000",
                                        "freeTransfersMax must be an integer from 2 to 15",
                                        "freeChipKeepsTransfers must be true or false",
                                        "chips.mystery is not a known field",
                                        "chips.wildcard[0].to must be an integer from 20 to 99",
                                        "chips.wildcard[1].until is not a known field",
                                        "chips.wildcard[1].uses must be an integer from 1 to 9",
                                        "chips.freeHit must be an array of at most 5 objects"));
    }

    @Test
    void sumsAndRangesAreCheckedWhenTheirPartsAreValid() throws IOException {
        var preset = json("fpl-2025-26");
        assertProblem(
                "squad must have 15 footballers, not 14",
                preset.replace("\"goalkeeper\": 2", "\"goalkeeper\": 1"));
        assertProblem(
                "starters must allow 10 footballers besides the goalkeeper",
                preset.replace("{\"min\": 3, \"max\": 5}", "{\"min\": 0, \"max\": 1}"));
        assertProblem(
                "chips.wildcard[1].from must be above 19, where the previous range ends",
                preset.replace(
                        "\"wildcard\": [{\"to\": 19}, {\"from\": 20}]",
                        "\"wildcard\": [{\"to\": 19}, {\"from\": 19}]"));
        assertProblem("the file is not valid JSON: line 1, column 11", "{\"squad\": }");
        assertProblem("the file must be an object", "[]");
        assertThatThrownBy(() -> SeasonRules.load("fpl-1999-00"))
                .hasMessage(
                        "the rules must be one of fpl-2019-20, fpl-2023-24, fpl-2025-26, or a file whose name"
                                + " ends in .json, not fpl-1999-00");
        var missing = folder.resolve("missing.json").toString();
        assertThatThrownBy(() -> SeasonRules.load(missing))
                .hasMessage("the file cannot be read: " + missing);
    }

    @Test
    void startersBesidesTheGoalkeeperCanBeExactlyTen() throws IOException {
        for (var accepted : List.of("5-5 4-5 1-3", "3-4 2-4 1-2", "5-5 4-4 1-1")) {
            var rules = SeasonRules.load(file(starters(accepted)).toString());
            assertThat(rules.rules().startersOf(Position.GOALKEEPER)).isEqualTo(new IntRange(1, 1));
        }
        for (var rejected : List.of("5-5 5-5 1-3", "3-4 2-4 1-1")) {
            assertProblem(
                    "starters must allow 10 footballers besides the goalkeeper",
                    starters(rejected));
        }
    }

    /// The newest preset with these ranges of defenders, midfielders and forwards.
    private static String starters(String ranges) throws IOException {
        var json = json("fpl-2025-26");
        var parts = ranges.split("[ -]", -1);
        var before = List.of("3", "5", "2", "5", "1", "3");
        for (var index = 0; index < parts.length; index += 2) {
            var range = "{\"min\": %s, \"max\": %s}";
            var old = range.formatted(before.get(index), before.get(index + 1));
            assertThat(json).contains(old);
            json = json.replace(old, range.formatted(parts[index], parts[index + 1]));
        }
        return json;
    }

    /// Lambda limits all environment variables of a function to 4 KB in total.
    @Test
    void theLargestFileFitsInAnEnvironmentVariable() throws IOException {
        var windows =
                IntStream.range(0, SeasonRules.WINDOWS_MAX)
                        .mapToObj(index ->
                                "{\"from\":%d,\"to\":%d,\"uses\":9}"
                                        .formatted(10 + 2 * index, 11 + 2 * index))
                        .collect(Collectors.joining(",", "[", "]"));
        var largest = json("fpl-2025-26").replace("[{\"to\": 19}, {\"from\": 20}]", windows);

        var setting = SeasonRules.load(file(largest).toString()).setting();

        assertThat(setting).contains(windows);
        assertThat(setting.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2_048);
    }

    private void assertProblem(String message, String json) throws IOException {
        var file = file(json).toString();
        assertThatThrownBy(() -> SeasonRules.load(file))
                .isInstanceOf(Malformed.class)
                .message()
                .contains(message);
    }

    private Path file(String json) throws IOException {
        return Files.writeString(folder.resolve("own.json"), json);
    }

    private static String json(String preset) throws IOException {
        try (var stream =
                SeasonRules.class.getResourceAsStream(SeasonRules.FOLDER + preset + ".json")) {
            return new String(
                    Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
