package plaza.local.load;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.model.Club;
import plaza.fantasy.model.Fixture;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.Footballer;
import plaza.fantasy.model.FootballerSeason;
import plaza.fantasy.model.GameweekState;
import plaza.fantasy.model.Position;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.local.storage.StartupFailure;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.IsoTime;
import plaza.text.Malformed;

/// Loads a real season from the two CSV files that the Fantasy Premier League's public data is kept
/// in: `*_players.csv`, a line for each footballer, and `*_player_gw.csv`, a line for what each did
/// in each fixture. The gameweeks and their fixtures follow from the latter; the deadline of each
/// gameweek is 90 minutes before its first kick-off. The files do not name the clubs of a fixture:
/// each is the club that most of its footballers play for, at the season's end.
///
/// What is in the table already is kept as it is: a footballer with all his lines, a gameweek with
/// its deadline. So a second import of the same files changes nothing, and one that was interrupted
/// goes on, since a footballer is written after his lines.
///
/// A row that makes no sense is refused and named; the others are loaded. A file that is not such a
/// file is refused as a whole, before anything is written.
public final class FantasyImport {
    /// Rows of one file; a season has 30,000.
    public static final int ROWS_MAX = 200_000;

    /// Refused rows that the report names one by one.
    public static final int NOTES_MAX = 20;

    private static final Duration DEADLINE_BEFORE_KICK_OFF = Duration.ofMinutes(90);

    /// The club of a fixture for which the file has no footballer.
    private static final Club UNKNOWN = new Club("Unknown");

    /// Lines that are gathered before they are written.
    private static final int WRITES_MAX = 1_000;

    private static final Map<String, Position> POSITIONS =
            Map.of(
                    "GK", Position.GOALKEEPER,
                    "GKP", Position.GOALKEEPER,
                    "DEF", Position.DEFENDER,
                    "MID", Position.MIDFIELDER,
                    "FWD", Position.FORWARD);

    private final Table table;
    private final List<String> notes = new ArrayList<>();

    private FantasyImport(Table table) {
        this.table = table;
    }

    /// What became of the rows of one kind.
    ///
    /// @param read rows of the file, or gameweeks that rows name
    /// @param written put into the table
    /// @param kept there already, and left as they were
    /// @param refused rows that make no sense
    public record Counts(int read, int written, int kept, int refused) {
        private String words(String what) {
            return "  %-14s %d read, %d written, %d kept, %d refused"
                    .formatted(what, read, written, kept, refused);
        }
    }

    /// What an import did.
    ///
    /// @param notes why rows were refused, at most [#NOTES_MAX] of them
    public record Report(
            Counts footballers,
            Counts fixturePoints,
            Counts gameweeks,
            Counts fixtures,
            List<String> notes) {
        /// The report for a terminal, line by line.
        public List<String> lines() {
            var lines = new ArrayList<String>();
            lines.add("imported a fantasy season");
            lines.add(footballers.words("footballers"));
            lines.add(fixturePoints.words("fixture points"));
            lines.add(gameweeks.words("gameweeks"));
            lines.add(fixtures.words("fixtures"));
            notes.forEach(note -> lines.add("  " + note));
            var refused = footballers.refused() + fixturePoints.refused();
            if (refused > notes.size()) {
                lines.add("  and %d more rows refused".formatted(refused - notes.size()));
            }
            return lines;
        }
    }

    /// Loads the season whose two files lie in `folder`.
    ///
    /// @throws StartupFailure saying which file is missing, or where it is no such file
    public static Report load(Path folder, Table table) {
        return new FantasyImport(table)
                .load(
                        Csv.read(
                                file(folder, "_players.csv"),
                                "element",
                                "first_name",
                                "second_name",
                                "position",
                                "team",
                                "now_cost",
                                "selected_by_percent"),
                        Csv.read(
                                file(folder, "_player_gw.csv"),
                                "gw",
                                "element",
                                "fixture",
                                "kickoff_time",
                                "was_home",
                                "minutes",
                                "yellow_cards",
                                "red_cards",
                                "total_points"));
    }

    private static Path file(Path folder, String ending) {
        try (var files = Files.list(folder)) {
            var found =
                    files.filter(file -> file.getFileName().toString().endsWith(ending)).toList();
            if (found.size() != 1) {
                throw new StartupFailure(
                        "plaza.fantasy must name a folder with one file *%s; there are %d: %s"
                                .formatted(ending, found.size(), folder));
            }
            return found.getFirst();
        } catch (IOException _) {
            throw new StartupFailure("plaza.fantasy names a folder that cannot be read: " + folder);
        }
    }

    /// One line of one footballer.
    private record Line(Gameweek gameweek, FixturePoints line) {}

    /// A fixture, with how many footballers of each club took part on either side.
    private record Match(
            Gameweek gameweek,
            FixtureId id,
            Instant kickOff,
            Map<Club, Integer> home,
            Map<Club, Integer> away) {
        Match(Gameweek gameweek, FixtureId id, Instant kickOff) {
            this(gameweek, id, kickOff, new HashMap<>(), new HashMap<>());
        }

        void add(boolean isHome, Club club) {
            (isHome ? home : away).merge(club, 1, Integer::sum);
        }

        Fixture fixture() {
            var homeClub = most(home, null);
            return new Fixture(id, homeClub, most(away, homeClub), kickOff);
        }

        private static Club most(Map<Club, Integer> counts, @Nullable Club other) {
            return counts.entrySet().stream()
                    .filter(count -> !count.getKey().equals(other))
                    .max(
                            Map.Entry.<Club, Integer>comparingByValue()
                                    .thenComparing(count -> count.getKey().name()))
                    .map(Map.Entry::getKey)
                    .orElse(UNKNOWN);
        }
    }

    private Report load(Csv players, Csv fixtures) {
        var footballers = new LinkedHashMap<FootballerId, FootballerSeason>();
        var badFootballers = 0;
        for (var row : players.rows()) {
            try {
                var career = footballer(row);
                if (footballers.putIfAbsent(career.footballer().id(), career) != null) {
                    throw row.bad("element", "must not name a footballer again");
                }
            } catch (BadRow bad) {
                note(bad);
                badFootballers++;
            }
        }
        var lines = new HashMap<FootballerId, List<Line>>();
        var kickOffs = new TreeMap<Gameweek, Instant>();
        var matches = new LinkedHashMap<Key, Match>();
        var badLines = read(fixtures, footballers, lines, kickOffs, matches);
        var declared = declare(matches);

        var known = known(footballers.keySet().stream().map(KeySpace::footballer).toList());
        var writtenFootballers = 0;
        var writtenLines = 0;
        var keptLines = 0;
        var writes = new ArrayList<Write>();
        for (var entry : footballers.entrySet()) {
            var his = lines.getOrDefault(entry.getKey(), List.of());
            if (known.contains(KeySpace.footballer(entry.getKey()))) {
                keptLines += his.size();
                continue;
            }
            writes.addAll(lines(entry.getKey(), his));
            writes.add(Write.Put.of(FantasyItems.footballer(scored(entry.getValue(), his))));
            writtenFootballers++;
            writtenLines += his.size();
            if (writes.size() >= WRITES_MAX) {
                writeLinesFirst(writes);
            }
        }
        writeLinesFirst(writes);
        return new Report(
                new Counts(
                        players.rows().size(),
                        writtenFootballers,
                        footballers.size() - writtenFootballers,
                        badFootballers),
                new Counts(fixtures.rows().size(), writtenLines, keptLines, badLines),
                hold(kickOffs),
                declared,
                List.copyOf(notes));
    }

    /// Reads the fixtures' rows into `lines`, `kickOffs` and `matches`.
    ///
    /// @return how many were refused
    private int read(
            Csv fixtures,
            Map<FootballerId, FootballerSeason> footballers,
            Map<FootballerId, List<Line>> lines,
            Map<Gameweek, Instant> kickOffs,
            Map<Key, Match> matches) {
        var refused = 0;
        var seen = new HashSet<Key>();
        for (var row : fixtures.rows()) {
            try {
                var id = row.value("element", FootballerId::parse);
                var gameweek = row.value("gw", Gameweek::parse);
                var line = line(row);
                var kickOff = row.value("kickoff_time", IsoTime::parse);
                var isHome = row.value("was_home", FantasyImport::isHome);
                var footballer = footballers.get(id);
                if (footballer == null) {
                    throw row.bad("element", "must be a footballer of the other file");
                }
                if (!seen.add(KeySpace.fixturePoints(id, gameweek, line.fixture()))) {
                    throw row.bad("fixture", "must not be told again");
                }
                lines.computeIfAbsent(id, _ -> new ArrayList<>()).add(new Line(gameweek, line));
                kickOffs.merge(gameweek, kickOff, (a, b) -> a.isBefore(b) ? a : b);
                matches.computeIfAbsent(
                                KeySpace.fixture(gameweek, line.fixture()),
                                _ -> new Match(gameweek, line.fixture(), kickOff))
                        .add(isHome, footballer.footballer().club());
            } catch (BadRow bad) {
                note(bad);
                refused++;
            }
        }
        return refused;
    }

    private static FootballerSeason footballer(Row row) {
        return new FootballerSeason(
                new Footballer(
                        row.value("element", FootballerId::parse),
                        FootballerSeason.NAME.parse(
                                row.value("first_name", Function.identity())
                                        + " "
                                        + row.value("second_name", Function.identity())),
                        row.value("position", FantasyImport::position),
                        new Club(row.value("team", FootballerSeason.CLUB::parse)),
                        row.number("now_cost", 0, Footballer.PRICE_TENTHS_MAX)),
                row.value("selected_by_percent", FantasyImport::percent),
                new TreeMap<>(),
                0);
    }

    private static FixturePoints line(Row row) {
        return new FixturePoints(
                row.value("fixture", FixtureId::parse),
                row.number("total_points", -FixturePoints.POINTS_MAX, FixturePoints.POINTS_MAX),
                row.number("minutes", 0, 200),
                row.number("yellow_cards", 0, 2),
                row.number("red_cards", 0, 2));
    }

    private static boolean isHome(String word) {
        return switch (word) {
            case "1", "True" -> true;
            case "0", "False" -> false;
            default -> throw new Malformed("must be 1 or 0");
        };
    }

    private static Position position(String word) {
        var position = POSITIONS.get(word);
        if (position == null) {
            throw new Malformed("must be GK, DEF, MID or FWD");
        }
        return position;
    }

    private static BigDecimal percent(String text) {
        try {
            var percent = new BigDecimal(text);
            if (percent.signum() >= 0 && percent.compareTo(BigDecimal.valueOf(100)) <= 0) {
                return percent;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new Malformed("must be a number from 0 to 100");
    }

    private static FootballerSeason scored(FootballerSeason career, List<Line> lines) {
        var points = new TreeMap<Gameweek, Integer>();
        for (var line : lines) {
            points.merge(line.gameweek(), line.line().points(), Integer::sum);
        }
        return new FootballerSeason(career.footballer(), career.selectedPercent(), points, 0);
    }

    private static List<Write> lines(FootballerId id, List<Line> lines) {
        return lines.stream()
                .flatMap(line ->
                        FantasyItems.fixturePoints(id, line.gameweek(), line.line()).stream())
                .<Write>map(Write.Put::of)
                .toList();
    }

    /// Writes lines, then the footballers whose lines they are; both are gone from `writes` then.
    private void writeLinesFirst(List<Write> writes) {
        var footballers = writes.stream().filter(FantasyImport::isFootballer).toList();
        table.writeAll(writes.stream().filter(write -> !isFootballer(write)).toList());
        table.writeAll(footballers);
        writes.clear();
    }

    private static boolean isFootballer(Write write) {
        return write.key().pk().equals(write.key().sk());
    }

    /// Before any points: those of an interrupted import have their fixtures.
    private Counts declare(Map<Key, Match> matches) {
        var known = known(List.copyOf(matches.keySet()));
        var writes = new ArrayList<Write>();
        matches.forEach((key, match) -> {
            if (!known.contains(key)) {
                writes.add(Write.Put.of(FantasyItems.fixture(match.gameweek(), match.fixture())));
            }
        });
        table.writeAll(writes);
        return new Counts(matches.size(), writes.size(), known.size(), 0);
    }

    private Counts hold(Map<Gameweek, Instant> kickOffs) {
        var known = known(kickOffs.keySet().stream().map(KeySpace::gameweek).toList());
        var writes = new ArrayList<Write>();
        kickOffs.forEach((gameweek, kickOff) -> {
            if (!known.contains(KeySpace.gameweek(gameweek))) {
                var deadline = kickOff.minus(DEADLINE_BEFORE_KICK_OFF);
                var round = GameweekState.declared(gameweek, deadline);
                writes.add(Write.Put.of(FantasyItems.gameweek(round)));
            }
        });
        table.writeAll(writes);
        return new Counts(kickOffs.size(), writes.size(), kickOffs.size() - writes.size(), 0);
    }

    private Set<Key> known(List<Key> keys) {
        var known = new HashSet<Key>();
        table.getAll(keys).stream().map(Item::key).forEach(known::add);
        return known;
    }

    private void note(BadRow bad) {
        if (notes.size() < NOTES_MAX) {
            notes.add(bad.getMessage());
        }
    }

    /// A row that makes no sense; the message says which, and why.
    private static final class BadRow extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadRow(String message) {
            super(message, null, false, false);
        }
    }

    /// One row of a file, with the values by the names of their columns.
    private record Row(String place, Map<String, String> values) {
        <T> T value(String column, Function<String, T> parse) {
            try {
                return parse.apply(values.getOrDefault(column, ""));
            } catch (Malformed malformed) {
                throw bad(column, malformed.rule());
            }
        }

        int number(String column, int min, int max) {
            return value(
                    column,
                    text -> {
                        try {
                            var number = Integer.parseInt(text);
                            if (number >= min && number <= max) {
                                return number;
                            }
                        } catch (NumberFormatException _) {
                            // said below
                        }
                        throw new Malformed("must be an integer from " + min + " to " + max);
                    });
        }

        BadRow bad(String column, String rule) {
            return new BadRow(place + ": " + column + " " + rule);
        }
    }

    /// A file of comma-separated values as RFC 4180 has it: values may be quoted, and then hold
    /// commas, line ends and doubled quotes. The first record names the columns.
    private record Csv(List<Row> rows) {
        static Csv read(Path file, String... columns) {
            var name = String.valueOf(file.getFileName());
            var records = records(name, text(file));
            if (records.isEmpty()) {
                throw new StartupFailure("plaza.fantasy: " + name + " is empty");
            }
            var header = records.getFirst().values();
            for (var column : columns) {
                if (!header.contains(column)) {
                    throw new StartupFailure(
                            "plaza.fantasy: %s has no column %s".formatted(name, column));
                }
            }
            var rows = new ArrayList<Row>();
            for (var each : records.subList(1, records.size())) {
                var place = "%s, line %d".formatted(name, each.line());
                if (each.values().size() != header.size()) {
                    throw new StartupFailure(
                            "plaza.fantasy: %s has %d values instead of %d"
                                    .formatted(place, each.values().size(), header.size()));
                }
                var values = new HashMap<String, String>();
                for (var column = 0; column < header.size(); column++) {
                    values.put(header.get(column), each.values().get(column));
                }
                rows.add(new Row(place, values));
            }
            return new Csv(rows);
        }

        private static String text(Path file) {
            try {
                var text = Files.readString(file, StandardCharsets.UTF_8);
                return text.startsWith("\uFEFF") ? text.substring(1) : text;
            } catch (MalformedInputException _) {
                throw new StartupFailure("plaza.fantasy: a file is not UTF-8: " + file);
            } catch (IOException _) {
                throw new StartupFailure("plaza.fantasy: a file cannot be read: " + file);
            }
        }

        /// @param line where it begins, from 1
        private record Values(int line, List<String> values) {}

        private static List<Values> records(String name, String text) {
            var records = new ArrayList<Values>();
            var values = new ArrayList<String>();
            var value = new StringBuilder();
            var quotedFrom = 0;
            var line = 1;
            var begun = 1;
            for (var place = 0; place <= text.length(); place++) {
                var c = place == text.length() ? '\n' : text.charAt(place);
                if (quotedFrom > 0 && place < text.length()) {
                    if (c == '"' && place + 1 < text.length() && text.charAt(place + 1) == '"') {
                        value.append('"');
                        place++;
                    } else if (c == '"') {
                        quotedFrom = 0;
                    } else {
                        value.append(c);
                        line += c == '\n' ? 1 : 0;
                    }
                } else if (c == '"') {
                    quotedFrom = line;
                } else if (c == ',') {
                    values.add(value.toString());
                    value.setLength(0);
                } else if (c == '\n') {
                    if (quotedFrom > 0) {
                        throw new StartupFailure(
                                "plaza.fantasy: %s has a quote that does not end, from line %d"
                                        .formatted(name, quotedFrom));
                    }
                    // An empty line is no record.
                    if (!values.isEmpty() || !value.isEmpty()) {
                        values.add(value.toString());
                        records.add(new Values(begun, List.copyOf(values)));
                    }
                    values.clear();
                    value.setLength(0);
                    line++;
                    begun = line;
                    if (records.size() > ROWS_MAX) {
                        throw new StartupFailure(
                                "plaza.fantasy: %s has more than %d rows"
                                        .formatted(name, ROWS_MAX));
                    }
                } else if (c != '\r') {
                    value.append(c);
                }
            }
            return records;
        }
    }
}
