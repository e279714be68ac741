package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SettlementTest {
    private Game game;

    @BeforeEach
    void start() {
        game = new Game();
    }

    @AfterEach
    void stop() {
        game.close();
    }

    @Test
    void aSettlementBringsPointsToGamerSheetAndLeagues() {
        game.withFootballers().holding(1);
        game.gamer("ann");
        game.league("ann", "pub", "The Pub");
        game.join("ann", "pub");
        assertThat(game.sheet("ann", 1, Game.SHEET).status()).isEqualTo(201);
        game.allPlay(1, 3).settled(1);

        // Eleven times three, and the captain once more.
        assertThat(game.points("ann")).isEqualTo("{\"01\":36} 36");
        assertThat(game.getSheet("ann", 1).json().path("points").asInt()).isEqualTo(36);
        assertThat(game.standings("pub", 50)).containsExactly("1(1) ann 36 36");
        assertThat(game.settlement(1).json().toString())
                .isEqualTo(
                        "{\"gameweek\":\"01\",\"status\":\"settled\",\"run\":1,"
                                + "\"startedAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"settledAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"gamersDone\":1,\"gamers\":1,\"errors\":0}");
    }
}
