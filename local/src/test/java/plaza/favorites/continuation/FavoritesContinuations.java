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
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.id.UserId;
import plaza.job.Work;
import plaza.simulation.MemoryTable;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.StoredJob;
import plaza.testkit.TestBed;

/// The jobs of this context: requests that leave them to the stream functions, and how they are
/// stored.
public final class FavoritesContinuations {
    private static final Instant TIME = Instant.ofEpochMilli(1_769_850_300_123L);
    private static final UserId ANN = UserId.of("ann");
    private static final GenerationId GENERATION = GenerationId.of("g1");

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

    /// Each kind of job as it is stored.
    public static List<StoredJob> stored() {
        return List.of(
                new StoredJob(
                        "untag",
                        "ann d g1",
                        "",
                        new FavoritesWork.UntagFavorite(ANN, DataId.of("d"), GENERATION)),
                new StoredJob(
                        "erasetag",
                        "ann t g1",
                        "",
                        new FavoritesWork.EraseTag(ANN, TagId.of("t"), GENERATION, null)),
                new StoredJob(
                        "erasetag",
                        "ann t g1",
                        "into",
                        new FavoritesWork.EraseTag(
                                ANN, TagId.of("t"), GENERATION, TagId.of("into"))),
                new StoredJob(
                        "mergetag",
                        "ann t g1",
                        "",
                        new FavoritesWork.MergeTag(ANN, TagId.of("t"), GENERATION)),
                new StoredJob(
                        "import",
                        "ann i1",
                        "digest 7 1769850300123",
                        new FavoritesWork.ImportBookmarks(
                                ANN, ImportId.of("i1"), "digest", 7, TIME)),
                new StoredJob(
                        "undoimport",
                        "ann i1",
                        "1769850300123",
                        new FavoritesWork.UndoImport(ANN, ImportId.of("i1"), TIME)),
                new StoredJob(
                        "changefavorites",
                        "ann c1",
                        "",
                        new FavoritesWork.ChangeFavorites(ANN, BulkChangeId.of("c1"))));
    }

    /// The stages in the stored cursors of jobs that have some.
    public static Map<Class<? extends Work>, Set<String>> stages() {
        return Map.of(
                FavoritesWork.UndoImport.class,
                Set.of("FAVORITES", "FOLDERS", "LAST_FAVORITES", "TAGS"));
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
