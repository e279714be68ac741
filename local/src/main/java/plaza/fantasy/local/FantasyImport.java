package plaza.fantasy.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
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
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.fixture.Fixture;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.footballer.FootballerSeason;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.local.storage.StartupFailure;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.IsoTime;
import plaza.text.Malformed;

/// Loads a real season from two CSV files of the Fantasy Premier League's public data:
/// `*_players.csv` has a row for each footballer, `*_player_gw.csv` a row for each footballer in
/// each fixture. Gameweeks and fixtures are derived from the second file. The deadline of a
/// gameweek is 90 minutes before its first kick-off. The files do not name the clubs of a fixture:
/// on each side, it is the club of most of its footballers at the end of the season.
///
/// Items that exist already are kept unchanged: a footballer with all fixture points, a gameweek
/// with its deadline. A second import of the same files therefore changes nothing, and an import
/// continues where an interrupted one stopped, because a footballer is written after their fixture
/// points.
///
/// A row of a footballer who did not play has no minutes, points and cards. It adds nothing to any
/// score, so it is not stored. In the season 2023-24 these are three rows of five.
///
/// Rows with invalid values are skipped and reported; the others are loaded. A file of another
/// format is rejected as a whole, before anything is written.
public final class FantasyImport {
    /// The maximum number of rows of one file; a season has 30,000.
    public static final int ROWS_MAX = 200_000;

    /// The maximum number of refused rows that the report lists one by one.
    public static final int NOTES_MAX = 20;

    private static final Duration DEADLINE_BEFORE_KICK_OFF = Duration.ofMinutes(90);

    /// The club of a side for which the file has no footballer.
    private static final Club UNKNOWN = new Club("Unknown");

    /// The number of writes that are collected before they are sent.
    private static final int WRITES_MAX = 2_000;

    private static final Map<String, Position> POSITIONS =
            Map.of(
                    "GK", Position.GOALKEEPER,
                    "GKP", Position.GOALKEEPER,
                    "DEF", Position.DEFENDER,
                    "MID", Position.MIDFIELDER,
                    "FWD", Position.FORWARD);

    private final Table table;
    private final Consumer<List<Write>> writer;
    private final Consumer<String> progress;
    private final List<String> notes = new ArrayList<>();

    private FantasyImport(Table table, Consumer<List<Write>> writer, Consumer<String> progress) {
        this.table = table;
        this.writer = writer;
        this.progress = progress;
    }

    /// The results for one kind of item.
    ///
    /// @param read rows of the file, or the gameweeks or fixtures that rows name
    /// @param written written to the table
    /// @param kept existed already and were left unchanged
    /// @param refused rows with an invalid value
    /// @param unplayed rows of footballers who did not play
    public record Counts(int read, int written, int kept, int refused, int unplayed) {
        public Counts(int read, int written, int kept, int refused) {
            this(read, written, kept, refused, 0);
        }

        private String line(String kind) {
            return "  %-14s %d read, %d written, %d kept, %d refused%s"
                    .formatted(
                            kind,
                            read,
                            written,
                            kept,
                            refused,
                            unplayed == 0 ? "" : ", %d without play".formatted(unplayed));
        }
    }

    /// The results of an import.
    ///
    /// @param notes the reasons why rows were refused, at most [#NOTES_MAX] of them
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
            lines.add(footballers.line("footballers"));
            lines.add(fixturePoints.line("fixture points"));
            lines.add(gameweeks.line("gameweeks"));
            lines.add(fixtures.line("fixtures"));
            notes.forEach(note -> lines.add("  " + note));
            var refused = footballers.refused() + fixturePoints.refused();
            if (refused > notes.size()) {
                lines.add("  and %d more rows refused".formatted(refused - notes.size()));
            }
            return lines;
        }
    }

    /// Loads the season from the two files in `folder`.
    ///
    /// @throws StartupFailure if a file is missing, cannot be read or has another format
    public static Report load(Path folder, Table table) {
        return load(folder, table, table::writeAll, _ -> {});
    }

    /// Loads the season from the two files in `folder`.
    ///
    /// @param table the table, from which existing items are read
    /// @param writer writes any number of items, each once
    /// @param progress receives a line after every few thousand items
    /// @throws StartupFailure if a file is missing, cannot be read or has another format
    public static Report load(
            Path folder, Table table, Consumer<List<Write>> writer, Consumer<String> progress) {
        return new FantasyImport(table, writer, progress)
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
                        "plaza.fantasy must name a folder with one file *%s; it has %d: %s"
                                .formatted(ending, found.size(), folder));
            }
            return found.getFirst();
        } catch (IOException _) {
            throw new StartupFailure("plaza.fantasy names a folder that cannot be read: " + folder);
        }
    }

    /// The points of one footballer in one fixture.
    private record Appearance(Gameweek gameweek, FixturePoints points) {}

    /// A fixture and the number of footballers of each club on either side.
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
                var season = footballer(row);
                if (footballers.putIfAbsent(season.footballer().id(), season) != null) {
                    throw row.bad("element", "must not be repeated");
                }
            } catch (BadRow bad) {
                note(bad);
                badFootballers++;
            }
        }
        var appearances = new HashMap<FootballerId, List<Appearance>>();
        var kickOffs = new TreeMap<Gameweek, Instant>();
        var matches = new LinkedHashMap<Key, Match>();
        var badPoints = read(fixtures, footballers, appearances, kickOffs, matches);
        var played = appearances.values().stream().mapToInt(List::size).sum();
        var declaredFixtures = declareFixtures(matches);

        var known = known(footballers.keySet().stream().map(FantasyKeys.FOOTBALLER::key).toList());
        var writtenFootballers = 0;
        var writtenPoints = 0;
        var keptPoints = 0;
        var writes = new ArrayList<Write>();
        for (var entry : footballers.entrySet()) {
            var own = appearances.getOrDefault(entry.getKey(), List.of());
            if (known.contains(FantasyKeys.FOOTBALLER.key(entry.getKey()))) {
                keptPoints += own.size();
                continue;
            }
            writes.addAll(fixturePoints(entry.getKey(), own));
            writes.add(Write.Put.of(FootballerItems.footballer(scored(entry.getValue(), own))));
            writtenFootballers++;
            writtenPoints += own.size();
            if (writes.size() >= WRITES_MAX) {
                writePointsFirst(writes);
                progress.accept(
                        "importing a fantasy season: %d of %d fixture points"
                                .formatted(keptPoints + writtenPoints, played));
            }
        }
        writePointsFirst(writes);
        return new Report(
                new Counts(
                        players.rows().size(),
                        writtenFootballers,
                        footballers.size() - writtenFootballers,
                        badFootballers),
                new Counts(
                        fixtures.rows().size(),
                        writtenPoints,
                        keptPoints,
                        badPoints,
                        fixtures.rows().size() - badPoints - played),
                declareGameweeks(kickOffs),
                declaredFixtures,
                List.copyOf(notes));
    }

    /// Reads the rows of fixtures into `appearances`, `kickOffs` and `matches`.
    ///
    /// @return the number of refused rows
    private int read(
            Csv fixtures,
            Map<FootballerId, FootballerSeason> footballers,
            Map<FootballerId, List<Appearance>> appearances,
            Map<Gameweek, Instant> kickOffs,
            Map<Key, Match> matches) {
        var refused = 0;
        var seen = new HashSet<Key>();
        for (var row : fixtures.rows()) {
            try {
                var id = row.value("element", FootballerId::parse);
                var gameweek = row.value("gw", Gameweek::parse);
                var points = fixturePoints(row);
                var kickOff = row.value("kickoff_time", IsoTime::parse);
                var isHome = row.value("was_home", FantasyImport::isHome);
                var footballer = footballers.get(id);
                if (footballer == null) {
                    throw row.bad("element", "must be a footballer of the other file");
                }
                if (!seen.add(FantasyKeys.FIXTURE_POINTS.key(id, gameweek, points.fixture()))) {
                    throw row.bad("fixture", "must not be repeated for a footballer and gameweek");
                }
                if (points.isPlayed() || points.points() != 0) {
                    appearances
                            .computeIfAbsent(id, _ -> new ArrayList<>())
                            .add(new Appearance(gameweek, points));
                }
                kickOffs.merge(gameweek, kickOff, (a, b) -> a.isBefore(b) ? a : b);
                matches.computeIfAbsent(
                                FantasyKeys.FIXTURE.key(gameweek, points.fixture()),
                                _ -> new Match(gameweek, points.fixture(), kickOff))
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
                        row.value("second_name", second -> name(row, second)),
                        row.value("position", FantasyImport::position),
                        new Club(row.value("team", FootballerSeason.CLUB::parse)),
                        row.number("now_cost", 0, Footballer.PRICE_TENTHS_MAX)),
                row.value("selected_by_percent", FantasyImport::percent),
                new TreeMap<>(),
                0);
    }

    private static String name(Row row, String second) {
        return FootballerSeason.NAME.parse(
                row.value("first_name", Function.identity()) + " " + second);
    }

    private static FixturePoints fixturePoints(Row row) {
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
            // reported below
        }
        throw new Malformed("must be a number from 0 to 100");
    }

    private static FootballerSeason scored(FootballerSeason season, List<Appearance> appearances) {
        var points = new TreeMap<Gameweek, Integer>();
        for (var each : appearances) {
            points.merge(each.gameweek(), each.points().points(), Integer::sum);
        }
        return new FootballerSeason(season.footballer(), season.selectedPercent(), points, 0);
    }

    private static List<Write> fixturePoints(FootballerId id, List<Appearance> appearances) {
        return appearances.stream()
                .flatMap(each ->
                        FixtureItems.fixturePoints(id, each.gameweek(), each.points()).stream())
                .<Write>map(Write.Put::of)
                .toList();
    }

    /// Writes fixture points, then the footballers they belong to, and clears `writes`.
    private void writePointsFirst(List<Write> writes) {
        var footballers = writes.stream().filter(FantasyImport::isFootballer).toList();
        writer.accept(writes.stream().filter(write -> !isFootballer(write)).toList());
        writer.accept(footballers);
        writes.clear();
    }

    private static boolean isFootballer(Write write) {
        return write.key().pk().equals(write.key().sk());
    }

    /// Writes the fixtures before any points, so that the points of an interrupted import have
    /// their fixtures.
    private Counts declareFixtures(Map<Key, Match> matches) {
        var known = known(List.copyOf(matches.keySet()));
        var writes = new ArrayList<Write>();
        matches.forEach((key, match) -> {
            if (!known.contains(key)) {
                writes.add(Write.Put.of(FixtureItems.fixture(match.gameweek(), match.fixture())));
            }
        });
        writer.accept(writes);
        return new Counts(matches.size(), writes.size(), known.size(), 0);
    }

    private Counts declareGameweeks(Map<Gameweek, Instant> kickOffs) {
        var known = known(kickOffs.keySet().stream().map(FantasyKeys.GAMEWEEK::key).toList());
        var writes = new ArrayList<Write>();
        kickOffs.forEach((gameweek, kickOff) -> {
            if (!known.contains(FantasyKeys.GAMEWEEK.key(gameweek))) {
                var deadline = kickOff.minus(DEADLINE_BEFORE_KICK_OFF);
                var state = GameweekState.declared(gameweek, deadline, new TransferRule.None());
                writes.add(Write.Put.of(GameweekItems.gameweek(state)));
            }
        });
        writer.accept(writes);
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

    /// A row with an invalid value. The message names the row and the rule.
    private static final class BadRow extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadRow(String message) {
            super(message, null, false, false);
        }
    }

    /// One row of a file.
    ///
    /// @param at the file and the line where it begins
    /// @param values by the name of their column
    private record Row(String at, Map<String, String> values) {
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
                            // reported below
                        }
                        throw new Malformed("must be an integer from " + min + " to " + max);
                    });
        }

        BadRow bad(String column, String rule) {
            return new BadRow(at + ": " + column + " " + rule);
        }
    }

    /// A file of comma-separated values (RFC 4180). The first record names the columns.
    private record Csv(List<Row> rows) {
        private static final ObjectReader RECORDS =
                new CsvMapper()
                        .readerForListOf(String.class)
                        .with(CsvParser.Feature.WRAP_AS_ARRAY)
                        .with(CsvParser.Feature.SKIP_EMPTY_LINES);

        static Csv read(Path file, String... columns) {
            var name = String.valueOf(file.getFileName());
            var line = 1;
            try (MappingIterator<List<String>> records = RECORDS.readValues(text(file))) {
                if (!records.hasNextValue()) {
                    throw new StartupFailure("plaza.fantasy: " + name + " is empty");
                }
                var header = records.nextValue();
                for (var column : columns) {
                    if (!header.contains(column)) {
                        throw new StartupFailure(
                                "plaza.fantasy: %s has no column %s".formatted(name, column));
                    }
                }
                var rows = new ArrayList<Row>();
                while (records.hasNextValue()) {
                    line = records.getCurrentLocation().getLineNr();
                    if (rows.size() == ROWS_MAX) {
                        throw new StartupFailure(
                                "plaza.fantasy: %s has more than %d rows"
                                        .formatted(name, ROWS_MAX));
                    }
                    rows.add(row("%s, line %d".formatted(name, line), header, records.nextValue()));
                }
                return new Csv(rows);
            } catch (JsonProcessingException bad) {
                throw new StartupFailure(
                        "plaza.fantasy: %s is not valid CSV from line %d: %s"
                                .formatted(name, line, bad.getOriginalMessage()));
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        private static Row row(String at, List<String> header, List<String> values) {
            if (values.size() != header.size()) {
                throw new StartupFailure(
                        "plaza.fantasy: %s has %d values instead of %d"
                                .formatted(at, values.size(), header.size()));
            }
            var byColumn = new HashMap<String, String>();
            for (var column = 0; column < header.size(); column++) {
                byColumn.put(header.get(column), values.get(column));
            }
            return new Row(at, byColumn);
        }

        private static String text(Path file) {
            try {
                var text = Files.readString(file, StandardCharsets.UTF_8);
                return text.startsWith("\uFEFF") ? text.substring(1) : text;
            } catch (MalformedInputException _) {
                throw new StartupFailure("plaza.fantasy: the file is not valid UTF-8: " + file);
            } catch (IOException _) {
                throw new StartupFailure("plaza.fantasy: the file cannot be read: " + file);
            }
        }
    }
}
