package plaza.fantasy.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import plaza.faults.FaultPhase;
import plaza.faults.FaultPhase.Request;
import plaza.testkit.TestRequest;
import plaza.text.IsoTime;

/// Requests that together call every function that writes the fantasy context.
public final class FantasyFaultScenarios {
    private static final List<String> SQUAD =
            List.of(
                    "gk1", "d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2", "gk2", "d5",
                    "m5", "f3");

    private FantasyFaultScenarios() {}

    public static List<FaultPhase> all() {
        var footballers = new ArrayList<Request>();
        var points = new ArrayList<Request>();
        for (var id : SQUAD) {
            footballers.add(
                    admin(
                            "PutFootballer",
                            request -> footballer(request.at("footballerId", id), id)));
            points.add(
                    admin(
                            "PutFixturePoints",
                            request ->
                                    request.at("footballerId", id)
                                            .at("gameweek", "1")
                                            .at("fixtureId", "x")
                                            .body("{\"points\": 3, \"minutes\": 90}")));
        }
        return List.of(
                new FaultPhase("footballers", Duration.ZERO, footballers),
                new FaultPhase(
                        "beginning",
                        Duration.ZERO,
                        List.of(
                                admin(
                                        "PutFootballer",
                                        c -> footballer(c.at("footballerId", "m1"), "m1")),
                                new Request(
                                        "PutGameweek",
                                        (bed, _) ->
                                                bed.as("admin")
                                                        .asAdmin()
                                                        .at("gameweek", "1")
                                                        .body(
                                                                "{\"deadline\": \""
                                                                        + IsoTime.format(
                                                                                bed.clock()
                                                                                        .instant()
                                                                                        .plus(
                                                                                                Duration
                                                                                                        .ofHours(
                                                                                                                1)))
                                                                        + "\"}")),
                                fixture("x"),
                                fixture("x"),
                                fixture("y"),
                                gamer("PutGamer", FantasyFaultScenarios::gamerBody),
                                gamer("PutGamer", FantasyFaultScenarios::gamerBody),
                                gamer(
                                        "PutTeamSheet",
                                        request -> sheet(request.at("gameweek", "1"))),
                                gamer(
                                        "PutTeamSheet",
                                        request -> sheet(request.at("gameweek", "1"))),
                                gamer("PutLeague", request -> league(request)),
                                gamer("PutLeague", request -> league(request)),
                                gamer("JoinLeague", request -> request.at("leagueId", "pub")),
                                gamer("JoinLeague", request -> request.at("leagueId", "pub")),
                                gamer("RenewLeagueCode", request -> request.at("leagueId", "pub")),
                                gamer(
                                        "PutLeague",
                                        request ->
                                                request.at("leagueId", "inn")
                                                        .body("{\"name\": \"The Inn\"}")),
                                other("PutGamer", FantasyFaultScenarios::gamerBody),
                                gamer(
                                        "PutLeague",
                                        request ->
                                                request.at("leagueId", "duels")
                                                        .body(
                                                                "{\"name\": \"Duels\", \"scoring\":"
                                                                        + " \"headToHead\","
                                                                        + " \"fromGameweek\": \"1\"}")),
                                gamer("JoinLeague", request -> request.at("leagueId", "duels")),
                                other("JoinLeague", request -> request.at("leagueId", "duels")),
                                other("LeaveLeague", request -> request.at("leagueId", "duels")),
                                other("JoinLeague", request -> request.at("leagueId", "duels")),
                                other("JoinLeague", request -> request.at("leagueId", "inn")),
                                gamer(
                                        "PutLeague",
                                        request ->
                                                request.at("leagueId", "inn")
                                                        .body(
                                                                "{\"name\": \"Hal's\", \"owner\":"
                                                                        + " \"hal\"}")))),
                new FaultPhase("playing", Duration.ofHours(2), points),
                new FaultPhase(
                        "settling",
                        Duration.ZERO,
                        List.of(
                                admin(
                                        "SettleGameweek",
                                        request ->
                                                request.at("gameweek", "1")
                                                        .body("{\"preview\": true}")),
                                admin("SettleGameweek", request -> request.at("gameweek", "1")))),
                new FaultPhase(
                        "correcting",
                        Duration.ofMinutes(5),
                        List.of(
                                admin(
                                        "PutFixturePoints",
                                        request ->
                                                request.at("footballerId", "m1")
                                                        .at("gameweek", "1")
                                                        .at("fixtureId", "x")
                                                        .body("{\"points\": 9, \"minutes\": 90}")),
                                admin("SettleGameweek", request -> request.at("gameweek", "1")))),
                new FaultPhase(
                        "unsettling",
                        Duration.ofMinutes(5),
                        List.of(
                                admin("UnsettleGameweek", request -> request.at("gameweek", "1")),
                                admin(
                                        "DeleteFixturePoints",
                                        request ->
                                                request.at("footballerId", "m2")
                                                        .at("gameweek", "1")
                                                        .at("fixtureId", "x")),
                                admin(
                                        "DeleteFixture",
                                        request ->
                                                request.at("gameweek", "1").at("fixtureId", "y")))),
                new FaultPhase(
                        "leaving",
                        Duration.ofMinutes(5),
                        List.of(gamer("LeaveLeague", request -> request.at("leagueId", "pub")))),
                new FaultPhase(
                        "deleting",
                        Duration.ofMinutes(5),
                        List.of(other("DeleteLeague", request -> request.at("leagueId", "inn")))));
    }

    private static Request fixture(String id) {
        return admin(
                "PutFixture",
                request ->
                        request.at("gameweek", "1")
                                .at("fixtureId", id)
                                .body("{\"homeClub\": \"Harbour\", \"awayClub\": \"Fog\"}"));
    }

    private static Request admin(String function, UnaryOperator<TestRequest> request) {
        return new Request(function, (bed, _) -> request.apply(bed.as("admin").asAdmin()));
    }

    private static Request gamer(String function, UnaryOperator<TestRequest> request) {
        return new Request(function, (bed, _) -> request.apply(bed.as("gil").at("gamerId", "gil")));
    }

    private static Request other(String function, UnaryOperator<TestRequest> request) {
        return new Request(function, (bed, _) -> request.apply(bed.as("hal").at("gamerId", "hal")));
    }

    private static TestRequest footballer(TestRequest request, String id) {
        var position =
                switch (id.charAt(0)) {
                    case 'g' -> "goalkeeper";
                    case 'd' -> "defender";
                    case 'm' -> "midfielder";
                    default -> "forward";
                };
        return request.body(
                "{\"name\": \"%s\", \"position\": \"%s\", \"club\": \"club of %s\", \"price\": 60}"
                        .formatted(id, position, id));
    }

    private static TestRequest gamerBody(TestRequest request) {
        return request.body("{\"dateOfBirth\": \"1990-12-31\", \"country\": \"Norway\"}");
    }

    private static TestRequest league(TestRequest request) {
        return request.at("leagueId", "pub").body("{\"name\": \"The Pub\", \"private\": true}");
    }

    private static TestRequest sheet(TestRequest request) {
        return request.body(
                """
                {"goalKeeper": "gk1",
                "players": ["d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2"],
                "subs": ["gk2", "d5", "m5", "f3"], "captain": "m1", "viceCaptain": "f1"}
                """);
    }
}
