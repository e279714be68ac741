package plaza.fantasy.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.fantasy.FantasyGame;
import plaza.job.JobStates;
import plaza.testkit.TestBed;

/// The states that a settlement reports.
final class SettlementStateTest {
    /// More than one chunk of gamers.
    private static final int GAMERS = 60;

    private final JobStates states = new JobStates();
    private final TestBed bed = states.bed();

    @AfterEach
    void stop() {
        states.close();
    }

    @Test
    void aSettlementEndsWithItsLastGamerAndCountsAllGamersOrNone() {
        var game = new FantasyGame(bed);
        game.withFootballers().withGameweeks(1);
        var gamers = IntStream.range(0, GAMERS).mapToObj("g%d"::formatted).toList();
        for (var gamer : gamers) {
            game.gamer(gamer);
            game.sheet(gamer, 1, FantasyGame.SHEET);
        }
        game.allPlay(1, 3).closed(1);
        bed.drain();
        assertThat(game.settle(1).json().has("gamers")).isFalse();
        assertThat(states.run(() -> game.settlement(1), () -> points(game, gamers)))
                .containsExactly("running", "settled");
        var counts = new TreeSet<Integer>();
        states.reports().stream()
                .filter(report -> report.has("gamers"))
                .forEach(report -> counts.add(report.path("gamers").asInt()));
        assertThat(counts).containsExactly(GAMERS);
        assertThat(states.reports()).anyMatch(report -> !report.has("gamers"));
    }

    private static Object points(FantasyGame game, List<String> gamers) {
        return gamers.stream().map(game::points).toList();
    }
}
