package plaza.fantasy.settlement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.sheet.Chip;
import plaza.fantasy.sheet.RandomSheets;
import plaza.fantasy.sheet.SeasonRules;
import plaza.fantasy.sheet.SheetRules;
import plaza.fantasy.sheet.TeamSheet;
import plaza.table.Concurrently;
import plaza.table.Write;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;

/// Plays a season of 38 gameweeks through the handlers and the stream, and compares it with
/// [SeasonModel].
///
/// Every verdict on a sheet, score, total, bank, rank and last rank must match, while settlements
/// are repeated, run out of order and follow corrections. `verify` plays the five gameweeks around
/// the gap in the numbers with a few gamers; `-Pdeep` plays all gameweeks with a thousand.
class SeasonOnTableTest {
    private static final SheetRules.Season SEASON = SheetRules.Season.FPL_2019_20;
    private static final Duration UNTIL_DEADLINE = Duration.ofHours(1);
    private static final int GAMERS_IN_VERIFY = 6;
    private static final int GAMERS_DEEP = 1_000;
    private static final int REQUESTS_AT_ONCE_MAX = 4;

    /// The numbers of a real season, which have a gap.
    private static final List<Integer> GAMEWEEKS = gameweeks();

    @Test
    void everyVerdictScoreTotalBankAndRankMatchesTheSeasonModel() {
        Seeds.forEach(
                "a season on the table",
                1,
                random -> {
                    try (var game = new FantasyGame(SeasonRules.preset(SEASON.preset))) {
                        var gamers = SharedData.isDeep() ? GAMERS_DEEP : GAMERS_IN_VERIFY;
                        new Season(game, random, gamers).play();
                    }
                });
    }

    private static List<Integer> gameweeks() {
        var numbers = new ArrayList<Integer>();
        for (var number = 1; number <= 47; number++) {
            if (number <= 29 || number >= 39) {
                numbers.add(number);
            }
        }
        return SharedData.isDeep() ? numbers : numbers.subList(26, 31);
    }

    /// A sheet to put, and the verdict of the model.
    private record SheetPut(
            String gamer, int gameweek, TeamSheet sheet, SeasonModel.Verdict expected) {}

    private static final class Season {
        private final FantasyGame game;
        private final TestBed bed;
        private final SplittableRandom random;
        private final RandomSheets sheets;
        private final SeasonModel model = new SeasonModel(SEASON);
        private final List<String> gamers = new ArrayList<>();
        private final Map<String, TreeSet<String>> leagues = new TreeMap<>();
        private final Map<String, List<FootballerId>> squads = new HashMap<>();
        private final Map<String, TreeSet<Integer>> sheetsPut = new HashMap<>();
        private final TreeSet<Integer> settled = new TreeSet<>();
        private final TreeSet<Integer> due = new TreeSet<>();
        private int accepted;
        private int rejected;
        private int settlements;

        Season(FantasyGame game, SplittableRandom random, int count) {
            this.game = game;
            this.bed = game.bed();
            this.random = random;
            this.sheets = new RandomSheets(random.split());
            for (var number = 0; number < count; number++) {
                gamers.add("g" + number);
            }
        }

        void play() {
            begin();
            for (var index = 0; index < GAMEWEEKS.size(); index++) {
                var gameweek = GAMEWEEKS.get(index);
                declare(gameweek);
                putSheets(gameweek);
                bed.clock().advance(Duration.ofHours(2));
                due.add(gameweek);
                playFixtures(gameweek);
                var isLast = index == GAMEWEEKS.size() - 1;
                correct();
                settle(isLast);
                if (random.nextInt(4) == 0) {
                    changeMembers();
                }
                if (isLast || index % 12 == 5) {
                    settle(true);
                    compare();
                    System.out.printf(
                            "%d gameweeks of %d match the model%n", index + 1, GAMEWEEKS.size());
                }
            }
            System.out.printf(
                    "%d gamers, %d gameweeks: %d sheets accepted, %d rejected, %d settlements%n",
                    gamers.size(), GAMEWEEKS.size(), accepted, rejected, settlements);
            assertThat(accepted).isGreaterThan(gamers.size());
        }

        private void begin() {
            putFootballers();
            Concurrently.map(
                    REQUESTS_AT_ONCE_MAX, gamers, gamer -> game.gamer(gamer).orFail().status());
            for (var league : List.of("all", "half", "few", "pair")) {
                leagues.put(league, new TreeSet<>());
                game.league(gamers.getFirst(), league, "L").orFail();
            }
            for (var index = 0; index < gamers.size(); index++) {
                var gamer = gamers.get(index);
                join("all", gamer);
                if (index % 2 == 0) {
                    join("half", gamer);
                }
                if (index % 7 == 0) {
                    join("few", gamer);
                }
                if (index < 2) {
                    join("pair", gamer);
                }
            }
        }

        private void join(String league, String gamer) {
            assertThat(game.join(gamer, league).status()).isEqualTo(201);
            requireNonNull(leagues.get(league)).add(gamer);
        }

        /// Makes one gamer join or leave the league `few`.
        private void changeMembers() {
            var few = requireNonNull(leagues.get("few"));
            var gamer = gamers.get(random.nextInt(gamers.size()));
            if (few.remove(gamer)) {
                assertThat(game.leave(gamer, "few").status()).isEqualTo(204);
            } else {
                join("few", gamer);
            }
        }

        private void putFootballers() {
            var footballers = sheets.footballers.values();
            footballers.forEach(footballer -> SeasonModelInput.put(model, footballer));
            game.withFootballers(footballers);
        }

        private void declare(int gameweek) {
            model.gameweek(gameweek, gameweek == 39, gameweek == 29 ? 5 : 0);
            if (random.nextBoolean()) {
                sheets.changePrices();
                putFootballers();
            }
            var declared =
                    switch (gameweek) {
                        case 29 -> game.gameweek(gameweek, UNTIL_DEADLINE, "{\"topUpTo\": 5}");
                        // the season 2019-20 was resumed with free transfers for everyone
                        case 39 -> game.gameweek(gameweek, UNTIL_DEADLINE, "{\"unlimited\": true}");
                        default -> game.gameweek(gameweek, UNTIL_DEADLINE);
                    };
            assertThat(declared.status()).isEqualTo(201);
            game.fixtures(gameweek, "x1", "x2");
        }

        private void putSheets(int gameweek) {
            for (var times = 0; times < 2; times++) {
                var puts = new ArrayList<SheetPut>();
                for (var gamer : gamers) {
                    var tenths = squads.containsKey(gamer) ? 3 : 9;
                    if (random.nextInt(10) < tenths) {
                        var sheet = sheet(gamer);
                        var expected = model.put(gamer, gameweek, SeasonModelInput.sheet(sheet));
                        puts.add(new SheetPut(gamer, gameweek, sheet, expected));
                    }
                }
                Concurrently.map(REQUESTS_AT_ONCE_MAX, puts, this::put);
                for (var put : puts) {
                    if (put.expected().isAccepted()) {
                        accepted++;
                        sheetsPut.computeIfAbsent(put.gamer(), _ -> new TreeSet<>()).add(gameweek);
                        if (put.sheet().chip() != Chip.FREE_HIT) {
                            squads.put(put.gamer(), put.sheet().squad());
                        }
                    } else {
                        rejected++;
                    }
                }
            }
        }

        private TeamSheet sheet(String gamer) {
            int[] changes = {0, 1, 1, 2, 3, 6};
            var squad =
                    sheets.squad(
                            squads.getOrDefault(gamer, List.of()),
                            changes[random.nextInt(changes.length)]);
            var sheet =
                    sheets.sheet(
                            squad,
                            random.nextInt(6) == 0
                                    ? List.of(Chip.values()).get(random.nextInt(4))
                                    : null,
                            random.nextInt(6) == 0 ? random.nextInt(4) * 4 : null);
            return random.nextInt(8) == 0 ? sheets.changed(sheet) : sheet;
        }

        /// @return the status
        private int put(SheetPut put) {
            var response = game.sheet(put.gamer(), put.gameweek(), put.sheet());
            var status = response.status();
            var json = response.json();
            if (put.expected().isAccepted()) {
                assertThat(status).as("%s %s", put, response).isIn(200, 201);
                assertThat(json.path("transferCost").asInt())
                        .isEqualTo(put.expected().transferCost());
                assertThat(json.path("bank").asInt()).isEqualTo(put.expected().bank());
            } else if (put.expected().brokenRules().isEmpty()) {
                assertThat(status).as("%s %s", put, response).isEqualTo(409);
                assertThat(json.path("transferCost").asInt(-1))
                        .isEqualTo(put.expected().transferCost());
            } else {
                assertThat(status).as("%s %s", put, response).isEqualTo(422);
                var codes = new TreeSet<String>();
                json.path("errors").forEach(error -> codes.add(error.path("code").asText()));
                assertThat(codes).isEqualTo(put.expected().brokenRules());
            }
            return status;
        }

        /// Writes fixture points into the table, for speed; corrections use the API.
        private void playFixtures(int gameweek) {
            var writes = new ArrayList<Write>();
            for (var id : sheets.footballers.keySet()) {
                for (var fixture = random.nextInt(3); fixture > 0; fixture--) {
                    var points = sheets.fixturePoints("x" + fixture);
                    SeasonModelInput.put(model, id, gameweek, points);
                    FixtureItems.fixturePoints(id, Gameweek.of(gameweek), points)
                            .forEach(item -> writes.add(Write.Put.of(item)));
                }
            }
            bed.table().writeAll(writes);
        }

        /// Corrects some fixture points of gameweeks that may be settled already.
        private void correct() {
            var played = new ArrayList<>(settledOrDue());
            for (var times = random.nextInt(3) / 2; times > 0; times--) {
                var gameweek = played.get(random.nextInt(played.size()));
                for (var count = 4; count > 0; count--) {
                    var ids = List.copyOf(sheets.footballers.keySet());
                    var id = ids.get(random.nextInt(ids.size()));
                    var points = sheets.fixturePoints("x" + (1 + random.nextInt(2)));
                    SeasonModelInput.put(model, id, gameweek, points);
                    game.fixturePoints(
                                    id.value(),
                                    gameweek,
                                    points.fixture().value(),
                                    "{\"points\": %d, \"minutes\": %d, \"yellowCards\": %d, \"redCards\": %d}"
                                            .formatted(
                                                    points.points(),
                                                    points.minutes(),
                                                    points.yellowCards(),
                                                    points.redCards()))
                            .orFail();
                }
                settled.remove(gameweek);
                due.add(gameweek);
            }
        }

        private Set<Integer> settledOrDue() {
            var both = new TreeSet<>(due);
            both.addAll(settled);
            return both;
        }

        /// Settles the gameweeks that are due in a random order, some of them later, and repeats
        /// some settlements; either at the same time or one after the other.
        private void settle(boolean isEverythingDue) {
            var order = new ArrayList<>(due);
            if (!isEverythingDue && order.size() < 3 && random.nextInt(3) > 0) {
                order.clear();
            }
            if (!settled.isEmpty() && random.nextInt(4) == 0) {
                order.add(List.copyOf(settled).get(random.nextInt(settled.size())));
            }
            if (!order.isEmpty() && random.nextInt(4) == 0) {
                order.add(order.getFirst());
            }
            for (var gameweek : sheets.shuffled(order)) {
                assertThat(game.settle(gameweek).status()).isEqualTo(202);
                settlements++;
                if (random.nextInt(3) == 0) {
                    bed.drain();
                }
            }
            bed.drain();
            settled.addAll(order);
            order.forEach(due::remove);
        }

        private void compare() {
            bed.drain();
            var last = settled.last();
            for (var gamer : gamers) {
                var json = game.getGamer(gamer).json();
                for (var gameweek : settled) {
                    assertThat(
                                    json.path("gameweekPoints")
                                            .path(Gameweek.of(gameweek).text())
                                            .asInt(Integer.MIN_VALUE))
                            .as("%s in %s", gamer, gameweek)
                            .isEqualTo(model.points(gamer, gameweek));
                }
                assertThat(json.path("totalPoints").asLong()).isEqualTo(model.total(gamer, last));
                for (var gameweek : sheetsPut.getOrDefault(gamer, new TreeSet<>())) {
                    var sheet = game.getSheet(bed.as("anyone"), gamer, gameweek).json();
                    assertThat(sheet.path("bank").asInt()).isEqualTo(model.bank(gamer, gameweek));
                    assertThat(sheet.path("points").asInt(Integer.MIN_VALUE))
                            .isEqualTo(model.points(gamer, gameweek));
                }
            }
            leagues.forEach((league, members) -> compareStandings(league, members, last));
        }

        private void compareStandings(String league, Set<String> members, int last) {
            var expected = model.standings(members, last);
            var rows = bed.as("anyone").at("leagueId", league).all("GetLeagueStandings", 50);
            assertThat(rows.stream().map(Season::row).toList()).isEqualTo(expected);
            for (var times = 0; times < Math.min(5, members.size()); times++) {
                var index = random.nextInt(expected.size());
                var around = new ArrayList<SeasonModel.Row>();
                game.around(league, expected.get(index).gamer(), 5)
                        .json()
                        .path("items")
                        .forEach(row -> around.add(row(row)));
                assertThat(around)
                        .isEqualTo(
                                expected.subList(
                                        Math.max(0, index - 2),
                                        Math.min(expected.size(), index + 3)));
            }
        }

        private static SeasonModel.Row row(JsonNode row) {
            return new SeasonModel.Row(
                    row.path("rank").asInt(),
                    row.path("lastRank").asInt(),
                    row.path("gamerId").asText(),
                    row.path("totalPoints").asLong(),
                    row.path("gameweekPoints").asInt());
        }
    }
}
