package plaza.favorites.continuation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import plaza.continuation.Scenario;
import plaza.continuation.Scenario.Report;
import plaza.favorites.Owner;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.id.UserId;
import plaza.job.Work;
import plaza.simulation.MemoryTable;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.TestBed;

/// Requests about favorites and tags that leave work to the stream functions.
public final class FavoritesContinuations {
    private FavoritesContinuations() {}

    public static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "a favorite with tags is unclipped",
                        FavoritesContinuations::collection,
                        bed -> Owner.ok(ann(bed).unclip("d7"))),
                new Scenario(
                        "a favorite with tags changes its type",
                        FavoritesContinuations::collection,
                        bed -> Owner.ok(ann(bed).clip("d7", "note", "Sea", Map.of()))),
                new Scenario(
                        "a tag is deleted",
                        FavoritesContinuations::collection,
                        bed -> Owner.ok(ann(bed).deleteTag("t9"))),
                new Scenario(
                        "a tag is merged",
                        FavoritesContinuations::collection,
                        bed -> Owner.ok(ann(bed).merge("t9", "t2"))),
                new Scenario(
                        "a chain of tags is merged",
                        FavoritesContinuations::collection,
                        bed -> {
                            Owner.ok(ann(bed).merge("t9", "t2"));
                            Owner.ok(ann(bed).merge("t2", "t5"));
                            Owner.ok(ann(bed).merge("t7", "t5"));
                        }),
                new Scenario("an import", FavoritesContinuations::collection, bed -> importing(bed))
                        .reportedBy(
                                importReport(FavoritesWork.ImportBookmarks.class, "done", "done")),
                new Scenario(
                                "an import is undone",
                                bed -> {
                                    collection(bed);
                                    importing(bed);
                                },
                                bed ->
                                        Owner.ok(
                                                ann(bed).call()
                                                        .at("importId", imported(bed))
                                                        .send("UndoImport")))
                        .reportedBy(
                                importReport(FavoritesWork.UndoImport.class, "removed", "undone")),
                new Scenario(
                                "many favorites are tagged",
                                FavoritesContinuations::manyFavorites,
                                bed -> change(bed, "{\"action\": \"tag\", \"tagId\": \"t5\"}"))
                        .reportedBy(changeReport(FavoritesKeys.TAGGED)),
                new Scenario(
                                "many favorites are untagged",
                                FavoritesContinuations::manyFavorites,
                                bed -> change(bed, "{\"action\": \"untag\", \"tagId\": \"t9\"}"))
                        .reportedBy(changeReport(FavoritesKeys.TAGGED)),
                new Scenario(
                                "many favorites are unclipped",
                                FavoritesContinuations::manyFavorites,
                                bed -> change(bed, "{\"action\": \"unclip\"}"))
                        .reportedBy(changeReport(FavoritesKeys.FAVORITES)));
    }

    private static Report importReport(Class<? extends Work> work, String field, String done) {
        return new Report(
                work,
                "GetBookmarksImport",
                bed -> ann(bed).call().at("importId", imported(bed)),
                field,
                "state",
                done,
                Set.of(FavoritesKeys.FAVORITES, FavoritesKeys.TAGS, FavoritesKeys.FOLDERS),
                FavoritesContinuations::assertLease);
    }

    private static Report changeReport(Family result) {
        return new Report(
                FavoritesWork.ChangeFavorites.class,
                "GetFavoritesChange",
                bed -> ann(bed).call().at("changeId", changed(bed)),
                "changed",
                "state",
                "done",
                Set.of(result),
                FavoritesContinuations::assertLease);
    }

    private static String changed(TestBed bed) {
        return ((MemoryTable) bed.table())
                .items()
                .filter(item -> FavoritesKeys.CHANGE_RECORD.is(item.key()))
                .map(item -> FavoritesKeys.CHANGE_RECORD.parse(item.key(), (_, id) -> id.value()))
                .findFirst()
                .orElseThrow();
    }

    private static Owner ann(TestBed bed) {
        return new Owner(bed, "ann");
    }

    /// Four tags, and favorites of which each has several.
    private static void collection(TestBed bed) {
        var ann = ann(bed);
        List.of("t9", "t2", "t7", "t5").forEach(tag -> Owner.ok(ann.createTag(tag, "name " + tag)));
        for (var data : List.of("d7", "d1", "d9", "d4")) {
            Owner.ok(
                    ann.clip(
                            data,
                            "link",
                            "Sea " + data,
                            Map.of("contentUrl", "https://example.com/" + data)));
            List.of("t9", "t7").forEach(tag -> Owner.ok(ann.tag(data, tag)));
        }
        List.of("t2", "t5").forEach(tag -> Owner.ok(ann.tag("d7", tag)));
        Owner.ok(ann.tag("d1", "t2"));
    }

    private static String importing(TestBed bed) {
        var file = new StringBuilder("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<HR>\n");
        for (var folder = 0; folder < 3; folder++) {
            file.append("<DT><H3>Folder ").append(9 - folder).append("</H3>\n<DL><p>\n");
            for (var number = 0; number < 25; number++) {
                file.append(
                        "<DT><A HREF=\"https://example.com/%d/%d\" TAGS=\"%s\">Page %d</A>\n"
                                .formatted(
                                        folder,
                                        number * 7 % 25,
                                        number % 5 == 0 ? "name t5,w" + folder : "w" + number % 3,
                                        number));
            }
            file.append("<DT><A HREF=\"https://example.com/d1\">Sea</A>\n<HR>\n</DL><p>\n");
        }
        var response =
                ann(bed).call()
                        .header("content-type", "text/html")
                        .body(file.append("</DL><p>\n").toString())
                        .send("ImportBookmarks");
        Owner.ok(response);
        return response.json().path("importId").asText();
    }

    private static String imported(TestBed bed) {
        return ann(bed).call().all("ListBookmarksImports", 10).getFirst().path("importId").asText();
    }

    private static void manyFavorites(TestBed bed) {
        collection(bed);
        var ann = ann(bed);
        for (var number = 0; number < 105; number++) {
            var data = "n" + number * 37 % 105;
            Owner.ok(
                    ann.clip(
                            data,
                            "link",
                            "Sea " + data,
                            Map.of("contentUrl", "https://example.com/" + data)));
            if (number % 3 == 0) {
                Owner.ok(ann.tag(data, "t9"));
            }
        }
    }

    private static void change(TestBed bed, String body) {
        Owner.ok(ann(bed).call().query("q", "sea").body(body).send("ChangeFavorites"));
    }

    /// The work has its lease until it is done.
    private static void assertLease(Map<Key, Item> items, Instant now) {
        var usage = requireNonNull(items.get(FavoritesKeys.USAGE.key(UserId.of("ann"))));
        assertThat(usage.time(QuotaUsage.RUNNING_UNTIL))
                .isAfterOrEqualTo(now.plus(QuotaUsage.IMPORT_LEASE));
    }
}
