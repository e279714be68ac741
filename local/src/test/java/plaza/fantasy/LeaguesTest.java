package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.fantasy.model.Gamer;
import plaza.fantasy.model.League;
import plaza.http.RateLimiter;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.id.UserId;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.testkit.TestBed;

class LeaguesTest {
    private FantasyGame game;
    private TestBed bed;

    @BeforeEach
    void start() {
        game = new FantasyGame();
        bed = game.bed();
    }

    @AfterEach
    void stop() {
        game.close();
    }

    @Test
    void onlyTheOwnerOfALeagueCanRenameIt() {
        game.gamer("ann");
        var founded = game.league("ann", "pub", "The Pub");
        assertThat(founded.status()).isEqualTo(201);
        assertThat(founded.json().toString())
                .isEqualTo(
                        "{\"leagueId\":\"pub\",\"name\":\"The Pub\",\"createdBy\":\"ann\","
                                + "\"createdAt\":\"2026-11-20T10:00:00.000Z\"}");
        assertThat(game.league("ben", "pub", "Mine").status()).isEqualTo(403);
        assertThat(name()).isEqualTo("The Pub");
        var renamed = game.league("ann", "pub", "The Inn");
        assertThat(renamed.status()).isEqualTo(200);
        assertThat(renamed.json().path("createdBy").asText()).isEqualTo("ann");
        assertThat(name()).isEqualTo("The Inn");
        assertThat(game.league("ann", "pub", "").badFields()).containsExactly("name");
        assertThat(bed.as("ann").at("leagueId", "inn").send("GetLeague").status()).isEqualTo(404);
    }

    @Test
    void foundingALeagueNeedsAGamer() {
        var response = game.league("ann", "pub", "The Pub");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.badFields()).containsExactly("gamerId");
        assertThat(response.json().path("detail").asText())
                .isEqualTo("You have no gamer yet. Create one with PUT /gamers/{gamerId}.");
        assertThat(bed.everything()).isEmpty();
        game.gamer("ann");
        assertThat(game.league("ann", "pub", "The Pub").status()).isEqualTo(201);
    }

    /// A league can be older than the rule that founding a league needs a gamer.
    @Test
    void renamingALeagueNeedsNoGamer() {
        var league = LeagueId.of("old");
        bed.table()
                .write(
                        Write.Put.of(
                                FantasyItems.league(
                                        new League(
                                                league,
                                                "Old",
                                                UserId.of("ann"),
                                                bed.clock().instant(),
                                                1))));
        assertThat(game.league("ann", "old", "Older").status()).isEqualTo(200);
        assertThat(game.league("ben", "old", "Mine").status()).isEqualTo(403);
    }

    /// An eventually consistent read can miss the latest writes.
    @Test
    void aLeagueAndAGamerThatAReplicaLacksAreFound() {
        var lagging =
                new ForwardingTable(bed.table()) {
                    @Override
                    public List<Item> getAllEventually(List<Key> keys) {
                        return List.of();
                    }
                };
        game.gamer("ann");
        for (var status : List.of(201, 200)) {
            var response =
                    bed.as("ann")
                            .at("leagueId", "pub")
                            .body("{\"name\": \"The Pub\"}")
                            .send(
                                    "PutLeague",
                                    new PutLeague(lagging, bed.clock(), RateLimiter.OFF));
            assertThat(response.status()).isEqualTo(status);
        }
    }

    @Test
    void joiningCopiesThePointsAndJoiningAgainChangesNothing() {
        game.gamer("ann");
        game.league("ann", "pub", "The Pub");
        game.givePoints("ann", 1, -6);

        var joined = game.join("ann", "pub");

        assertThat(joined.status()).isEqualTo(201);
        assertThat(joined.json().toString())
                .isEqualTo(
                        "{\"leagueId\":\"pub\",\"gamerId\":\"ann\",\"joinedAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"totalPoints\":-6,\"gameweekPoints\":-6,\"gameweek\":\"01\"}");
        bed.clock().advance(Duration.ofHours(1));
        var again = game.join("ann", "pub");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(joined.json());
        assertThat(bed.items(KeySpace.gamerItems(GamerId.of("ann"))))
                .extracting(item -> item.key().sk())
                .containsExactly("Gamer#ann", "League#pub");
        assertThat(game.standings("pub", 50)).containsExactly("1(1) ann -6 -6");
    }

    @Test
    void leavingRemovesTheRowImmediatelyAndLeavingAgainChangesNothing() {
        game.foundLeague("ann", "pub", "The Pub");
        game.foundLeague("ann", "inn", "The Inn");
        for (var gamer : List.of("ann", "ben")) {
            game.gamer(gamer);
            game.join(gamer, "pub");
            game.join(gamer, "inn");
        }
        assertThat(game.standings("pub", 50)).hasSize(2);

        assertThat(game.leave("ann", "pub").status()).isEqualTo(204);

        assertThat(game.standings("pub", 50)).containsExactly("1(1) ben 0 0");
        assertThat(game.standings("inn", 50)).hasSize(2);
        assertThat(game.leave("ann", "pub").status()).isEqualTo(204);
        assertThat(game.leave("ann", "nowhere").status()).isEqualTo(204);
        assertThat(game.leave("unknown", "pub").status()).isEqualTo(204);
        assertThat(leagues("ann")).containsExactly("inn");
        assertThat(game.join("ann", "pub").status()).isEqualTo(201);
        assertThat(game.standings("pub", 50)).hasSize(2);
    }

    @Test
    void aGamerCanJoinLeaguesUpToTheLimit() {
        game.gamer("ann");
        var leagues = new ArrayList<LeagueId>();
        for (var number = 1; number < Gamer.LEAGUES_MAX; number++) {
            leagues.add(LeagueId.of("l" + number));
        }
        var gamer = game.stored("ann").in(leagues);
        bed.table().write(Write.Put.of(FantasyItems.gamer(gamer)));
        game.league("ann", "last", "Last");
        game.league("ann", "over", "Over");

        assertThat(game.join("ann", "last").status()).isEqualTo(201);
        var over = game.join("ann", "over");
        assertThat(over.status()).isEqualTo(422);
        assertThat(over.badFields()).containsExactly("leagueId");
        assertThat(game.join("ann", "last").status()).isEqualTo(200);
        assertThat(game.standings("over", 50)).isEmpty();
    }

    @Test
    void leaguesAreListedPageByPage() {
        game.gamer("ann");
        for (var number = 0; number < 5; number++) {
            game.league("ann", "l" + number, "L");
            game.join("ann", "l" + number);
        }
        assertThat(leagues("ann")).containsExactly("l0", "l1", "l2", "l3", "l4");
        assertThat(leagues("unknown")).isEmpty();
    }

    @Test
    void joiningNeedsAnExistingGamerWhoIsTheCaller() {
        game.foundLeague("cid", "pub", "The Pub");
        assertThat(game.join("ann", "pub").badFields()).containsExactly("gamerId");
        game.gamer("ann");
        assertThat(game.join("ann", "inn").badFields()).containsExactly("leagueId");
        var other = bed.as("ben").at("leagueId", "pub").at("gamerId", "ann");
        assertThat(other.send("JoinLeague").status()).isEqualTo(403);
        assertThat(other.send("LeaveLeague").status()).isEqualTo(403);
        assertThat(game.standings("pub", 50)).isEmpty();
    }

    private List<String> leagues(String gamer) {
        return bed.as("anyone").at("gamerId", gamer).all("ListLeaguesByGamer", 2).stream()
                .map(item -> item.path("leagueId").asText())
                .toList();
    }

    private String name() {
        return bed.as("anyone")
                .at("leagueId", "pub")
                .send("GetLeague")
                .json()
                .path("name")
                .asText();
    }
}
