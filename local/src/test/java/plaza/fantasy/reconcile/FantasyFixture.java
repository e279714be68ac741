package plaza.fantasy.reconcile;

import java.util.List;
import java.util.SplittableRandom;
import plaza.fantasy.FantasySamples;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.text.IsoTime;

/// Two gameweeks of fantasy football, made from the sample events: gamers with team sheets in
/// leagues, footballers with points, settlements, and the correction of a settlement.
public final class FantasyFixture {
    private static final int GAMEWEEKS = 2;
    private static final int FIXTURES = 3;

    /// Further gamers have no team sheets and no points, and join only the league `pub`.
    private static final int PLAYING_MAX = 20;

    private final TestBed bed;
    private final SplittableRandom random;

    public FantasyFixture(TestBed bed, SplittableRandom random) {
        this.bed = bed;
        this.random = random;
    }

    /// Plays the gameweeks and drains the stream.
    public void play(int gamers) {
        FantasySamples.prepare(bed);
        unsettle(2);
        for (var gameweek = 1; gameweek <= GAMEWEEKS; gameweek++) {
            sample("PutGameweek", "boss", gameweek).send("PutGameweek").orFail();
            for (var fixture = 0; fixture < FIXTURES; fixture++) {
                declare(gameweek, "f" + fixture);
            }
        }
        var playing = Math.min(gamers, PLAYING_MAX);
        for (var number = 0; number < playing; number++) {
            enter("gamer" + number);
        }
        for (var number = playing; number < gamers; number++) {
            joinPub("gamer" + number);
        }
        deleteLeague("gamer0");
        bed.as("gamer0")
                .at("leagueId", "late")
                .body("{\"name\": \"Late\", \"fromGameweek\": \"2\"}")
                .send("PutLeague")
                .orFail();
        for (var number = 0; number < playing; number += 3) {
            join("gamer" + number, "late");
        }
        bed.as("gamer0")
                .at("leagueId", "cup")
                .body(
                        "{\"name\": \"Cup\", \"scoring\": \"headToHead\","
                                + " \"fromGameweek\": \"1\"}")
                .send("PutLeague")
                .orFail();
        for (var number = 0; number < playing; number += 4) {
            join("gamer" + number, "cup");
        }
        for (var gameweek = 1; gameweek <= GAMEWEEKS; gameweek++) {
            close(gameweek);
            score(gameweek);
            settle(gameweek);
        }
        // The next settlement brings the correction to the gamers.
        score(1);
        settle(1);
        unsettle(2);
        settle(2);
    }

    /// Reverts a settlement and drains the stream.
    void unsettle(int gameweek) {
        sample("UnsettleGameweek", "boss", gameweek).send("UnsettleGameweek").orFail();
        bed.drain();
    }

    void declare(int gameweek, String fixture) {
        sample("PutFixture", "boss", gameweek).at("fixtureId", fixture).send("PutFixture").orFail();
    }

    private void close(int gameweek) {
        admin(gameweek)
                .body("{\"deadline\": \"%s\"}".formatted(IsoTime.format(bed.clock().instant())))
                .send("PutGameweek")
                .orFail();
    }

    private void settle(int gameweek) {
        sample("SettleGameweek", "boss", gameweek).send("SettleGameweek").orFail();
        bed.drain();
    }

    /// Puts the team sheets of a gamer, who joins the league `pub` and, at random, `inn`.
    private void enter(String gamer) {
        joinPub(gamer);
        for (var gameweek = 1; gameweek <= GAMEWEEKS; gameweek++) {
            sample("PutTeamSheet", gamer, gameweek).send("PutTeamSheet").orFail();
        }
        if (random.nextBoolean()) {
            join(gamer, "inn");
        }
    }

    private void joinPub(String gamer) {
        sample("PutGamer", gamer, 1).send("PutGamer").orFail();
        join(gamer, "pub");
    }

    private void deleteLeague(String owner) {
        var league = bed.as(owner).at("leagueId", "bar");
        league.body("{\"name\": \"The Bar\"}").send("PutLeague").orFail();
        join(owner, "bar");
        bed.drain();
        league.send("DeleteLeague").orFail();
    }

    private void join(String gamer, String league) {
        bed.as(gamer).at("gamerId", gamer).at("leagueId", league).send("JoinLeague").orFail();
    }

    private void score(int gameweek) {
        for (var position : List.of("gk", "d", "m", "f")) {
            for (var number = 1; number <= 5; number++) {
                admin(gameweek)
                        .at("footballerId", position + number)
                        .at("fixtureId", "f" + random.nextInt(FIXTURES))
                        .body("{\"points\": %d, \"minutes\": 90}".formatted(random.nextInt(-2, 12)))
                        .send("PutFixturePoints")
                        .orFail();
            }
        }
    }

    private TestRequest admin(int gameweek) {
        return bed.as("boss").asAdmin().at("gameweek", Integer.toString(gameweek));
    }

    private TestRequest sample(String function, String caller, int gameweek) {
        var request =
                bed.as(caller)
                        .asAdmin()
                        .at("gamerId", caller)
                        .at("gameweek", Integer.toString(gameweek));
        var body = SampleEvents.http(TestBed.row(function)).getBody();
        return body == null ? request : request.body(body);
    }
}
