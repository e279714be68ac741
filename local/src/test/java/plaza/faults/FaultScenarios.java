package plaza.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.text.IsoTime;

/// What users of the favorites and of the fantasy game do, so that every function has its turn.
final class FaultScenarios {
    /// One request.
    ///
    /// @param call makes it; knows the ids that earlier requests were answered with
    record Step(String function, BiFunction<TestBed, List<String>, TestRequest> call) {}

    /// Requests after which the stream functions work.
    ///
    /// @param later how long after the chapter before
    record Chapter(String title, Duration later, List<Step> steps) {}

    private static final List<String> SQUAD =
            List.of(
                    "gk1", "d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2", "gk2", "d5",
                    "m5", "f3");

    private FaultScenarios() {}

    static List<Chapter> favorites() {
        return List.of(
                new Chapter(
                        "saving",
                        Duration.ZERO,
                        List.of(
                                ann("ClipFavorite", call -> clip(call, "one", "A first thing")),
                                ann("ClipFavorite", call -> clip(call, "one", "A first thing")),
                                ann("ClipFavorite", call -> clip(call, "two", "A second thing")),
                                ann("CreateTag", call -> tagName(call.at("tagId", "t1"), "red")),
                                ann("CreateTag", call -> tagName(call.at("tagId", "t1"), "red")),
                                ann("CreateTag", call -> tagName(call.at("tagId", "t2"), "green")),
                                ann(
                                        "TagFavorite",
                                        call -> call.at("dataId", "one").at("tagId", "t1")),
                                ann(
                                        "TagFavorite",
                                        call -> call.at("dataId", "two").at("tagId", "t1")),
                                ann(
                                        "TagFavorite",
                                        call -> call.at("dataId", "two").at("tagId", "t2")))),
                new Chapter(
                        "reading",
                        Duration.ofMinutes(5),
                        List.of(
                                ann("GetFavorite", call -> call.at("dataId", "one")),
                                ann("ListFavorites", call -> call),
                                ann("ListFavoritesByType", call -> call.at("dataType", "link")),
                                ann("SearchFavorites", call -> call.query("q", "thing")),
                                ann(
                                        "FindFavoritesByUrl",
                                        call -> call.query("url", "https://example.com/one")),
                                ann("ListTags", call -> call),
                                ann("ListTagsByFavorite", call -> call.at("dataId", "two")),
                                ann("ListFavoritesByTag", call -> call.at("tagId", "t1")),
                                ann(
                                        "ListFavoritesByTagAndType",
                                        call -> call.at("tagId", "t1").at("dataType", "link")),
                                ann("ExportBookmarks", call -> call))),
                new Chapter(
                        "changing",
                        Duration.ofMinutes(5),
                        List.of(
                                ann("RenameTag", call -> tagName(call.at("tagId", "t1"), "blue")),
                                ann(
                                        "UntagFavorite",
                                        call -> call.at("dataId", "one").at("tagId", "t1")),
                                ann("ClipFavorite", call -> clip(call, "one", "Another title")))),
                new Chapter(
                        "merging",
                        Duration.ofMinutes(5),
                        List.of(
                                ann(
                                        "MergeTag",
                                        call ->
                                                call.at("tagId", "t1")
                                                        .body("{\"into\": \"t2\"}")))),
                new Chapter(
                        "removing",
                        Duration.ofMinutes(5),
                        List.of(
                                ann("DeleteTag", call -> call.at("tagId", "t2")),
                                ann("UnclipFavorite", call -> call.at("dataId", "two")))),
                new Chapter(
                        "importing",
                        Duration.ofMinutes(5),
                        List.of(
                                ann(
                                        "ImportBookmarks",
                                        call ->
                                                call.header("content-type", "text/html")
                                                        .header("idempotency-key", "k1")
                                                        .body(
                                                                """
                                                                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                                                                <TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
                                                                <DL><p>
                                                                <DT><A HREF="https://example.com/a" ADD_DATE="1700000000">A page</A>
                                                                </DL><p>
                                                                """)),
                                new Step(
                                        "GetBookmarksImport",
                                        (bed, ids) ->
                                                bed.as("ann")
                                                        .at("userId", "ann")
                                                        .at("importId", ids.getLast())))));
    }

    static List<Chapter> fantasy() {
        var footballers = new ArrayList<Step>();
        var points = new ArrayList<Step>();
        for (var id : SQUAD) {
            footballers.add(
                    boss("PutFootballer", call -> footballer(call.at("footballerId", id), id)));
            points.add(
                    boss(
                            "PutFixturePoints",
                            call ->
                                    call.at("footballerId", id)
                                            .at("gameweek", "1")
                                            .at("fixtureId", "x")
                                            .body("{\"points\": 3, \"minutes\": 90}")));
        }
        return List.of(
                new Chapter("footballers", Duration.ZERO, footballers),
                new Chapter(
                        "beginning",
                        Duration.ZERO,
                        List.of(
                                boss(
                                        "PutFootballer",
                                        c -> footballer(c.at("footballerId", "m1"), "m1")),
                                new Step(
                                        "PutGameweek",
                                        (bed, _) ->
                                                bed.as("boss")
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
                                gamer("PutGamer", FaultScenarios::person),
                                gamer("PutGamer", FaultScenarios::person),
                                gamer("PutTeamSheet", call -> sheet(call.at("gameweek", "1"))),
                                gamer("PutTeamSheet", call -> sheet(call.at("gameweek", "1"))),
                                gamer("PutLeague", call -> league(call)),
                                gamer("PutLeague", call -> league(call)),
                                gamer("JoinLeague", call -> call.at("leagueId", "pub")),
                                gamer("JoinLeague", call -> call.at("leagueId", "pub")))),
                new Chapter("playing", Duration.ofHours(2), points),
                new Chapter(
                        "settling",
                        Duration.ZERO,
                        List.of(boss("SettleGameweek", call -> call.at("gameweek", "1")))),
                new Chapter(
                        "reading",
                        Duration.ofMinutes(5),
                        List.of(
                                gamer("GetGamer", call -> call),
                                gamer("GetTeamSheet", call -> call.at("gameweek", "1")),
                                gamer("GetFootballer", call -> call.at("footballerId", "m1")),
                                gamer(
                                        "ListFootballersByPosition",
                                        call -> call.at("position", "midfielder")),
                                gamer("GetGameweek", call -> call.at("gameweek", "1")),
                                gamer("ListFixtures", call -> call.at("gameweek", "1")),
                                gamer("GetSettlement", call -> call.at("gameweek", "1")),
                                gamer("GetLeague", call -> call.at("leagueId", "pub")),
                                gamer("ListLeaguesByGamer", call -> call),
                                gamer("GetLeagueStandings", call -> call.at("leagueId", "pub")),
                                gamer(
                                        "GetLeagueStandingsAround",
                                        call -> call.at("leagueId", "pub")))),
                new Chapter(
                        "correcting",
                        Duration.ofMinutes(5),
                        List.of(
                                boss(
                                        "PutFixturePoints",
                                        call ->
                                                call.at("footballerId", "m1")
                                                        .at("gameweek", "1")
                                                        .at("fixtureId", "x")
                                                        .body("{\"points\": 9, \"minutes\": 90}")),
                                boss("SettleGameweek", call -> call.at("gameweek", "1")))),
                new Chapter(
                        "unsettling",
                        Duration.ofMinutes(5),
                        List.of(
                                boss("UnsettleGameweek", call -> call.at("gameweek", "1")),
                                boss(
                                        "DeleteFixture",
                                        call -> call.at("gameweek", "1").at("fixtureId", "y")))),
                new Chapter(
                        "leaving",
                        Duration.ofMinutes(5),
                        List.of(gamer("LeaveLeague", call -> call.at("leagueId", "pub")))));
    }

    private static Step fixture(String id) {
        return boss(
                "PutFixture",
                call ->
                        call.at("gameweek", "1")
                                .at("fixtureId", id)
                                .body("{\"homeClub\": \"Harbour\", \"awayClub\": \"Fog\"}"));
    }

    private static Step ann(String function, UnaryOperator<TestRequest> call) {
        return new Step(function, (bed, _) -> call.apply(bed.as("ann").at("userId", "ann")));
    }

    private static Step boss(String function, UnaryOperator<TestRequest> call) {
        return new Step(function, (bed, _) -> call.apply(bed.as("boss").asAdmin()));
    }

    private static Step gamer(String function, UnaryOperator<TestRequest> call) {
        return new Step(function, (bed, _) -> call.apply(bed.as("gil").at("gamerId", "gil")));
    }

    private static TestRequest clip(TestRequest call, String data, String title) {
        return call.at("dataId", data)
                .body(
                        """
                        {"dataType": "link", "title": "%s", "contentUrl": "https://example.com/%s",
                        "clipTime": "2026-11-20T09:00:00.000Z"}
                        """
                                .formatted(title, data));
    }

    private static TestRequest tagName(TestRequest call, String name) {
        return call.body("{\"tagName\": \"" + name + "\"}");
    }

    private static TestRequest footballer(TestRequest call, String id) {
        var position =
                switch (id.charAt(0)) {
                    case 'g' -> "goalkeeper";
                    case 'd' -> "defender";
                    case 'm' -> "midfielder";
                    default -> "forward";
                };
        return call.body(
                "{\"name\": \"%s\", \"position\": \"%s\", \"club\": \"club of %s\", \"price\": 60}"
                        .formatted(id, position, id));
    }

    private static TestRequest person(TestRequest call) {
        return call.body("{\"dateOfBirth\": \"1990-12-31\", \"country\": \"Norway\"}");
    }

    private static TestRequest league(TestRequest call) {
        return call.at("leagueId", "pub").body("{\"name\": \"The Pub\"}");
    }

    private static TestRequest sheet(TestRequest call) {
        return call.body(
                """
                {"goalKeeper": "gk1",
                "players": ["d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2"],
                "subs": ["gk2", "d5", "m5", "f3"], "captain": "m1", "viceCaptain": "f1"}
                """);
    }
}
