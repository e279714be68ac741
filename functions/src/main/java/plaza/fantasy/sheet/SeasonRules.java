package plaza.fantasy.sheet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.id.Gameweek;
import plaza.http.Json;
import plaza.text.Malformed;

/// The rules of a season as data: a preset, or a JSON file of the operator.
///
/// A preset is a resource of the same format, and a good starting point for a file. The presets
/// contain the rules of the Premier League's game:
///
/// - `fpl-2025-26`: five saved free transfers, and two chips of each kind, one for each half of the
///   season. The first ones expire at the deadline of gameweek 19
///   (<https://www.weplayfpl.com/news-articles/2025/08/12/fpl-2025-26-the-new-rules>). Since
///   2024-25, a wildcard and a free hit keep the saved transfers, and five can be saved
///   (<https://www.fantasyfootballscout.co.uk/2025/07/21/how-to-make-fpl-transfers-and-explaining-a-points-hit>).
///   The points for defensive contributions are part of the fixture points that an administrator
///   puts
/// - `fpl-2023-24`: two saved free transfers, which a wildcard and a free hit remove; one chip of
///   each kind, and a second wildcard after the deadline of gameweek 20
///   (<https://www.fantasyfootballreports.com/how-many-wildcards-fpl/>,
///   <https://www.fourfourtwo.com/us/features/fantasy-premier-league-what-is-a-wildcard-in-fpl>)
/// - `fpl-2019-20`: the same rules. The first wildcard expired on 28 December at 14:00, after the
///   deadline of gameweek 20
///   (<https://inews.co.uk/sport/fantasy-football/wildcard-fpl-fantasy-premier-league-football-tips-how-when-use-chip-explained-347935>).
///   The second half also contains the gameweeks 39 to 47
///
/// @param setting the name of a preset, or the JSON text of a file without line breaks: the value
///   of the environment variable. Lambda limits all variables of a function to 4 KB
///   (<https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>); the limits below
///   keep the text below 2 KB
public record SeasonRules(String setting, Rules rules) {
    /// The environment variable that contains the [#setting].
    public static final String VARIABLE = "PLAZA_RULES";

    /// The preset that applies if none is selected.
    public static final String DEFAULT_PRESET = "fpl-2025-26";

    public static final List<String> PRESETS =
            List.of("fpl-2019-20", "fpl-2023-24", DEFAULT_PRESET);

    /// The folder of the presets. It is outside of `plaza/`, because a function's jar contains only
    /// classes of Plaza, and everything else is in the layer that all functions share.
    static final String FOLDER = "/rules/";

    /// The maximum number of ranges of gameweeks in which one chip can be played.
    static final int WINDOWS_MAX = 5;

    /// How often a chip can be played in one of its ranges, at most.
    static final int USES_MAX = 9;

    private static final int SQUAD_SIZE = 1 + TeamSheet.PLAYERS_COUNT + TeamSheet.SUBS_COUNT;
    private static final int BUDGET_TENTHS_MAX = 150_000;
    private static final int DIVISOR_MAX = 1_000;
    private static final int TRANSFER_COST_MAX = 100;
    private static final int FACTOR_MAX = 10;

    /// Returns a preset.
    public static Rules preset(String name) {
        try (var stream = SeasonRules.class.getResourceAsStream(FOLDER + name + ".json")) {
            var json = Objects.requireNonNull(stream, "the preset does not exist").readAllBytes();
            return rules(new String(json, StandardCharsets.UTF_8));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Reads the rules from an environment.
    ///
    /// @throws Malformed naming every problem
    public static Rules from(Map<String, String> environment) {
        return of(environment.get(VARIABLE));
    }

    /// Reads the value of [#VARIABLE], or returns the default preset if it is null.
    ///
    /// @throws Malformed naming every problem
    static Rules of(@Nullable String setting) {
        if (setting == null) {
            return preset(DEFAULT_PRESET);
        }
        return setting.startsWith("{") ? rules(setting) : preset(setting);
    }

    /// Reads the preset or the file that an operator selected.
    ///
    /// @param nameOrFile the name of a preset, or the path of a file that ends in `.json`
    /// @throws Malformed naming every problem
    public static SeasonRules load(String nameOrFile) {
        if (PRESETS.contains(nameOrFile)) {
            return new SeasonRules(nameOrFile, preset(nameOrFile));
        }
        if (!nameOrFile.endsWith(".json")) {
            throw new Malformed(
                    "the rules must be one of %s, or a file whose name ends in .json, not %s"
                            .formatted(String.join(", ", PRESETS), nameOrFile));
        }
        try {
            var json = Files.readString(Path.of(nameOrFile));
            return new SeasonRules(tree(json).toString(), rules(json));
        } catch (IOException | InvalidPathException _) {
            throw new Malformed("the file cannot be read: " + nameOrFile);
        }
    }

    private static Rules rules(String json) {
        return new Reader(tree(json)).rules();
    }

    private static JsonNode tree(String json) {
        try {
            var tree = Json.parse(json);
            return tree == null ? MissingNode.getInstance() : tree;
        } catch (JsonProcessingException invalid) {
            var location = invalid.getLocation();
            throw new Malformed(
                    "the file is not valid JSON: line %d, column %d"
                            .formatted(location.getLineNr(), location.getColumnNr()));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Reads rules from a JSON tree and collects the problems. A value with a problem is replaced
    /// by one that fits, so that the other values are read too.
    private static final class Reader {
        private static final String GOALKEEPER = Position.GOALKEEPER.text();

        private final JsonNode tree;
        private final List<String> problems = new ArrayList<>();

        Reader(JsonNode tree) {
            this.tree = tree;
        }

        Rules rules() {
            fields(
                    "",
                    tree,
                    List.of(
                            "squad",
                            "starters",
                            "clubMax",
                            "budget",
                            "riseDivisor",
                            "freeTransfers",
                            "freeTransfersMax",
                            "transferCost",
                            "freeChipKeepsTransfers",
                            "chips",
                            "captainFactor",
                            "tripleCaptainFactor"));
            var squad = squad();
            var starters = starters(squad);
            var clubMax = integer("clubMax", 1, SQUAD_SIZE);
            var budget = integer("budget", 1, BUDGET_TENTHS_MAX);
            var riseDivisor = integer("riseDivisor", 1, DIVISOR_MAX);
            var freeTransfers = integer("freeTransfers", 0, SQUAD_SIZE);
            var freeTransfersMax = integer("freeTransfersMax", freeTransfers, SQUAD_SIZE);
            var transferCost = integer("transferCost", 1, TRANSFER_COST_MAX);
            var keepsTransfers = flag("freeChipKeepsTransfers");
            var chips = chips();
            var captainFactor = integer("captainFactor", 1, FACTOR_MAX);
            var tripleCaptainFactor = integer("tripleCaptainFactor", 1, FACTOR_MAX);
            if (!problems.isEmpty()) {
                throw new Malformed(String.join("; ", problems));
            }
            return new Rules(
                    squad,
                    starters,
                    clubMax,
                    budget,
                    riseDivisor,
                    freeTransfers,
                    freeTransfersMax,
                    transferCost,
                    keepsTransfers,
                    chips,
                    captainFactor,
                    tripleCaptainFactor);
        }

        private Map<Position, Integer> squad() {
            var positions = Arrays.stream(Position.values()).map(Position::text).toList();
            var before = problems.size();
            var node = fields("squad", tree.path("squad"), positions);
            var squad = new EnumMap<Position, Integer>(Position.class);
            for (var position : Position.values()) {
                var min = position == Position.GOALKEEPER ? 1 : 0;
                squad.put(position, integer("squad", node, position.text(), min, SQUAD_SIZE));
            }
            var size = squad.values().stream().mapToInt(Integer::intValue).sum();
            if (problems.size() == before && !node.isMissingNode() && size != SQUAD_SIZE) {
                problems.add("squad must have %d footballers, not %d".formatted(SQUAD_SIZE, size));
            }
            return squad;
        }

        /// Reads the formations. The goalkeeper is a field of the team sheet, so exactly one
        /// starts.
        private Map<Position, IntRange> starters(Map<Position, Integer> squad) {
            var outfield =
                    Arrays.stream(Position.values())
                            .map(Position::text)
                            .filter(word -> !word.equals(GOALKEEPER))
                            .toList();
            var before = problems.size();
            var node = fields("starters", tree.path("starters"), outfield);
            var starters = new EnumMap<Position, IntRange>(Position.class);
            starters.put(Position.GOALKEEPER, new IntRange(1, 1));
            var min = 0;
            var max = 0;
            for (var position : Position.values()) {
                if (position != Position.GOALKEEPER) {
                    var name = "starters." + position.text();
                    var range = fields(name, node.path(position.text()), List.of("min", "max"));
                    var most = Objects.requireNonNull(squad.get(position));
                    var least = integer(name, range, "min", 0, most);
                    starters.put(
                            position,
                            new IntRange(least, integer(name, range, "max", least, most)));
                    min += least;
                    max += Objects.requireNonNull(starters.get(position)).max();
                }
            }
            var count = TeamSheet.PLAYERS_COUNT;
            if (problems.size() == before
                    && !node.isMissingNode()
                    && (min > count || max < count)) {
                problems.add(
                        "starters must allow %d footballers besides the goalkeeper"
                                .formatted(count));
            }
            return starters;
        }

        private Map<Chip, List<ChipWindow>> chips() {
            var words = Arrays.stream(Chip.values()).map(Chip::text).toList();
            var node = fields("chips", tree.path("chips"), words);
            var chips = new EnumMap<Chip, List<ChipWindow>>(Chip.class);
            for (var chip : Chip.values()) {
                chips.put(chip, windows("chips." + chip.text(), node.path(chip.text())));
            }
            return chips;
        }

        private List<ChipWindow> windows(String name, JsonNode node) {
            if (!node.isMissingNode() && (!node.isArray() || node.size() > WINDOWS_MAX)) {
                problems.add(name + " must be an array of at most " + WINDOWS_MAX + " objects");
                return List.of();
            }
            var before = problems.size();
            var windows =
                    IntStream.range(0, node.size())
                            .mapToObj(index -> window(name + "[" + index + "]", node.get(index)))
                            .toList();
            for (var index = 1; problems.size() == before && index < windows.size(); index++) {
                if (windows.get(index).from().compareTo(windows.get(index - 1).to()) <= 0) {
                    problems.add(
                            "%s[%d].from must be above %s, where the previous range ends"
                                    .formatted(name, index, windows.get(index - 1).to()));
                }
            }
            return windows;
        }

        /// Reads a range of gameweeks. The first and the last gameweek of the season, and one use,
        /// can be left out.
        private ChipWindow window(String name, JsonNode node) {
            check(name, node, List.of("from", "to", "uses"));
            var from = node.has("from") ? integer(name, node, "from", 1, Gameweek.NUMBER_MAX) : 1;
            var to =
                    node.has("to")
                            ? integer(name, node, "to", from, Gameweek.NUMBER_MAX)
                            : Gameweek.NUMBER_MAX;
            var uses = node.has("uses") ? integer(name, node, "uses", 1, USES_MAX) : 1;
            return new ChipWindow(Gameweek.of(from), Gameweek.of(to), uses);
        }

        private boolean flag(String name) {
            var node = tree.path(name);
            if (!node.isBoolean() && !node.isMissingNode()) {
                problems.add(name + " must be true or false");
            }
            return node.booleanValue();
        }

        private int integer(String name, int min, int max) {
            return integer("", tree, name, min, max);
        }

        private int integer(String parent, JsonNode object, String name, int min, int max) {
            var node = object.path(name);
            if (node.isIntegralNumber()
                    && node.canConvertToInt()
                    && node.intValue() >= min
                    && node.intValue() <= max) {
                return node.intValue();
            }
            if (!node.isMissingNode()) {
                problems.add(
                        "%s must be an integer from %d to %d"
                                .formatted(path(parent, name), min, max));
            }
            return min;
        }

        /// Returns an object that must have exactly these fields, except that a chip can be
        /// missing.
        private JsonNode fields(String name, JsonNode node, List<String> names) {
            if (node.isMissingNode() && !name.isEmpty()) {
                // reported as a missing field of its parent
                return node;
            }
            check(name, node, names);
            if (node.isObject() && !name.equals("chips")) {
                names.stream()
                        .filter(required -> !node.has(required))
                        .forEach(missing -> problems.add(path(name, missing) + " is required"));
            }
            return node.isObject() ? node : JsonNodeFactory.instance.objectNode();
        }

        private void check(String name, JsonNode node, List<String> names) {
            if (!node.isObject()) {
                problems.add((name.isEmpty() ? "the file" : name) + " must be an object");
            }
            for (var field : (Iterable<String>) node::fieldNames) {
                if (!names.contains(field)) {
                    problems.add(path(name, field) + " is not a known field");
                }
            }
        }

        private static String path(String parent, String name) {
            return parent.isEmpty() ? name : parent + "." + name;
        }
    }
}
