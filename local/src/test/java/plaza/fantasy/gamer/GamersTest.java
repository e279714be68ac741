package plaza.fantasy.gamer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.testkit.TestBed;

class GamersTest {
    private static final FantasyGame game = new FantasyGame();
    private static final TestBed bed = game.bed();

    @Test
    void aNewGamerIsInTheListOfAllGamers() {
        var response = game.gamer("ann");

        assertThat(response.status()).isEqualTo(201);
        assertThat(response.json().toString())
                .isEqualTo(
                        "{\"gamerId\":\"ann\",\"dateOfBirth\":\"1990-12-31\",\"country\":\"Norway\","
                                + "\"gameweekPoints\":{},\"totalPoints\":0}");
        assertThat(game.getGamer(bed.as("ann"), "ann").json()).isEqualTo(response.json());
        assertThat(bed.items(FantasyKeys.GAMERS.of(GamerId.of("ann")))).hasSize(1);
        assertThat(bed.table().get(GamerItems.allGamersEntry(GamerId.of("ann")).key())).isNotNull();
    }

    @Test
    void puttingAGamerAgainReplacesTheProfileAndKeepsThePoints() {
        game.gamer("ben");
        game.givePoints("ben", 3, -2);

        var response =
                bed.as("ben")
                        .at("gamerId", "ben")
                        .body("{\"dateOfBirth\": \"1991-01-01\", \"country\": \"Chile\"}")
                        .send("PutGamer");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().toString())
                .isEqualTo(
                        "{\"gamerId\":\"ben\",\"dateOfBirth\":\"1991-01-01\",\"country\":\"Chile\","
                                + "\"gameweekPoints\":{\"03\":-2},\"totalPoints\":-2}");
    }

    @Test
    void everyUserSeesTheDisplayName() {
        assertThat(game.gamer("ida", "  Ida 🦊 ").json().path("displayName").asText())
                .isEqualTo("Ida 🦊");
        assertThat(game.getGamer("ida").json().toString())
                .isEqualTo(
                        "{\"gamerId\":\"ida\",\"displayName\":\"Ida 🦊\","
                                + "\"gameweekPoints\":{},\"totalPoints\":0}");
        game.givePoints("ida", 1, 4);
        assertThat(game.gamer("ida", "Fox").json().path("displayName").asText()).isEqualTo("Fox");
        assertThat(game.getGamer("ida").json().path("totalPoints").asInt()).isEqualTo(4);

        assertThat(game.gamer("ida").status()).isEqualTo(200);
        assertThat(game.getGamer("ida").json().has("displayName")).isFalse();
    }

    @Test
    void onlyTheGamerAndAdministratorsSeeTheDateOfBirthAndTheCountry() {
        game.gamer("gus");

        var own = game.getGamer(bed.as("gus"), "gus");
        var forAdmins = game.getGamer(bed.as("boss").asAdmin(), "gus");
        var forOthers = game.getGamer(bed.as("eve").claim("cognito:groups", "[editors]"), "gus");

        assertThat(own.json().path("dateOfBirth").asText()).isEqualTo("1990-12-31");
        assertThat(own.json().path("country").asText()).isEqualTo("Norway");
        assertThat(forAdmins.json()).isEqualTo(own.json());
        assertThat(forOthers.json().toString())
                .isEqualTo("{\"gamerId\":\"gus\",\"gameweekPoints\":{},\"totalPoints\":0}");
    }

    @Test
    void theTwoRepresentationsOfAGamerHaveDifferentEntityTags() {
        game.gamer("hal");
        var ownTag = game.getGamer(bed.as("hal"), "hal").header("etag");
        var publicTag = game.getGamer("hal").header("etag");

        assertThat(ownTag).isNotNull().isNotEqualTo(publicTag);
        var mixed = game.getGamer(bed.as("eve").header("if-none-match", ownTag), "hal");
        assertThat(mixed.status()).isEqualTo(200);
        assertThat(mixed.json().has("dateOfBirth")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"country\": \"Norway\"}                                           | 400 |"
                        + " dateOfBirth",
                "{\"dateOfBirth\": \"1990-12-31\"}                                   | 400 |"
                        + " country",
                "{\"dateOfBirth\": \"31.12.1990\", \"country\": \"Norway\"}          | 400 |"
                        + " dateOfBirth",
                "{\"dateOfBirth\": \"1990-02-30\", \"country\": \"Norway\"}          | 400 |"
                        + " dateOfBirth",
                "{\"dateOfBirth\": \"1899-12-31\", \"country\": \"Norway\"}          | 400 |"
                        + " dateOfBirth",
                "{\"dateOfBirth\": \"+12345-01-01\", \"country\": \"Norway\"}        | 400 |"
                        + " dateOfBirth",
                "{\"dateOfBirth\": \"2026-11-22\", \"country\": \"Norway\"}          | 422 |"
                        + " dateOfBirth",
                "{\"dateOfBirth\": \"1990-12-31\", \"country\": \"\"}                | 400 |"
                        + " country",
                "{\"dateOfBirth\": \"1990-12-31\", \"country\": 7}                   | 400 |"
                        + " country",
                "{\"dateOfBirth\": \"1990-12-31\", \"country\": \"N\", \"displayName\": \" \"} |"
                        + " 400 | displayName",
                "{\"dateOfBirth\": \"1990-12-31\", \"country\": \"Norway\", \"x\": 1} | 400 | x",
            })
    void anInvalidGamerIsRejected(String body, int status, String field) {
        var response = bed.as("fay").at("gamerId", "fay").body(body).send("PutGamer");
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.badFields()).containsExactly(field);
        assertThat(game.getGamer("fay").status()).isEqualTo(404);
    }
}
