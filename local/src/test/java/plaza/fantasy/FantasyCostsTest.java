package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.TestBed;
import plaza.TestBed.Reply;
import plaza.fantasy.model.Career;
import plaza.fantasy.model.Club;
import plaza.fantasy.model.Footballer;
import plaza.fantasy.model.Position;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.job.Job;
import plaza.local.Emulator;
import plaza.local.Meter.Cost;
import plaza.table.DynamoDbTable;
import plaza.table.KeySpace;
import plaza.table.Retry;
import plaza.table.Write;

/// Every call costs exactly what its row of the Catalogue says, in the case that the row names; and
/// a settlement what the README says.
class FantasyCostsTest {
    private Game game;
    private TestBed bed;

    @BeforeEach
    void start() {
        game = new Game().withFootballers().holding(1);
        bed = game.bed();
        game.gamer("ann");
        game.league("ann", "pub", "The Pub");
    }

    @AfterEach
    void stop() {
        game.close();
    }

    @Test
    void gamers() {
        assertCost("PutGamer", 200, () -> game.gamer("ann"));
        assertCost("GetGamer", 200, () -> game.getGamer("ann"));
    }

    @Test
    void teamSheets() {
        game.sheet("ann", 1, Game.SHEET);
        assertCost("PutTeamSheet", 200, () -> game.sheet("ann", 1, Game.SHEET.captained("m2")));
        game.allPlay(1, 3).settled(1);
        assertCost("GetTeamSheet", 200, () -> game.getSheet("ann", 1));
    }

    /// The first sheet of a later gameweek also reads the sheet before it and points it at itself.
    @Test
    void theFirstSheetOfAGameweekIsOneTransactionOfThree() {
        game.holding(2);
        game.sheet("ann", 1, Game.SHEET);
        var measured = bed.meter().measure(() -> game.sheet("ann", 2, Game.SHEET));
        assertThat(measured.answer().status()).isEqualTo(201);
        assertThat(measured.cost()).isEqualTo(new Cost(19, 6, 0, 4));
    }

    @Test
    void footballers() {
        assertCost("PutFootballer", 200, () -> game.footballer("d1", "defender", "club of d1", 61));
        assertCost(
                "GetFootballer",
                200,
                () -> bed.as("anyone").at("footballerId", "d1").send("GetFootballer"));
        assertCost("PutFixturePoints", 201, () -> game.line("d1", 1, "x", 3, 90));
        var writes = new ArrayList<Write>();
        for (var number = 100; number < 151; number++) {
            var footballer =
                    new Footballer(
                            FootballerId.of("id" + number),
                            "Firstname Lastname",
                            Position.FORWARD,
                            new Club("Manchester City"),
                            45);
            var career = new Career(footballer, new BigDecimal("12.3"), new TreeMap<>(), 0);
            writes.add(Write.Put.of(FantasyItems.footballer(career)));
        }
        bed.table().writeAll(writes);
        assertCost(
                "ListFootballersByPosition",
                200,
                () -> bed.as("anyone").at("position", "forward").send("ListFootballersByPosition"));
    }

    @Test
    void gameweeksAndSettlements() {
        assertCost("PutGameweek", 200, () -> game.gameweek(1, Duration.ofHours(2)));
        assertCost("GetGameweek", 200, () -> bed.as("ann").at("gameweek", "1").send("GetGameweek"));
        assertCost("SettleGameweek", 202, () -> game.settle(1));
        bed.drain();
        assertCost("GetSettlement", 200, () -> game.settlement(1));
    }

    @Test
    void leagues() {
        assertCost("PutLeague", 201, () -> game.league("ann", "inn", "The Inn"));
        assertCost("GetLeague", 200, () -> bed.as("ann").at("leagueId", "pub").send("GetLeague"));
        assertCost("JoinLeague", 201, () -> game.join("ann", "pub"));
        assertCost("LeaveLeague", 204, () -> game.leave("ann", "pub"));
        for (var number = 0; number < 51; number++) {
            game.league("ann", "league" + number, "L");
            game.join("ann", "league" + number);
        }
        assertCost(
                "ListLeaguesByGamer",
                200,
                () -> bed.as("anyone").at("gamerId", "ann").send("ListLeaguesByGamer"));
    }

    @Test
    void standings() {
        for (var number = 0; number < 60; number++) {
            var id = "gamer" + (100 + number);
            game.gamer(id);
            game.give(id, 1, number);
            game.join(id, "pub");
        }
        assertCost(
                "GetLeagueStandings",
                200,
                () -> bed.as("anyone").at("leagueId", "pub").send("GetLeagueStandings"));
        assertCost("GetLeagueStandingsAround", 200, () -> game.around("pub", "gamer130", 11));
    }

    /// One gamer in three leagues, with a sheet: a write for himself, one for his sheet, one for
    /// each league (and two in the index, where the row changes its place); and no Query of his
    /// own.
    @Test
    void settlingOneGamer() {
        game.sheet("ann", 1, Game.SHEET);
        game.allPlay(1, 3);
        for (var league : List.of("a", "b", "c")) {
            game.league("ann", league, "L");
            game.join("ann", league);
        }
        game.settle(1);
        var job =
                bed.everything().values().stream()
                        .filter(item -> item.key().pk().startsWith("Job#settle#"))
                        .map(Job::from)
                        .filter(each -> isShardOf("ann", each))
                        .findFirst()
                        .orElseThrow();
        var before = new HashMap<>(bed.meter().calls());

        var settling = settle(job);

        assertThat(calls(before))
                .containsOnly(
                        // the gamer; his sheet
                        Map.entry("BatchGetItem", 2L),
                        // the gameweek
                        Map.entry("GetItem", 1L),
                        // the roster, the lines, the other shards' reports: shared by a hundred
                        Map.entry("Query", 3L),
                        // gamer, sheet, three leagues
                        Map.entry("UpdateItem", 5L),
                        // the report
                        Map.entry("PutItem", 1L));
        assertThat(settling.writeUnits()).isEqualTo(1 + 1 + 3 * (1 + 2) + 1);

        before.putAll(bed.meter().calls());
        var again = settle(job);
        // Nothing but the report, which is refused: it is there.
        assertThat(again.writeUnits()).isEqualTo(1);
    }

    /// Who put no sheet costs one Query more, for the sheet that he plays again.
    @Test
    void settlingOneGamerWithoutASheetIsOneQueryOfHisOwn() {
        game.sheet("ann", 1, Game.SHEET);
        game.holding(2).allPlay(2, 3);
        game.settle(2);
        var job =
                bed.everything().values().stream()
                        .filter(item -> item.key().pk().startsWith("Job#settle#"))
                        .map(Job::from)
                        .filter(each -> isShardOf("ann", each))
                        .findFirst()
                        .orElseThrow();
        var before = new HashMap<>(bed.meter().calls());
        var settling = settle(job);
        assertThat(calls(before)).containsEntry("Query", 4L).containsEntry("UpdateItem", 1L);
        assertThat(settling.writeUnits()).isEqualTo(1 + 1);
        assertThat(game.points("ann")).isEqualTo("{\"02\":36} 36");
    }

    private static boolean isShardOf(String gamer, Job job) {
        var roster = FantasyItems.rosterEntry(GamerId.of(gamer)).key();
        return roster.pk().equals(KeySpace.rosterOf(Integer.parseInt(job.ids().get(1))).pk());
    }

    private Cost settle(Job job) {
        assertThat(Gameweek.parse(job.ids().getFirst())).isNotNull();
        var client = bed.emulator().client(List.of(bed.meter()));
        var table = new DynamoDbTable(client, Emulator.TABLE, Retry.standard());
        return bed.meter().measure(() -> new Settlements(table, bed.clock()).settle(job)).cost();
    }

    private Map<String, Long> calls(Map<String, Long> before) {
        var calls = new HashMap<String, Long>();
        bed.meter()
                .calls()
                .forEach((name, count) -> {
                    var more = count - before.getOrDefault(name, 0L);
                    if (more > 0) {
                        calls.put(name, more);
                    }
                });
        return calls;
    }

    private void assertCost(String function, int status, Supplier<Reply> call) {
        var measured = bed.meter().measure(call);
        assertThat(measured.answer().status()).isEqualTo(status);
        var budget = TestBed.row(function).budget();
        var cost = measured.cost();
        assertThat(List.of(cost.readUnits(), cost.writeUnits(), (double) cost.roundTrips()))
                .as("%s: read units, write units, round trips", function)
                .isEqualTo(
                        List.of(
                                budget.readUnits(),
                                budget.writeUnits(),
                                (double) budget.roundTrips()));
    }
}
