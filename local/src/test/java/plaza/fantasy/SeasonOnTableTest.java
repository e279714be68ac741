package plaza.fantasy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.fantasy.model.Chip;
import plaza.fantasy.model.Club;
import plaza.fantasy.model.Fixture;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.FootballerSeason;
import plaza.fantasy.model.RandomSheets;
import plaza.fantasy.model.SeasonModel;
import plaza.fantasy.model.TeamSheet;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.table.Write;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;

/// A season of 38 gameweeks through the handlers and the stream, side by side with [SeasonModel]:
/// every answer to a sheet, every score, total, bank, rank and rank before is the same, with
/// settlements repeated, out of order and after corrections. `verify` plays the five gameweeks
/// about the gap in the numbers with a few gamers, `-Ddeep` all of them with a thousand.
class SeasonOnTableTest {
    private static final int GAMERS_IN_VERIFY = 10;
    private static final int GAMERS_DEEP = 1_000;

    /// As one real season was numbered.
    private static final List<Integer> GAMEWEEKS = gameweeks();

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void everyVerdictScoreTotalBankAndRankMatchesTheSeasonModel() {
        Seeds.forEach(
                "a season on the table",
                1,
                random -> {
                    try (var bed = new TestBed()) {
                        var gamers = SharedData.isDeep() ? GAMERS_DEEP : GAMERS_IN_VERIFY;
                        new Season(bed, random, gamers).play();
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

    /// A sheet on its way, and what the model answers to it.
    private record Sent(
            String gamer, int gameweek, TeamSheet sheet, SeasonModel.Verdict expected) {}

    private static final class Season {
        private final TestBed bed;
        private final SplittableRandom random;
        private final RandomSheets sheets;
        private final SeasonModel model = new SeasonModel();
        private final List<String> gamers = new ArrayList<>();
        private final Map<String, TreeSet<String>> leagues = new TreeMap<>();
        private final Map<String, List<FootballerId>> squads = new HashMap<>();
        private final Map<String, TreeSet<Integer>> sheetsPut = new HashMap<>();
        private final TreeSet<Integer> settled = new TreeSet<>();
        private final TreeSet<Integer> due = new TreeSet<>();
        private int accepted;
        private int refused;
        private int settlements;

        Season(TestBed bed, SplittableRandom random, int count) {
            this.bed = bed;
            this.random = random;
            this.sheets = new RandomSheets(random.split());
            for (var number = 0; number < count; number++) {
                gamers.add("g" + number);
            }
        }

        void play() {
            begin();
            for (var place = 0; place < GAMEWEEKS.size(); place++) {
                var gameweek = GAMEWEEKS.get(place);
                hold(gameweek);
                putSheets(gameweek);
                bed.clock().advance(Duration.ofHours(2));
                due.add(gameweek);
                playFixtures(gameweek);
                var isLast = place == GAMEWEEKS.size() - 1;
                correct();
                settle(isLast);
                if (random.nextInt(4) == 0) {
                    changeMembers();
                }
                if (isLast || place % 12 == 5) {
                    settle(true);
                    compare();
                    System.out.printf(
                            "%d gameweeks of %d are as in the model%n",
                            place + 1, GAMEWEEKS.size());
                }
            }
            System.out.printf(
                    "%d gamers, %d gameweeks: %d sheets accepted, %d refused, %d settlements%n",
                    gamers.size(), GAMEWEEKS.size(), accepted, refused, settlements);
            assertThat(accepted).isGreaterThan(gamers.size());
        }

        private void begin() {
            tellFootballers();
            each(
                    gamers,
                    gamer -> {
                        var json = "{\"dateOfBirth\": \"1990-12-31\", \"country\": \"Norway\"}";
                        assertThat(
                                        bed.as(gamer)
                                                .at("gamerId", gamer)
                                                .body(json)
                                                .send("PutGamer")
                                                .status())
                                .isEqualTo(201);
                    });
            for (var league : List.of("all", "half", "few", "pair")) {
                leagues.put(league, new TreeSet<>());
                bed.as(gamers.getFirst())
                        .at("leagueId", league)
                        .body("{\"name\": \"L\"}")
                        .send("PutLeague");
            }
            for (var gamer : gamers) {
                var place = gamers.indexOf(gamer);
                member("all", gamer);
                if (place % 2 == 0) {
                    member("half", gamer);
                }
                if (place % 7 == 0) {
                    member("few", gamer);
                }
                if (place < 2) {
                    member("pair", gamer);
                }
            }
        }

        private void member(String league, String gamer) {
            var joined =
                    bed.as(gamer).at("leagueId", league).at("gamerId", gamer).send("JoinLeague");
            assertThat(joined.status()).isEqualTo(201);
            requireNonNull(leagues.get(league)).add(gamer);
        }

        /// One joins the few, one leaves them.
        private void changeMembers() {
            var few = requireNonNull(leagues.get("few"));
            var one = gamers.get(random.nextInt(gamers.size()));
            if (few.contains(one)) {
                var left = bed.as(one).at("leagueId", "few").at("gamerId", one).send("LeaveLeague");
                assertThat(left.status()).isEqualTo(204);
                few.remove(one);
            } else {
                member("few", one);
            }
        }

        /// Prices are told straight to the table, for speed; `PutFootballer` has its own test.
        private void tellFootballers() {
            var writes = new ArrayList<Write>();
            for (var footballer : sheets.footballers.values()) {
                model.footballer(
                        footballer.id().value(),
                        footballer.position().text(),
                        footballer.club().name(),
                        footballer.priceTenths());
                writes.add(
                        Write.Put.of(
                                FantasyItems.footballer(
                                        new FootballerSeason(
                                                footballer, null, new TreeMap<>(), 0))));
            }
            bed.table().writeAll(writes);
        }

        private void hold(int gameweek) {
            model.gameweek(gameweek);
            if (random.nextBoolean()) {
                sheets.changePrices();
                tellFootballers();
            }
            var deadline = bed.clock().instant().plus(Duration.ofHours(1));
            var held =
                    bed.as("boss")
                            .asAdmin()
                            .at("gameweek", Integer.toString(gameweek))
                            .body("{\"deadline\": \"" + deadline + "\"}")
                            .send("PutGameweek");
            assertThat(held.status()).isEqualTo(201);
            for (var fixture : List.of("x1", "x2")) {
                var declared =
                        new Fixture(
                                FixtureId.of(fixture), new Club("Harbour"), new Club("Fog"), null);
                bed.table()
                        .write(Write.Put.of(FantasyItems.fixture(Gameweek.of(gameweek), declared)));
            }
        }

        private void putSheets(int gameweek) {
            for (var round = 0; round < 2; round++) {
                var sent = new ArrayList<Sent>();
                for (var gamer : gamers) {
                    var eager = squads.containsKey(gamer) ? 3 : 9;
                    if (random.nextInt(10) < eager) {
                        var sheet = sheet(gamer);
                        sent.add(
                                new Sent(
                                        gamer,
                                        gameweek,
                                        sheet,
                                        model.put(gamer, gameweek, plain(sheet))));
                    }
                }
                each(sent, this::put);
                for (var one : sent) {
                    if (one.expected().isAccepted()) {
                        accepted++;
                        sheetsPut.computeIfAbsent(one.gamer(), _ -> new TreeSet<>()).add(gameweek);
                        if (one.sheet().chip() != Chip.FREE_HIT) {
                            squads.put(one.gamer(), one.sheet().squad());
                        }
                    } else {
                        refused++;
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

        private void put(Sent sent) {
            var response =
                    bed.as(sent.gamer())
                            .at("gamerId", sent.gamer())
                            .at("gameweek", Integer.toString(sent.gameweek()))
                            .body(json(sent.sheet()))
                            .send("PutTeamSheet");
            if (sent.expected().isAccepted()) {
                assertThat(response.status()).as("%s %s", sent, response).isIn(200, 201);
                assertThat(response.json().path("transferCost").asInt())
                        .isEqualTo(sent.expected().transferCost());
                assertThat(response.json().path("bank").asInt()).isEqualTo(sent.expected().bank());
            } else if (sent.expected().brokenRules().isEmpty()) {
                assertThat(response.status()).as("%s %s", sent, response).isEqualTo(409);
                assertThat(response.json().path("transferCost").asInt(-1))
                        .isEqualTo(sent.expected().transferCost());
            } else {
                assertThat(response.status()).as("%s %s", sent, response).isEqualTo(422);
                var codes = new TreeSet<String>();
                response.json()
                        .path("errors")
                        .forEach(error -> codes.add(error.path("code").asText()));
                assertThat(codes).isEqualTo(sent.expected().brokenRules());
            }
        }

        /// Told straight to the table, for speed; corrections go through `PutFixturePoints`.
        private void playFixtures(int gameweek) {
            var writes = new ArrayList<Write>();
            for (var id : sheets.footballers.keySet()) {
                for (var fixture = random.nextInt(3); fixture > 0; fixture--) {
                    var line = line("x" + fixture);
                    tell(id, gameweek, line);
                    FantasyItems.fixturePoints(id, Gameweek.of(gameweek), line)
                            .forEach(item -> writes.add(Write.Put.of(item)));
                }
            }
            bed.table().writeAll(writes);
        }

        private FixturePoints line(String fixture) {
            var plays = random.nextInt(3) > 0;
            return new FixturePoints(
                    FixtureId.of(fixture),
                    plays ? random.nextInt(20) - 4 : -random.nextInt(2),
                    plays ? random.nextInt(91) : 0,
                    random.nextInt(12) == 0 ? 1 : 0,
                    random.nextInt(30) == 0 ? 1 : 0);
        }

        private void tell(FootballerId id, int gameweek, FixturePoints line) {
            model.fixturePoints(
                    id.value(),
                    gameweek,
                    line.fixture().value(),
                    line.points(),
                    line.minutes(),
                    line.yellowCards(),
                    line.redCards());
        }

        /// Corrects a few lines of gameweeks that may be settled already.
        private void correct() {
            var held = GAMEWEEKS.stream().filter(due()::contains).toList();
            for (var times = random.nextInt(3) / 2; times > 0; times--) {
                var gameweek = held.get(random.nextInt(held.size()));
                for (var lines = 4; lines > 0; lines--) {
                    var ids = List.copyOf(sheets.footballers.keySet());
                    var id = ids.get(random.nextInt(ids.size()));
                    var line = line("x" + (1 + random.nextInt(2)));
                    tell(id, gameweek, line);
                    var corrected =
                            bed.as("boss")
                                    .asAdmin()
                                    .at("footballerId", id.value())
                                    .at("gameweek", Integer.toString(gameweek))
                                    .at("fixtureId", line.fixture().value())
                                    .body(
                                            "{\"points\": %d, \"minutes\": %d, \"yellowCards\": %d, \"redCards\": %d}"
                                                    .formatted(
                                                            line.points(),
                                                            line.minutes(),
                                                            line.yellowCards(),
                                                            line.redCards()))
                                    .send("PutFixturePoints");
                    assertThat(corrected.status()).isIn(200, 201);
                }
                settled.remove(gameweek);
                due.add(gameweek);
            }
        }

        private Set<Integer> due() {
            var all = new TreeSet<>(due);
            all.addAll(settled);
            return all;
        }

        /// Settles what is due, in any order, some of it later, and some of what is not due again;
        /// all at once, or one after the other.
        private void settle(boolean everything) {
            var order = new ArrayList<>(due);
            if (!everything && order.size() < 3 && random.nextInt(3) > 0) {
                order.clear();
            }
            if (!settled.isEmpty() && random.nextInt(4) == 0) {
                order.add(List.copyOf(settled).get(random.nextInt(settled.size())));
            }
            if (!order.isEmpty() && random.nextInt(4) == 0) {
                order.add(order.getFirst());
            }
            for (var gameweek : shuffled(order)) {
                var begun =
                        bed.as("boss")
                                .asAdmin()
                                .at("gameweek", Integer.toString(gameweek))
                                .send("SettleGameweek");
                assertThat(begun.status()).isEqualTo(202);
                settlements++;
                if (random.nextInt(3) == 0) {
                    bed.drain();
                }
            }
            bed.drain();
            settled.addAll(order);
            order.forEach(due::remove);
        }

        private List<Integer> shuffled(List<Integer> list) {
            var shuffled = new ArrayList<>(list);
            for (var place = shuffled.size() - 1; place > 0; place--) {
                var other = random.nextInt(place + 1);
                shuffled.set(place, shuffled.set(other, shuffled.get(place)));
            }
            return shuffled;
        }

        private void compare() {
            bed.drain();
            var last = settled.last();
            for (var gamer : gamers) {
                var json = bed.as("anyone").at("gamerId", gamer).send("GetGamer").json();
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
                    var sheet =
                            bed.as("anyone")
                                    .at("gamerId", gamer)
                                    .at("gameweek", Integer.toString(gameweek))
                                    .send("GetTeamSheet")
                                    .json();
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
            for (var time = 0; time < Math.min(5, members.size()); time++) {
                var place = random.nextInt(expected.size());
                var around = new ArrayList<SeasonModel.Row>();
                bed.as("anyone")
                        .at("leagueId", league)
                        .at("gamerId", expected.get(place).gamer())
                        .query("limit", "5")
                        .send("GetLeagueStandingsAround")
                        .json()
                        .path("items")
                        .forEach(row -> around.add(row(row)));
                assertThat(around)
                        .isEqualTo(
                                expected.subList(
                                        Math.max(0, place - 2),
                                        Math.min(expected.size(), place + 3)));
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

        private static <T> void each(List<T> things, java.util.function.Consumer<T> work) {
            var calls = new ArrayList<Callable<T>>();
            for (var thing : things) {
                calls.add(() -> {
                    work.accept(thing);
                    return thing;
                });
            }
            try (var threads = Executors.newFixedThreadPool(4)) {
                for (var call : threads.invokeAll(calls)) {
                    call.get();
                }
            } catch (Exception fault) {
                throw new AssertionError(fault);
            }
        }

        private static SeasonModel.Sheet plain(TeamSheet sheet) {
            return new SeasonModel.Sheet(
                    sheet.goalKeeper().value(),
                    texts(sheet.players()),
                    texts(sheet.subs()),
                    sheet.captain().value(),
                    sheet.viceCaptain().value(),
                    text(sheet.chip()),
                    sheet.transferCost());
        }

        private static String json(TeamSheet sheet) {
            var json =
                    JSON.createObjectNode()
                            .put("goalKeeper", sheet.goalKeeper().value())
                            .put("captain", sheet.captain().value())
                            .put("viceCaptain", sheet.viceCaptain().value())
                            .put("chip", text(sheet.chip()))
                            .put("transferCost", sheet.transferCost());
            json.set("players", JSON.valueToTree(texts(sheet.players())));
            json.set("subs", JSON.valueToTree(texts(sheet.subs())));
            return json.toString();
        }

        private static List<String> texts(List<FootballerId> ids) {
            return ids.stream().map(FootballerId::value).toList();
        }

        private static @Nullable String text(@Nullable Chip chip) {
            return chip == null ? null : chip.text();
        }
    }
}
