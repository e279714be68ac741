package plaza.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import plaza.fantasy.FantasySamples;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.text.IsoTime;

/// Two gameweeks of fantasy football, made of the sample events: gamers with sheets in leagues,
/// footballers with points, a settlement and a correction of it.
final class FantasyFixture {
    private static final int GAMEWEEKS = 2;

    private static final int FIXTURES = 3;

    /// Only so many gamers play; the others have no points.
    private static final int WITH_SHEETS = 20;

    private final TestBed bed;
    private final SplittableRandom random;

    FantasyFixture(TestBed bed, SplittableRandom random) {
        this.bed = bed;
        this.random = random;
    }

    /// Plays, and waits for the stream.
    void play(int gamers) {
        FantasySamples.prepare(bed);
        unsettle(2);
        for (var gameweek = 1; gameweek <= GAMEWEEKS; gameweek++) {
            ok(sample("PutGameweek", "boss", gameweek).send("PutGameweek"));
            for (var fixture = 0; fixture < FIXTURES; fixture++) {
                declare(gameweek, "f" + fixture);
            }
        }
        for (var number = 0; number < gamers; number++) {
            enter("gamer" + number, number < WITH_SHEETS);
        }
        for (var gameweek = 1; gameweek <= GAMEWEEKS; gameweek++) {
            close(gameweek);
            score(gameweek);
            settle(gameweek);
        }
        // a correction, which the gamers have after the next settlement
        score(1);
        settle(1);
        unsettle(2);
        settle(2);
    }

    /// Takes a settlement back, and waits for the stream.
    void unsettle(int gameweek) {
        ok(sample("UnsettleGameweek", "boss", gameweek).send("UnsettleGameweek"));
        bed.drain();
    }

    void declare(int gameweek, String fixture) {
        ok(sample("PutFixture", "boss", gameweek).at("fixtureId", fixture).send("PutFixture"));
    }

    private void close(int gameweek) {
        ok(
                bed.as("boss")
                        .asAdmin()
                        .at("gameweek", Integer.toString(gameweek))
                        .body(
                                "{\"deadline\": \"%s\"}"
                                        .formatted(IsoTime.format(bed.clock().instant())))
                        .send("PutGameweek"));
    }

    private void settle(int gameweek) {
        ok(sample("SettleGameweek", "boss", gameweek).send("SettleGameweek"));
        bed.drain();
    }

    /// A gamer in the league `pub`, and some in `inn` too.
    private void enter(String gamer, boolean withSheets) {
        ok(sample("PutGamer", gamer, 1).send("PutGamer"));
        for (var gameweek = 1; withSheets && gameweek <= GAMEWEEKS; gameweek++) {
            ok(sample("PutTeamSheet", gamer, gameweek).send("PutTeamSheet"));
        }
        join(gamer, "pub");
        if (random.nextBoolean()) {
            join(gamer, "inn");
        }
    }

    private void join(String gamer, String league) {
        ok(bed.as(gamer).at("gamerId", gamer).at("leagueId", league).send("JoinLeague"));
    }

    private void score(int gameweek) {
        for (var position : List.of("gk", "d", "m", "f")) {
            for (var number = 1; number <= 5; number++) {
                ok(
                        bed.as("boss")
                                .asAdmin()
                                .at("footballerId", position + number)
                                .at("gameweek", Integer.toString(gameweek))
                                .at("fixtureId", "f" + random.nextInt(FIXTURES))
                                .body(
                                        "{\"points\": %d, \"minutes\": 90}"
                                                .formatted(random.nextInt(-2, 12)))
                                .send("PutFixturePoints"));
            }
        }
    }

    private TestRequest sample(String function, String caller, int gameweek) {
        var call =
                bed.as(caller)
                        .asAdmin()
                        .at("gamerId", caller)
                        .at("gameweek", Integer.toString(gameweek));
        var body = SampleEvents.http(TestBed.row(function)).getBody();
        return body == null ? call : call.body(body);
    }

    private static void ok(TestResponse reply) {
        assertThat(reply.status()).as("%s", reply).isBetween(200, 299);
    }
}
