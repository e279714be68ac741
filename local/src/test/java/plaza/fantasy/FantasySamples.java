package plaza.fantasy;

import java.util.List;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// Sets up the table for the sample events of the fantasy context.
public final class FantasySamples {
    private FantasySamples() {}

    /// Creates twenty footballers, an open gameweek with two fixtures, a gameweek whose settlement
    /// has started, and two gamers with a sheet each. Both gamers are in the league `pub`, and only
    /// bob is in the league `inn`. The league `private` is empty.
    public static void prepare(TestBed bed) {
        var game = new FantasyGame(bed).withFootballersOfEachPosition(5);
        send(bed, "boss", "PutGameweek");
        send(bed, "boss", "PutFixture");
        var clubs = "{\"homeClub\": \"Leeds\", \"awayClub\": \"Fulham\"}";
        game.fixture(1, "leeds-fulham", clubs).orFail();
        for (var played : List.of("fulham-leeds", "fulham-leeds-replay")) {
            game.fixture(1, played, clubs).orFail();
            game.fixturePoints("m1", 1, played, 2, 90).orFail();
        }
        bed.as("boss")
                .asAdmin()
                .at("gameweek", "2")
                .body("{\"deadline\": \"2026-11-13T17:30:00.000Z\"}")
                .send("PutGameweek")
                .orFail();
        send(bed, "boss", "SettleGameweek");
        send(bed, "alice", "PutGamer");
        for (var league : List.of("pub", "inn")) {
            game.league("alice", league, "The Pub").orFail();
        }
        game.putLeague("alice", "private", "{\"name\": \"The Snug\", \"private\": true}").orFail();
        for (var gamer : List.of("alice", "bob")) {
            send(bed, gamer, "PutGamer");
            send(bed, gamer, "PutTeamSheet");
            game.join(gamer, "pub").orFail();
        }
        game.join("bob", "inn").orFail();
        bed.as("boss")
                .asAdmin()
                .at("gameweek", "3")
                .body("{\"deadline\": \"2099-11-27T17:30:00.000Z\"}")
                .send("PutGameweek")
                .orFail();
        game.sheet("alice", 3, FantasyGame.SHEET).orFail();
        game.putLeague(
                        "alice",
                        "duels",
                        "{\"name\": \"Duels\", \"scoring\": \"headToHead\","
                                + " \"fromGameweek\": \"3\"}")
                .orFail();
        for (var gamer : List.of("alice", "bob", "carol")) {
            send(bed, gamer, "PutGamer");
            game.join(gamer, "duels").orFail();
        }
    }

    /// Sends the sample event of a function as another caller, who replaces the gamer in its path.
    private static void send(TestBed bed, String caller, String function) {
        SampleEvents.request(bed, function, caller).at("gamerId", caller).send(function).orFail();
    }
}
