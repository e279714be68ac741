package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.job.Job;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.Meter.Cost;
import plaza.table.DynamoDbTable;
import plaza.table.KeySpace;
import plaza.table.Retry;
import plaza.testkit.TestBed;

/// What calls of the game cost beside the case that the Catalogue names, and what a settlement
/// does.
class FantasyCostsTest {
    private FantasyGame game;
    private TestBed bed;

    @BeforeEach
    void start() {
        game = new FantasyGame().withFootballers().withGameweeks(1);
        bed = game.bed();
        game.gamer("ann");
        game.league("ann", "pub", "The Pub");
    }

    @AfterEach
    void stop() {
        game.close();
    }

    /// The first sheet of a later gameweek also reads the sheet before it and points it at itself.
    @Test
    void theFirstSheetOfAGameweekIsOneTransactionOfThreeWrites() {
        game.withGameweeks(2);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var measured = bed.meter().measure(() -> game.sheet("ann", 2, FantasyGame.SHEET));
        assertThat(measured.answer().status()).isEqualTo(201);
        assertThat(measured.cost()).isEqualTo(new Cost(19, 6, 0, 4));
    }

    /// Another gamer's sheet takes a second read, of the deadline; so does one that does not exist.
    @Test
    void readingTheSheetOfAnotherGamerCostsOneMoreRead() {
        game.sheet("ann", 1, FantasyGame.SHEET);
        bed.clock().advance(Duration.ofHours(1));
        for (var gamer : List.of("ann", "ben")) {
            var read = bed.meter().measure(() -> game.getSheet(bed.as("cid"), gamer, 1));
            assertThat(read.answer().status()).isEqualTo(gamer.equals("ann") ? 200 : 404);
            assertThat(read.cost()).isEqualTo(new Cost(1.5, 0, 0, 2));
        }
    }

    /// One gamer in three leagues, with a sheet: a write for himself, one for his sheet, one for
    /// each league (and two in the index, where the row changes its place); and no Query of his
    /// own.
    @Test
    void theCostOfSettlingOneGamer() {
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.allPlay(1, 3);
        for (var league : List.of("a", "b", "c")) {
            game.league("ann", league, "L");
            game.join("ann", league);
        }
        game.closed(1).settle(1);
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
                        // the gameweek, before the writes and after them
                        Map.entry("GetItem", 2L),
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
    void settlingAGamerWithoutASheetCostsOneQuery() {
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.withGameweeks(2).allPlay(2, 3);
        game.closed(2).settle(2);
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
        var roster = FantasyItems.allGamersEntry(GamerId.of(gamer)).key();
        return roster.pk().equals(KeySpace.allGamers(Integer.parseInt(job.ids().get(1))).pk());
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
}
