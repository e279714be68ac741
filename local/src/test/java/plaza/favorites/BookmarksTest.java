package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.TestBed;
import plaza.TestBed.Reply;
import plaza.favorites.model.Bookmark;
import plaza.id.ImportId;
import plaza.job.Job;
import plaza.job.Progress;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.text.IsoTime;

/// Importing a browser's bookmarks file, and exporting one.
class BookmarksTest {
    private static final String FILE =
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <!-- This is an automatically generated file. -->
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks Menu</H1>
            <DL><p>
                <DT><A HREF="https://example.com/plain" ADD_DATE="1571824800">Plain</A>
                <DT><H3 ADD_DATE="1571824800" PERSONAL_TOOLBAR_FOLDER="true">Toolbar</H3>
                <DL><p>
                    <DT><A HREF="https://example.com/tagged" ADD_DATE="1571824801123" TAGS="Web,web, two words ">T &amp; t</A>
                    <DD>a description
                    of two lines
                    <DT><H3>Inner</H3>
                    <DL><p>
                        <DT><A HREF="javascript:alert(1)">bookmarklet</A>
                        <DT><A HREF="https://example.com/inner" ADD_DATE="soon">Inner page</A>
                        <DT><A HREF="http://example.com/plain/" ADD_DATE="1000000000">Plain again</A>
                    </DL><p>
                </DL><p>
                <DT><A HREF="https://example.com/nameless"></A>
            </DL><p>
            """;

    private static TestBed bed;

    @BeforeAll
    static void start() {
        bed = new TestBed();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void aFileIsTakenInWithTagsDatesAndNotesAndItsProblemsAreToldByLine() {
        var ann = new Owner(bed, "ann");
        var reply = post(ann, FILE);
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.json().path("bookmarks").asInt()).isEqualTo(4);
        assertThat(reply.json().path("problems").toString())
                .isEqualTo(
                        """
                        [{"line":15,"detail":"left out: the address is not one of http, https or s3 that can be saved"},\
                        {"line":16,"detail":"the date is passed over: it is not one"}]\
                        """);
        bed.drain();
        var id = reply.json().path("importId").asText();
        assertThat(reply.headers().get("location")).isEqualTo("/users/ann/bookmarks/imports/" + id);
        var progress = ann.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(progress.path("status").asText()).isEqualTo("done");
        assertThat(progress.path("done").asInt()).isEqualTo(4);
        assertThat(progress.path("problems")).isEqualTo(reply.json().path("problems"));

        var now = IsoTime.format(bed.clock().instant());
        var lines = new ArrayList<String>();
        for (var favorite : ann.call().query("order", "asc").all("ListFavorites", 2)) {
            var tags =
                    Owner.column(
                            ann.call()
                                    .at("dataId", favorite.path("dataId").asText())
                                    .all("ListTagsByFavorite", 10),
                            "tagName");
            lines.add(
                    favorite.path("title").asText()
                            + " | "
                            + favorite.path("clipTime").asText()
                            + " | "
                            + tags.stream().sorted().toList()
                            + " | "
                            + favorite.path("note").asText());
        }
        assertThat(lines)
                .containsExactlyInAnyOrder(
                        "Plain | 2001-09-09T01:46:40.000Z | [Inner] | ",
                        "T & t | 2019-10-23T10:00:01.123Z | [Web, two words] | a description\n        of two lines",
                        "Inner page | " + now + " | [Inner] | ",
                        "example.com /nameless | " + now + " | [] | ");
        assertThat(ann.call().all("ListTags", 10)).hasSize(3);
    }

    @Test
    void aBadTitleOrDescriptionLosesNoBookmark() {
        var dora = new Owner(bed, "dora");
        var reply =
                post(
                        dora,
                        """
                        <!DOCTYPE NETSCAPE-Bookmark-file-1>
                        <DL><p>
                            <DT><A HREF="https://example.com/filler">&#x3164;</A>
                            <DT><A HREF="https://example.com/space">&nbsp;</A>
                            <DT><A HREF="https://example.com/turned">a&#x202E;b</A>
                            <DD>c&#x2066;d
                            <DT><A HREF="https://example.com/lines">e&#x2028;f
                            g</A>
                            <DT><A HREF="https://example.com/long">%s</A>
                            <DT><A HREF="https://example.com/flag">&#x2764;&#xFE0F;&#x200B;</A>
                        </DL><p>
                        """
                                .formatted("\u0958".repeat(300)));
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.json().path("bookmarks").asInt()).isEqualTo(6);
        assertThat(reply.json().path("problems").findValuesAsText("line"))
                .containsExactly("3", "4", "5", "6", "9");
        bed.drain();
        var favorites = dora.call().query("order", "asc").all("ListFavorites", 10);
        assertThat(Owner.column(favorites, "title"))
                .containsExactlyInAnyOrder(
                        "example.com /filler",
                        "example.com /space",
                        "ab",
                        "e f g",
                        "\u0915\u093C".repeat(170),
                        "\u2764\uFE0F\u200B");
        assertThat(Owner.column(favorites, "note")).contains("cd");
    }

    @Test
    void importingAgainAddsNothingAndAddressesThatAreSavedAreFoundAgain() {
        var bea = new Owner(bed, "bea");
        bea.clip("mine", "link", "My own title", Map.of("contentUrl", "https://EXAMPLE.com/plain"));
        bed.drain();
        post(bea, FILE);
        bed.drain();
        post(bea, FILE);
        bed.drain();
        var all = bea.call().all("ListFavorites", 100);
        assertThat(all).hasSize(4);
        assertThat(Owner.column(all, "title")).contains("My own title").doesNotContain("Plain");
        assertThat(
                        Owner.column(
                                bea.call().at("dataId", "mine").all("ListTagsByFavorite", 5),
                                "tagName"))
                .containsExactly("Inner");
        assertThat(bea.call().all("ListTags", 10)).hasSize(3);
    }

    @Test
    void aStrictImportOfAFileWithProblemsSavesNothing() {
        var cid = new Owner(bed, "cid");
        var reply =
                cid.call()
                        .query("strict", "true")
                        .header("content-type", "text/html")
                        .body(FILE)
                        .send("ImportBookmarks");
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.badFields()).containsExactly("line 15", "line 16");
        bed.drain();
        assertThat(cid.call().all("ListFavorites", 10)).isEmpty();
    }

    @Test
    void whatIsNoBookmarksFileIsRefused() {
        var dan = new Owner(bed, "dan");
        assertThat(post(dan, "<!DOCTYPE html><a href='https://example.com'>x</a>").badFields())
                .containsExactly("body");
        assertThat(post(dan, "").status()).isEqualTo(400);
        assertThat(
                        post(
                                        dan,
                                        "<!DOCTYPE NETSCAPE-Bookmark-file-1>"
                                                + " ".repeat(5 * 1_024 * 1_024))
                                .status())
                .isEqualTo(413);
        assertThat(post(dan, "<!DOCTYPE NETSCAPE-Bookmark-file-1>" + "<DL>".repeat(100)).status())
                .isEqualTo(400);
        assertThat(
                        dan.call()
                                .header("content-type", "application/json")
                                .body("{}")
                                .send("ImportBookmarks")
                                .status())
                .isEqualTo(415);
        assertThat(dan.call().at("importId", "none").send("GetBookmarksImport").status())
                .isEqualTo(404);
        assertThat(dan.call().query("strict", "maybe").send("ImportBookmarks").badFields())
                .containsExactly("strict");
    }

    @Test
    void anImportIsForgottenAfterFourteenDays() {
        var ivy = new Owner(bed, "ivy");
        var id = post(ivy, FILE).json().path("importId").asText();
        var begun = bed.clock().instant();
        try {
            bed.clock().set(begun.plus(Duration.ofDays(14)).minusSeconds(1));
            assertThat(ivy.call().at("importId", id).send("GetBookmarksImport").status())
                    .isEqualTo(200);
            bed.clock().set(begun.plus(Duration.ofDays(14)).plusSeconds(1));
            assertThat(ivy.call().at("importId", id).send("GetBookmarksImport").status())
                    .isEqualTo(404);
        } finally {
            bed.clock().set(begun);
            bed.drain();
        }
    }

    @Test
    void theSameRequestSentTwiceIsOneImport() {
        var eve = new Owner(bed, "eve");
        var first = keyed(eve, FILE);
        var second = keyed(eve, FILE);
        assertThat(second.status()).isEqualTo(202);
        assertThat(second.json()).isEqualTo(first.json());
        assertThat(keyed(eve, FILE + "\n").status()).isEqualTo(422);
    }

    private static Reply keyed(Owner owner, String file) {
        return owner.call()
                .header("content-type", "text/html")
                .header("idempotency-key", "k1")
                .body(file)
                .send("ImportBookmarks");
    }

    @Test
    void anExportIsImportedAsTheSameCollection() {
        var fay = new Owner(bed, "fay");
        // "%2C" and "%25" as a user may write them, beside the comma and the sign that they escape
        fay.createTag("t1", "a, b & 100% <c> %2C %25");
        fay.createTag("t2", "web");
        for (var number = 0; number < 7; number++) {
            fay.clip(
                    "d" + number,
                    number % 2 == 0 ? "note" : "video",
                    "Title \"%d\" & <more> 图".formatted(number),
                    number % 2 == 0
                            ? Map.of("note", "one\n  two & <b>\n\tthree %2C", "creatorId", "ben")
                            : Map.of(
                                    "contentUrl", "https://example.com/?a=1&b=" + number,
                                    "thumbnailUrl", "s3://pictures/" + number,
                                    "clipTime", "2020-01-01T00:00:00.%03dZ".formatted(number)));
            fay.tag("d" + number, "t1");
            if (number > 3) {
                fay.tag("d" + number, "t2");
            }
        }
        var parts = export(fay, 3);
        assertThat(parts).hasSize(3);
        var gus = new Owner(bed, "gus");
        for (var part : parts) {
            var reply = post(gus, part);
            assertThat(reply.status()).isEqualTo(202);
            assertThat(reply.json().path("problemCount").asInt()).isZero();
        }
        bed.drain();
        assertThat(gus.call().all("ListFavorites", 100))
                .isEqualTo(fay.call().all("ListFavorites", 100));
        for (var number = 0; number < 7; number++) {
            assertThat(names(gus, "d" + number))
                    .containsExactlyInAnyOrderElementsOf(names(fay, "d" + number));
        }
        assertThat(export(gus, 100).getFirst().lines().count())
                .isEqualTo(export(fay, 100).getFirst().lines().count());
    }

    private static List<String> names(Owner owner, String data) {
        return Owner.column(
                owner.call().at("dataId", data).all("ListTagsByFavorite", 10), "tagName");
    }

    private static List<String> export(Owner owner, int limit) {
        var parts = new ArrayList<String>();
        String cursor = null;
        do {
            var reply =
                    owner.call()
                            .query("limit", Integer.toString(limit))
                            .query("cursor", cursor)
                            .send("ExportBookmarks");
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.headers().get("content-type")).startsWith("text/html");
            parts.add(reply.json().asText());
            var link = reply.headers().getOrDefault("link", "");
            cursor =
                    link.isEmpty()
                            ? null
                            : link.substring(link.indexOf("cursor=") + 7, link.indexOf('>'));
        } while (cursor != null);
        return parts;
    }

    @Test
    void anImportThatCrashesAfterAnyWriteGoesOnAndRepeatsNothing() {
        var now = Instant.parse("2026-11-20T10:00:00Z");
        var content = BookmarksFile.read(FILE.getBytes(StandardCharsets.UTF_8), now);
        var titles = content.bookmarks().stream().map(b -> b.favorite().title().text()).toList();
        for (var writesBefore = 0; writesBefore < 12; writesBefore++) {
            var hal = new Owner(bed, "hal" + writesBefore);
            var id = ImportId.of("i1");
            var chunks = new ArrayList<Item>();
            // A chunk for each, so that the job has slices.
            for (Bookmark bookmark : content.bookmarks()) {
                chunks.add(ImportRecord.chunk(hal.id(), id, chunks.size(), List.of(bookmark), now));
            }
            bed.table().writeAll(chunks.stream().<Write>map(Write.Put::of).toList());
            bed.table().write(Write.Put.of(ImportRecord.begun(id, content, now).item(hal.id())));
            Job job = Bookmarks.importing(hal.id(), id, chunks.size());
            var crashing = new Bookmarks(new CrashingTable(bed.table(), writesBefore), bed.clock());
            var whole = new Bookmarks(bed.table(), bed.clock());
            var ended = false;
            while (!ended) {
                Progress progress;
                try {
                    progress = crashing.save(job);
                } catch (CrashingTable.Crash _) {
                    progress = whole.save(job);
                }
                switch (progress) {
                    case Progress.Finished() -> ended = true;
                    case Progress.More(var place) -> job = job.at(place);
                }
            }
            assertThat(Owner.column(hal.call().all("ListFavorites", 10), "title"))
                    .containsExactlyInAnyOrderElementsOf(titles);
            assertThat(hal.call().all("ListTags", 10)).hasSize(3);
            assertThat(
                            hal.call()
                                    .at("importId", "i1")
                                    .send("GetBookmarksImport")
                                    .json()
                                    .path("status")
                                    .asText())
                    .isEqualTo("done");
        }
        bed.drain();
        assertThat(bed.items(KeySpace.tagsOf(new Owner(bed, "hal3").id())))
                .allMatch(tag -> tag.number(FavoriteItems.FAVORITE_COUNT) >= 1);
    }

    private static Reply post(Owner owner, String file) {
        return owner.call()
                .header("content-type", "text/html; charset=UTF-8")
                .body(file)
                .send("ImportBookmarks");
    }
}
