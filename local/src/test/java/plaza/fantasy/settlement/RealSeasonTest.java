package plaza.fantasy.settlement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Seeds;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.local.FantasyImport;
import plaza.fantasy.local.FantasyImport.Counts;
import plaza.fantasy.sheet.RandomSheets;
import plaza.fantasy.sheet.SeasonRules;
import plaza.fantasy.sheet.SheetRules;
import plaza.testkit.SharedData;

/// Imports the season 2023-24, settles its real points through the stream, and compares the results
/// with [SeasonModel].
///
/// `verify` uses two gameweeks, one of them with double fixtures; `-Pdeep` uses the whole season.
/// The test is skipped if the data is missing from the shared folder.
class RealSeasonTest {
    /// The gameweeks that `verify` plays. In the second, 159 footballers have two fixtures.
    private static final List<Integer> GAMEWEEKS = List.of(1, 25);

    private static final SheetRules.Season SEASON = SheetRules.Season.FPL_2023_24;

    private static final int GAMERS = 8;

    private static final int GAMEWEEKS_OF_THE_SEASON = 38;

    @TempDir private Path folder;

    @Test
    void realGameweeksSettleAsInTheSeasonModel() throws IOException {
        var whole = SharedData.file("fantasy");
        var gameweeks = SharedData.isDeep() ? everyGameweek() : GAMEWEEKS;
        var season = SharedData.isDeep() ? whole : only(gameweeks, whole);
        Seeds.forEach(
                "a real season",
                1,
                random -> {
                    try (var game = new FantasyGame(SeasonRules.preset(SEASON.preset))) {
                        game.bed().clock().set(Instant.parse("2023-08-01T00:00:00Z"));
                        assertLoaded(FantasyImport.load(season, game.bed().table()), gameweeks);
                        play(game, new RandomSheets(random), gameweeks);
                    }
                });
    }

    private static List<Integer> everyGameweek() {
        return IntStream.rangeClosed(1, GAMEWEEKS_OF_THE_SEASON).boxed().toList();
    }

    /// Copies the files of a season with the CSV lines of some gameweeks only.
    private Path only(List<Integer> gameweeks, Path whole) throws IOException {
        try (var files = Files.list(whole)) {
            for (var file : files.toList()) {
                var lines = Files.readAllLines(file);
                var kept =
                        file.toString().endsWith("_player_gw.csv")
                                ? lines.stream().filter(line -> isOf(gameweeks, line)).toList()
                                : lines;
                Files.write(folder.resolve(file.getFileName()), kept);
            }
        }
        return folder;
    }

    private static boolean isOf(List<Integer> gameweeks, String line) {
        var gameweek = line.substring(0, line.indexOf(','));
        return gameweek.equals("gw") || gameweeks.contains(Integer.parseInt(gameweek));
    }

    private static void assertLoaded(FantasyImport.Report report, List<Integer> gameweeks) {
        assertThat(report.footballers()).isEqualTo(new Counts(865, 865, 0, 0));
        assertThat(report.gameweeks())
                .isEqualTo(new Counts(gameweeks.size(), gameweeks.size(), 0, 0));
        assertThat(report.fixturePoints().refused()).isZero();
        assertThat(report.fixturePoints().written() + report.fixturePoints().unplayed())
                .isEqualTo(report.fixturePoints().read());
        if (SharedData.isDeep()) {
            assertThat(report.fixturePoints().read()).isEqualTo(29_725);
        }
    }

    private static void play(FantasyGame game, RandomSheets sheets, List<Integer> gameweeks) {
        var bed = game.bed();
        var model = new SeasonModel(SEASON);
        sheets.footballers.clear();
        var stored = bed.everything();
        for (var position : Position.values()) {
            for (var item :
                    bed.as("anyone")
                            .at("position", position.text())
                            .all("ListFootballersByPosition", 100)) {
                var id = FootballerId.of(item.path("footballerId").asText());
                var footballer =
                        FootballerItems.footballer(
                                        requireNonNull(stored.get(FantasyKeys.FOOTBALLER.key(id))))
                                .footballer();
                sheets.footballers.put(id, footballer);
                SeasonModelInput.put(model, footballer);
            }
        }
        assertThat(sheets.footballers).hasSize(865);
        // Every declared gameweek adds free transfers, so the model must know all of them first.
        gameweeks.forEach(model::gameweek);
        var squads = new HashMap<String, List<FootballerId>>();
        for (var number : gameweeks) {
            var gameweek = Gameweek.of(number);
            var state =
                    GameweekItems.gameweek(
                            requireNonNull(bed.table().get(FantasyKeys.GAMEWEEK.key(gameweek))));
            bed.clock().set(state.deadline().minus(Duration.ofHours(1)));
            for (var gamer = 0; gamer < GAMERS; gamer++) {
                if (gamer % 2 == 0 || number == 1) {
                    put(game, sheets, model, squads, "g" + gamer, number);
                }
            }
            for (var item : bed.items(FantasyKeys.GAMEWEEKS.of(gameweek))) {
                if (FantasyKeys.GAMEWEEK_FIXTURE_POINTS.is(item.key())) {
                    SeasonModelInput.put(
                            model,
                            FixtureItems.footballerOf(item),
                            number,
                            FixtureItems.fixturePoints(item));
                }
            }
        }
        // The deadline of the last gameweek passes.
        bed.clock().advance(Duration.ofHours(1));
        gameweeks.reversed().forEach(number -> game.settle(number).orFail());
        bed.drain();
        var scores = new ArrayList<Integer>();
        for (var gamer : squads.keySet()) {
            var json = game.getGamer(gamer).json();
            for (var number : gameweeks) {
                var points = json.path("gameweekPoints").path(Gameweek.of(number).text()).asInt();
                assertThat(points).isEqualTo(model.points(gamer, number));
                scores.add(points);
            }
            assertThat(json.path("totalPoints").asLong()).isEqualTo(model.total(gamer, 38));
        }
        assertThat(scores).anyMatch(score -> score > 20);
    }

    private static void put(
            FantasyGame game,
            RandomSheets sheets,
            SeasonModel model,
            Map<String, List<FootballerId>> squads,
            String gamer,
            int gameweek) {
        game.gamer(gamer);
        var squad = sheets.squad(squads.getOrDefault(gamer, List.of()), 3);
        var sheet = sheets.sheet(squad, null, null);
        var expected = model.put(gamer, gameweek, SeasonModelInput.sheet(sheet));
        var response = game.sheet(gamer, gameweek, sheet);
        if (expected.isAccepted()) {
            assertThat(response.status()).isIn(200, 201);
            assertThat(response.json().path("bank").asInt()).isEqualTo(expected.bank());
            squads.put(gamer, squad);
        } else {
            assertThat(response.status()).isEqualTo(422);
        }
    }
}
