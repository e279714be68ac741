package plaza.favorites.faults;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import plaza.faults.FaultPhase;
import plaza.faults.FaultPhase.Request;
import plaza.testkit.TestRequest;

/// Requests that together call every function that writes favorites and tags.
public final class FavoritesFaultScenarios {
    private FavoritesFaultScenarios() {}

    public static List<FaultPhase> all() {
        return List.of(
                new FaultPhase(
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
                new FaultPhase(
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
                new FaultPhase(
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
                new FaultPhase(
                        "untagging in bulk",
                        Duration.ofMinutes(5),
                        List.of(
                                ann(
                                        "ChangeFavorites",
                                        request ->
                                                request.query("tag", "t2")
                                                        .body(
                                                                "{\"action\": \"untag\", \"tagId\": \"t2\"}")))),
                new FaultPhase(
                        "merging",
                        Duration.ofMinutes(5),
                        List.of(
                                ann(
                                        "MergeTag",
                                        request ->
                                                request.at("tagId", "t1")
                                                        .body("{\"into\": \"t2\"}")))),
                new FaultPhase(
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
                new FaultPhase("importing", Duration.ofMinutes(5), List.of(importing())),
                new FaultPhase(
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

    private static Request ann(String function, UnaryOperator<TestRequest> request) {
        return new Request(function, (bed, _) -> request.apply(bed.as("ann").at("userId", "ann")));
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
}
