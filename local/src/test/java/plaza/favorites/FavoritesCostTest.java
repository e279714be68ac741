package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.TestBed;
import plaza.TestBed.Reply;

/// Every call costs exactly what the Catalogue says.
class FavoritesCostTest {
    private TestBed bed;
    private Owner ann;

    @BeforeEach
    void start() {
        bed = new TestBed();
        ann = new Owner(bed, "ann");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void writesOfFavoritesAndTags() {
        costs("ClipFavorite", 201, () -> ann.clip("d1", "link", "java", Map.of()));
        costs("GetFavorite", 200, () -> ann.call().at("dataId", "d1").send("GetFavorite"));
        costs("CreateTag", 201, () -> ann.createTag("t1", "web"));
        costs("TagFavorite", 201, () -> ann.tag("d1", "t1"));
        costs("UntagFavorite", 204, () -> ann.untag("d1", "t1"));
        costs("RenameTag", 200, () -> ann.renameTag("t1", "net"));
        costs("DeleteTag", 204, () -> ann.deleteTag("t1"));
        costs("UnclipFavorite", 204, () -> ann.unclip("d1"));
    }

    @Test
    void tagsOfAFavoriteItsExportAndItsAddress() {
        ann.clip("d1", "link", "java", Map.of("contentUrl", "https://example.com/a"));
        ann.createTag("t1", "one");
        ann.tag("d1", "t1");
        bed.drain();
        costs("ExportBookmarks", 200, () -> ann.call().send("ExportBookmarks"));
        costs(
                "FindFavoritesByUrl",
                200,
                () ->
                        ann.call()
                                .query("url", "http://example.com/a/#top")
                                .send("FindFavoritesByUrl"));
        for (var tag : List.of("t2", "t3")) {
            ann.createTag(tag, tag);
            ann.tag("d1", tag);
        }
        bed.drain();
        costs(
                "ListTagsByFavorite",
                200,
                () -> ann.call().at("dataId", "d1").send("ListTagsByFavorite"));
    }

    @Test
    void aMergeAndAnImport() {
        ann.createTag("t1", "one");
        ann.createTag("t2", "two");
        costs("MergeTag", 202, () -> ann.merge("t1", "t2"));
        var reply =
                costs(
                        "ImportBookmarks",
                        202,
                        () ->
                                ann.call()
                                        .header("content-type", "text/html")
                                        .body(
                                                "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF=\"https://example.com\">Example</A></DL>")
                                        .send("ImportBookmarks"));
        costs(
                "GetBookmarksImport",
                200,
                () ->
                        ann.call()
                                .at("importId", reply.json().path("importId").asText())
                                .send("GetBookmarksImport"));
    }

    @Test
    void listsOfFifty() {
        ann.createTag("t1", "web");
        for (var number = 0; number < 110; number++) {
            var id = "favorite-number-%04d".formatted(number);
            ann.clip(
                    id,
                    "link",
                    "Example of a title, number %03d".formatted(number),
                    Map.of(
                            "contentUrl",
                            "https://example.com/%04d".formatted(number),
                            "clipTime",
                            "2020-01-01T00:00:00Z"));
            Owner.ok(ann.tag(id, "t1"));
        }
        for (var number = 0; number < 51; number++) {
            ann.createTag(
                    "tag-number-%02d".formatted(number), "Name of tag %02d".formatted(number));
        }
        bed.drain();
        costs("ListFavorites", 200, () -> ann.call().send("ListFavorites"));
        costs(
                "ListFavoritesByType",
                200,
                () -> ann.call().at("dataType", "link").send("ListFavoritesByType"));
        costs(
                "ListFavoritesByTag",
                200,
                () -> ann.call().at("tagId", "t1").send("ListFavoritesByTag"));
        costs(
                "ListFavoritesByTagAndType",
                200,
                () ->
                        ann.call()
                                .at("tagId", "t1")
                                .at("dataType", "link")
                                .send("ListFavoritesByTagAndType"));
        costs("ListTags", 200, () -> ann.call().send("ListTags"));
        costs(
                "SearchFavorites",
                200,
                () -> ann.call().query("q", "example").send("SearchFavorites"));
        bed.clock().advance(Duration.ofMinutes(1));
        var opened =
                bed.meter().measure(() -> ann.call().at("tagId", "t1").send("ListFavoritesByTag"));
        assertThat(opened.cost().writeUnits()).as("noting the access").isEqualTo(5);

        // A page of a query with several terms: a Query for each and one BatchGetItem.
        var queries = calls("Query");
        var reads = calls("BatchGetItem");
        var page = ann.call().query("q", "example title numb").send("SearchFavorites");
        assertThat(page.column("dataId")).hasSize(50);
        assertThat(calls("Query") - queries).isEqualTo(3);
        assertThat(calls("BatchGetItem") - reads).isEqualTo(1);
    }

    @Test
    void aClipIsThreeUnitsAndOneForEachPosting() {
        bed.drain();
        var clipped =
                bed.meter()
                        .measure(() -> {
                            ann.clip("d1", "link", "java", Map.of());
                            bed.drain();
                            return ann.postings().size();
                        });
        assertThat(clipped.answer()).isEqualTo(4);
        assertThat(clipped.cost().writeUnits()).isEqualTo(3 + 4);
        var changed =
                bed.meter()
                        .measure(() -> {
                            ann.clip("d1", "link", "javac", Map.of());
                            bed.drain();
                            return ann.postings().size();
                        });
        assertThat(changed.answer()).isEqualTo(5);
        // A refused put, the put, and the one posting that is new.
        assertThat(changed.cost().writeUnits()).isEqualTo(1 + 3 + 1);
    }

    private long calls(String operation) {
        return bed.meter().calls().getOrDefault(operation, 0L);
    }

    private Reply costs(String function, int status, Supplier<Reply> call) {
        var measured = bed.meter().measure(call);
        assertThat(measured.answer().status())
                .as("%s %s", function, measured.answer())
                .isEqualTo(status);
        var budget = TestBed.row(function).budget();
        assertThat(
                        List.of(
                                measured.cost().readUnits(),
                                measured.cost().writeUnits(),
                                (double) measured.cost().roundTrips()))
                .as("reads, writes, round trips of %s", function)
                .isEqualTo(
                        List.of(
                                budget.readUnits(),
                                budget.writeUnits(),
                                (double) budget.roundTrips()));
        return measured.answer();
    }
}
