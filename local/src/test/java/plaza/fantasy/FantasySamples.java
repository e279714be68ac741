package plaza.fantasy;

import java.util.List;
import java.util.TreeMap;
import plaza.fantasy.model.Club;
import plaza.fantasy.model.Footballer;
import plaza.fantasy.model.FootballerSeason;
import plaza.fantasy.model.Position;
import plaza.id.FootballerId;
import plaza.table.Write;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// What is in the table before the sample events of the fantasy context.
public final class FantasySamples {
    private FantasySamples() {}

    /// Twenty footballers, an open gameweek with two fixtures, another one whose settlement has
    /// begun, and two gamers with a sheet each: both are in the league `pub`, only bob is in the
    /// league `inn` too.
    public static void prepare(TestBed bed) {
        for (var position : Position.values()) {
            var prefix = position == Position.GOALKEEPER ? "gk" : position.text().substring(0, 1);
            for (var number = 1; number <= 5; number++) {
                var id = prefix + number;
                var footballer =
                        new Footballer(
                                FootballerId.of(id), id, position, new Club("club of " + id), 60);
                var season = new FootballerSeason(footballer, null, new TreeMap<>(), 0);
                bed.table().write(Write.Put.of(FantasyItems.footballer(season)));
            }
        }
        send(bed, "boss", "PutGameweek");
        send(bed, "boss", "PutFixture");
        expect(
                bed.as("boss")
                        .asAdmin()
                        .at("gameweek", "1")
                        .at("fixtureId", "leeds-fulham")
                        .body("{\"homeClub\": \"Leeds\", \"awayClub\": \"Fulham\"}")
                        .send("PutFixture"));
        expect(
                bed.as("boss")
                        .asAdmin()
                        .at("gameweek", "2")
                        .body("{\"deadline\": \"2026-11-13T17:30:00.000Z\"}")
                        .send("PutGameweek"));
        send(bed, "boss", "SettleGameweek");
        send(bed, "alice", "PutGamer");
        for (var league : List.of("pub", "inn")) {
            expect(
                    bed.as("alice")
                            .at("leagueId", league)
                            .body("{\"name\": \"The Pub\"}")
                            .send("PutLeague"));
        }
        for (var gamer : List.of("alice", "bob")) {
            send(bed, gamer, "PutGamer");
            send(bed, gamer, "PutTeamSheet");
            join(bed, gamer, "pub");
        }
        join(bed, "bob", "inn");
    }

    private static void join(TestBed bed, String gamer, String league) {
        expect(bed.as(gamer).at("gamerId", gamer).at("leagueId", league).send("JoinLeague"));
    }

    /// Sends the sample event of a function, by and about somebody else.
    private static void send(TestBed bed, String caller, String function) {
        var event = SampleEvents.http(TestBed.row(function));
        var call = bed.as(caller).asAdmin();
        event.getPathParameters()
                .forEach((name, value) -> call.at(name, name.equals("gamerId") ? caller : value));
        if (event.getBody() != null) {
            call.body(event.getBody());
        }
        expect(call.send(function));
    }

    private static void expect(TestResponse response) {
        if (response.status() > 299) {
            throw new AssertionError(response);
        }
    }
}
