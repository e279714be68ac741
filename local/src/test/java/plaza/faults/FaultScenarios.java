package plaza.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.text.IsoTime;

/// Requests of the favorites and fantasy contexts that together call every function that writes.
final class FaultScenarios {
    /// One request.
    ///
    /// @param build builds it from the ids in earlier responses
    record Request(String function, BiFunction<TestBed, List<String>, TestRequest> build) {}

    /// Requests after which the stream functions run.
    ///
    /// @param later the time since the previous phase
    record Phase(String title, Duration later, List<Request> requests) {}

    private static final List<String> SQUAD =
            List.of(
                    "gk1", "d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2", "gk2", "d5",
                    "m5", "f3");

    private FaultScenarios() {}

    static List<Phase> favorites() {
        return List.of(
                new Phase(
                        "saving",
                        Duration.ZERO,
                        List.of(
                                ann(
                                        "ClipFavorite",
                                        request -> clip(request, "one", "A first thing")),
                                ann(
                                        "ClipFavorite",
                                        request -> clip(request, "one", "A first thing")),
                                ann(
                                        "ClipFavorite",
                                        request -> clip(request, "two", "A second thing")),
                                ann(
                                        "CreateTag",
                                        request -> tagName(request.at("tagId", "t1"), "red")),
                                ann(
                                        "CreateTag",
                                        request -> tagName(request.at("tagId", "t1"), "red")),
                                ann(
                                        "CreateTag",
                                        request -> tagName(request.at("tagId", "t2"), "green")),
                                ann(
                                        "TagFavorite",
                                        request -> request.at("dataId", "one").at("tagId", "t1")),
                                ann(
                                        "TagFavorite",
                                        request -> request.at("dataId", "two").at("tagId", "t1")),
                                ann(
                                        "TagFavorite",
                                        request -> request.at("dataId", "two").at("tagId", "t2")))),
                new Phase(
                        "changing",
                        Duration.ofMinutes(5),
                        List.of(
                                ann(
                                        "RenameTag",
                                        request -> tagName(request.at("tagId", "t1"), "blue")),
                                ann(
                                        "UntagFavorite",
                                        request -> request.at("dataId", "one").at("tagId", "t1")),
                                ann(
                                        "ClipFavorite",
                                        request -> clip(request, "one", "Another title")),
                                ann(
                                        "PatchFavorite",
                                        request ->
                                                request.at("dataId", "two")
                                                        .body("{\"dataType\": \"note\"}")),
                                ann(
                                        "PatchFavorite",
                                        request ->
                                                request.at("dataId", "two")
                                                        .body("{\"tags\": [\"t1\"]}")),
                                ann(
                                        "ClipFavorite",
                                        request ->
                                                request.at("dataId", "three")
                                                        .body(
                                                                """
                                                                {"dataType": "link", "title": "A third thing",
                                                                 "tags": ["t1", "t2"]}
                                                                """)))),
                new Phase(
                        "tagging in bulk",
                        Duration.ofMinutes(5),
                        List.of(
                                ann(
                                        "ChangeFavorites",
                                        request ->
                                                request.query("q", "title")
                                                        .header("idempotency-key", "k2")
                                                        .body(
                                                                "{\"action\": \"tag\", \"tagId\": \"t2\"}")))),
                new Phase(
                        "untagging in bulk",
                        Duration.ofMinutes(5),
                        List.of(
                                ann(
                                        "ChangeFavorites",
                                        request ->
                                                request.query("tag", "t2")
                                                        .body(
                                                                "{\"action\": \"untag\", \"tagId\": \"t2\"}")))),
                new Phase(
                        "merging",
                        Duration.ofMinutes(5),
                        List.of(
                                ann(
                                        "MergeTag",
                                        request ->
                                                request.at("tagId", "t1")
                                                        .body("{\"into\": \"t2\"}")))),
                new Phase(
                        "removing",
                        Duration.ofMinutes(5),
                        List.of(
                                ann("DeleteTag", request -> request.at("tagId", "t2")),
                                ann("UnclipFavorite", request -> request.at("dataId", "two")),
                                ann(
                                        "ChangeFavorites",
                                        request ->
                                                request.query("q", "title")
                                                        .body("{\"action\": \"unclip\"}")))),
                new Phase("importing", Duration.ofMinutes(5), List.of(importing())),
                new Phase(
                        "undoing",
                        Duration.ofMinutes(5),
                        List.of(
                                // the repetition returns the id of the finished import
                                importing(),
                                new Request(
                                        "UndoImport",
                                        (bed, ids) ->
                                                bed.as("ann")
                                                        .at("userId", "ann")
                                                        .at("importId", ids.getLast())))));
    }

    private static Request importing() {
        return ann(
                "ImportBookmarks",
                request ->
                        request.header("content-type", "text/html")
                                .header("idempotency-key", "k1")
                                .body(
                                        """
                                        <!DOCTYPE NETSCAPE-Bookmark-file-1>
                                        <TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
                                        <DL><p>
                                        <DT><A HREF="https://example.com/a" ADD_DATE="1700000000">A page</A>
                                        </DL><p>
                                        """));
    }

    static List<Phase> fantasy() {
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
                new Phase("footballers", Duration.ZERO, footballers),
                new Phase(
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
                                gamer("PutGamer", FaultScenarios::gamerBody),
                                gamer("PutGamer", FaultScenarios::gamerBody),
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
                                other("PutGamer", FaultScenarios::gamerBody),
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
                new Phase("playing", Duration.ofHours(2), points),
                new Phase(
                        "settling",
                        Duration.ZERO,
                        List.of(
                                admin(
                                        "SettleGameweek",
                                        request ->
                                                request.at("gameweek", "1")
                                                        .body("{\"preview\": true}")),
                                admin("SettleGameweek", request -> request.at("gameweek", "1")))),
                new Phase(
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
                new Phase(
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
                new Phase(
                        "leaving",
                        Duration.ofMinutes(5),
                        List.of(gamer("LeaveLeague", request -> request.at("leagueId", "pub")))),
                new Phase(
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

    private static Request ann(String function, UnaryOperator<TestRequest> request) {
        return new Request(function, (bed, _) -> request.apply(bed.as("ann").at("userId", "ann")));
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

    private static TestRequest clip(TestRequest request, String data, String title) {
        return request.at("dataId", data)
                .body(
                        """
                        {"dataType": "link", "title": "%s", "contentUrl": "https://example.com/%s",
                        "clipTime": "2026-11-20T09:00:00.000Z"}
                        """
                                .formatted(title, data));
    }

    private static TestRequest tagName(TestRequest request, String name) {
        return request.body("{\"tagName\": \"" + name + "\"}");
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
