package plaza.fantasy;

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
import plaza.fantasy.model.Position;
import plaza.fantasy.model.RandomSheets;
import plaza.fantasy.model.SeasonModel;
import plaza.fantasy.model.TeamSheet;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.local.load.FantasyImport;
import plaza.local.load.FantasyImport.Counts;
import plaza.table.KeySpace;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;

/// The season 2023-24 is loaded (in `verify` the gameweeks that are played, whole with `-Ddeep`),
/// and real points of it, doubles and all, are settled through the stream and by the plain model.
/// Skipped where the data does not lie beside the checkout.
class RealSeasonTest {
    /// What `verify` plays; in the second, 159 footballers have two fixtures.
    private static final List<Integer> GAMEWEEKS = List.of(1, 25);

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
                    try (var bed = new TestBed()) {
                        bed.clock().set(Instant.parse("2023-08-01T00:00:00Z"));
                        assertLoaded(FantasyImport.load(season, bed.table()), gameweeks);
                        play(bed, new RandomSheets(random), gameweeks);
                    }
                });
    }

    private static List<Integer> everyGameweek() {
        return IntStream.rangeClosed(1, GAMEWEEKS_OF_THE_SEASON).boxed().toList();
    }

    /// The files of a season, with the lines of some gameweeks only.
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
        assertThat(report.fixturePoints().written()).isEqualTo(report.fixturePoints().read());
        if (SharedData.isDeep()) {
            assertThat(report.fixturePoints().read()).isEqualTo(29_725);
        }
    }

    private static void play(TestBed bed, RandomSheets sheets, List<Integer> gameweeks) {
        var model = new SeasonModel();
        sheets.footballers.clear();
        var stored = bed.everything();
        for (var position : Position.values()) {
            for (var item :
                    bed.as("x")
                            .at("position", position.text())
                            .all("ListFootballersByPosition", 100)) {
                var id = FootballerId.of(item.path("footballerId").asText());
                var footballer =
                        FantasyItems.footballer(requireNonNull(stored.get(KeySpace.footballer(id))))
                                .footballer();
                sheets.footballers.put(id, footballer);
                model.footballer(
                        id.value(),
                        position.text(),
                        footballer.club().name(),
                        footballer.priceTenths());
            }
        }
        assertThat(sheets.footballers).hasSize(865);
        // all that are held bring free transfers
        gameweeks.forEach(model::gameweek);
        var squads = new HashMap<String, List<FootballerId>>();
        for (var number : gameweeks) {
            var gameweek = Gameweek.of(number);
            var round =
                    FantasyItems.gameweek(
                            requireNonNull(bed.table().get(KeySpace.gameweek(gameweek))));
            bed.clock().set(round.deadline().minus(Duration.ofHours(1)));
            for (var gamer = 0; gamer < GAMERS; gamer++) {
                if (gamer % 2 == 0 || number == 1) {
                    put(bed, sheets, model, squads, "g" + gamer, number);
                }
            }
            for (var item : bed.items(KeySpace.gameweekItems(gameweek))) {
                if (item.key().sk().startsWith(KeySpace.gameweekFixturePointsPrefix())) {
                    var line = FantasyItems.fixturePoints(item);
                    model.fixturePoints(
                            FantasyItems.footballerOf(item).value(),
                            number,
                            line.fixture().value(),
                            line.points(),
                            line.minutes(),
                            line.yellowCards(),
                            line.redCards());
                }
            }
        }
        // the deadline of the last one passes
        bed.clock().advance(Duration.ofHours(1));
        for (var number : gameweeks.reversed()) {
            bed.as("boss").asAdmin().at("gameweek", number.toString()).send("SettleGameweek");
        }
        bed.drain();
        var scores = new ArrayList<Integer>();
        for (var gamer : squads.keySet()) {
            var json = bed.as("anyone").at("gamerId", gamer).send("GetGamer").json();
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
            TestBed bed,
            RandomSheets sheets,
            SeasonModel model,
            Map<String, List<FootballerId>> squads,
            String gamer,
            int gameweek) {
        bed.as(gamer)
                .at("gamerId", gamer)
                .body("{\"dateOfBirth\": \"1990-12-31\", \"country\": \"Norway\"}")
                .send("PutGamer");
        var squad = sheets.squad(squads.getOrDefault(gamer, List.of()), 3);
        var sheet = sheets.sheet(squad, null, null);
        var expected =
                model.put(
                        gamer,
                        gameweek,
                        new SeasonModel.Sheet(
                                sheet.goalKeeper().value(),
                                texts(sheet.players()),
                                texts(sheet.subs()),
                                sheet.captain().value(),
                                sheet.viceCaptain().value(),
                                null,
                                null));
        var response =
                bed.as(gamer)
                        .at("gamerId", gamer)
                        .at("gameweek", Integer.toString(gameweek))
                        .body(json(sheet))
                        .send("PutTeamSheet");
        if (expected.isAccepted()) {
            assertThat(response.status()).isIn(200, 201);
            assertThat(response.json().path("bank").asInt()).isEqualTo(expected.bank());
            squads.put(gamer, squad);
        } else {
            assertThat(response.status()).isEqualTo(422);
        }
    }

    private static String json(TeamSheet sheet) {
        return new FantasyGame.Sheet(
                        sheet.goalKeeper().value(),
                        String.join(" ", texts(sheet.players())),
                        String.join(" ", texts(sheet.subs())),
                        sheet.captain().value(),
                        sheet.viceCaptain().value(),
                        null)
                .json();
    }

    private static List<String> texts(List<FootballerId> ids) {
        return ids.stream().map(FootballerId::value).toList();
    }
}
