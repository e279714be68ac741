package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.dynamodb.DynamoDbTable;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.settlement.Settlements;
import plaza.job.Job;
import plaza.job.Texts;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.Meter.Cost;
import plaza.table.Retry;
import plaza.testkit.TestBed;
import plaza.testkit.Works;

/// Tests of costs that the Catalogue does not document: other cases of a request, and the calls of
/// a settlement.
class FantasyCostsTest {
    @AutoClose
    private final FantasyGame game = new FantasyGame().withFootballers().withGameweeks(1);

    private final TestBed bed = game.bed();

    @BeforeEach
    void start() {
        game.gamer("ann");
        game.league("ann", "pub", "The Pub");
    }

    /// The first sheet of a later gameweek also reads the previous sheet and links it to itself.
    @Test
    void theFirstSheetOfAGameweekIsOneTransactionOfThreeWrites() {
        game.withGameweeks(2);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var measured = bed.meter().measure(() -> game.sheet("ann", 2, FantasyGame.SHEET));
        assertThat(measured.answer().status()).isEqualTo(201);
        assertThat(measured.cost()).isEqualTo(new Cost(11.5, 6, 0, 4));
    }

    /// Reading another gamer's sheet also reads the deadline, even if the sheet does not exist.
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

    /// Settling a gamer with a sheet in three leagues writes the gamer, the sheet, and for each
    /// league the membership and twice its index (a row moves). It needs no separate Query.
    @Test
    void theCostOfSettlingOneGamer() {
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.allPlay(1, 3);
        for (var league : List.of("a", "b", "c")) {
            game.league("ann", league, "L");
            game.join("ann", league);
        }
        game.closed(1).settle(1);
        var job = jobOf("ann");
        var before = new HashMap<>(bed.meter().calls());

        var settling = settle(job);

        assertThat(calls(before))
                .containsOnly(
                        // the gamer; the sheet; the three leagues
                        Map.entry("BatchGetItem", 3L),
                        // the gameweek, before the writes and after them
                        Map.entry("GetItem", 2L),
                        // the list of all gamers, the fixture points and the reports of the other
                        // shards: shared by a hundred gamers
                        Map.entry("Query", 3L),
                        // gamer, sheet, three leagues
                        Map.entry("UpdateItem", 5L),
                        // the report
                        Map.entry("PutItem", 1L));
        assertThat(settling.writeUnits()).isEqualTo(1 + 1 + 3 * (1 + 2) + 1);

        before.putAll(bed.meter().calls());
        var again = settle(job);
        // Only the report is sent, and its condition fails because it is written already.
        assertThat(again.writeUnits()).isEqualTo(1);
    }

    /// A gamer without a sheet costs one more Query, for the sheet that they play again.
    @Test
    void settlingAGamerWithoutASheetCostsOneQuery() {
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.withGameweeks(2).allPlay(2, 3);
        game.closed(2).settle(2);
        var job = jobOf("ann");
        var before = new HashMap<>(bed.meter().calls());
        var settling = settle(job);
        assertThat(calls(before)).containsEntry("Query", 4L).containsEntry("UpdateItem", 1L);
        assertThat(settling.writeUnits()).isEqualTo(1 + 1);
        assertThat(game.points("ann")).isEqualTo("{\"02\":36} 36");
    }

    /// Returns the job that settles the gamer's shard.
    private FantasyWork.SettleGamers jobOf(String gamer) {
        var shard = GamerItems.allGamersEntry(GamerId.of(gamer)).key().pk();
        return bed.everything().values().stream()
                .filter(item -> item.key().pk().startsWith("Job#settle#"))
                .map(item -> (FantasyWork.SettleGamers) Works.of(Job.from(item)))
                .filter(work -> FantasyKeys.ALL_GAMERS.of(work.shard()).pk().equals(shard))
                .findFirst()
                .orElseThrow();
    }

    private Cost settle(FantasyWork.SettleGamers work) {
        var client = bed.emulator().client(List.of(bed.meter()));
        var table = new DynamoDbTable(client, Emulator.TABLE, Retry.standard());
        return bed.meter()
                .measure(() ->
                        new Settlements(table, bed.clock(), FantasyGame.RULES)
                                .settle(work, new Texts(), 0))
                .cost();
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
