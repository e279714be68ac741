package plaza.favorites.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.Seeds;
import plaza.favorites.Owner;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.id.DataId;
import plaza.favorites.id.ImportId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.Quotas;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.Interruption;
import plaza.testkit.Large;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
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

    @RegisterExtension private static final TestBed bed = new TestBed();

    @Test
    void importSavesTagsDatesAndNotesAndReportsProblemsByLine() {
        var ann = new Owner(bed, "ann");
        var response = post(ann, FILE);
        assertThat(response.status()).isEqualTo(202);
        assertThat(response.json().path("bookmarks").asInt()).isEqualTo(6);
        assertThat(response.json().path("refused").asInt()).isOne();
        assertThat(response.json().path("problems").toString())
                .isEqualTo(
                        """
                        [{"line":15,"title":"bookmarklet","url":"javascript:alert(1)","code":"notSaved","detail":"The bookmark is not saved. Its address must be an absolute http, https or s3 URL."},\
                        {"line":16,"title":"Inner page","url":"https://example.com/inner","code":"dateDropped","detail":"The date of the bookmark is ignored: it is not a valid date."}]\
                        """);
        bed.drain();
        var id = response.json().path("importId").asText();
        assertThat(response.headers().get("location"))
                .isEqualTo("/users/ann/bookmarks/imports/" + id);
        var progress = ann.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(progress.path("state").asText()).isEqualTo("done");
        assertThat(progress.path("done").asInt()).isEqualTo(6);
        assertThat(progress.path("problems")).isEqualTo(response.json().path("problems"));

        var now = bed.clock().instant();
        var shown = new ArrayList<String>();
        for (var favorite : ann.call().query("order", "asc").all("ListFavorites", 2)) {
            var tags =
                    Owner.column(
                            ann.call()
                                    .at("dataId", favorite.path("dataId").asText())
                                    .all("ListTagsByFavorite", 10),
                            "tagName");
            shown.add(
                    favorite.path("title").asText()
                            + " | "
                            + favorite.path("clipTime").asText()
                            + " | "
                            + tags.stream().sorted().toList()
                            + " | "
                            + favorite.path("note").asText());
        }
        assertThat(shown)
                .containsExactlyInAnyOrder(
                        "Plain | 2019-10-23T10:00:00.000Z | [] | ",
                        "Plain again | 2001-09-09T01:46:40.000Z | [Inner] | ",
                        "T & t | 2019-10-23T10:00:01.123Z | [Web, two words] | a description\n        of two lines",
                        "Inner page | " + IsoTime.format(now.minusMillis(4)) + " | [Inner] | ",
                        "example.com /nameless | "
                                + IsoTime.format(now.minusMillis(6))
                                + " | [] | ");
        assertThat(ann.call().all("ListTags", 10)).hasSize(3);
    }

    @Test
    void invalidTitlesAndNotesAreRepairedAndSaved() {
        var dora = new Owner(bed, "dora");
        var response =
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
        assertThat(response.status()).isEqualTo(202);
        assertThat(response.json().path("bookmarks").asInt()).isEqualTo(6);
        assertThat(response.json().path("problems").findValuesAsText("line"))
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
    void importingAgainAddsNothingAndKeepsClippedFavorites() {
        var bea = new Owner(bed, "bea");
        bea.clip("mine", "link", "My own title", Map.of("contentUrl", "http://example.com/plain/"));
        bed.drain();
        post(bea, FILE);
        bed.drain();
        var favorites = bea.call().all("ListFavorites", 100);
        post(bea, FILE);
        bed.drain();
        assertThat(bea.call().all("ListFavorites", 100)).isEqualTo(favorites).hasSize(5);
        assertThat(Owner.column(favorites, "title"))
                .contains("My own title", "Plain")
                .doesNotContain("Plain again");
        assertThat(
                        Owner.column(
                                bea.call().at("dataId", "mine").all("ListTagsByFavorite", 5),
                                "tagName"))
                .containsExactly("Inner");
        assertThat(bea.call().all("ListTags", 10)).hasSize(3);
    }

    @Large
    @Test
    void addressesThatDifferInAnyCharacterAreSeparateFavorites() {
        var addresses =
                List.of(
                        "https://mail.example/#inbox",
                        "https://mail.example/#label/Taxes",
                        "https://mail.example/",
                        "https://mail.example",
                        "http://mail.example/",
                        "https://Mail.example/",
                        "https://mail.example:443/",
                        "https://mail.example/?utm_source=a");
        var jo = new Owner(bed, "jo");
        var file = file(addresses.stream().map(url -> link(url, "Mail", "")).toList());
        var response = strict(jo, file);
        assertThat(response.status()).isEqualTo(202);
        assertThat(response.json().path("problemCount").asInt()).isZero();
        bed.drain();
        var all = jo.call().all("ListFavorites", 100);
        assertThat(Owner.column(all, "contentUrl")).containsExactlyInAnyOrderElementsOf(addresses);
        assertThat(
                        jo.call()
                                .query("url", "HTTP://mail.example:80/#other")
                                .all("FindFavoritesByUrl", 100))
                .hasSameSizeAs(addresses);
        assertThat(post(jo, file).status()).isEqualTo(202);
        bed.drain();
        assertThat(jo.call().all("ListFavorites", 100)).isEqualTo(all);
    }

    @Test
    void exactDuplicatesAreJoinedAndReported() {
        var kim = new Owner(bed, "kim");
        var response =
                strict(
                        kim,
                        file(
                                List.of(
                                        link("https://example.com/a", "A", "TAGS=\"one\""),
                                        link("https://example.com/b", "B", ""),
                                        link("https://example.com/a", "A", "TAGS=\"two\""),
                                        link("https://example.com/b", "", ""))));
        assertThat(response.status()).isEqualTo(202);
        assertThat(response.json().path("bookmarks").asInt()).isEqualTo(4);
        assertThat(response.json().path("joined").asInt()).isEqualTo(2);
        assertThat(response.json().path("problemCount").asInt()).isEqualTo(2);
        assertThat(response.json().path("problems").toString())
                .isEqualTo(
                        """
                        [{"line":5,"title":"A","url":"https://example.com/a","code":"joined","detail":"The bookmark has the same address as the one in line 3 and is joined with it."},\
                        {"line":6,"url":"https://example.com/b","code":"joined","detail":"The bookmark has the same address as the one in line 4 and is joined with it."}]\
                        """);
        bed.drain();
        var importId = response.json().path("importId").asText();
        var report = kim.call().at("importId", importId).send("GetBookmarksImport").json();
        assertThat(report.path("added").asInt()).isEqualTo(2);
        assertThat(Owner.column(kim.call().all("ListFavorites", 10), "title"))
                .containsExactlyInAnyOrder("A", "B");
        var id = SavedUrl.parse("https://example.com/a").exactFingerprint();
        assertThat(names(kim, id)).containsExactlyInAnyOrder("one", "two");
    }

    /// A problem need not have a title or an address.
    @Test
    void theProblemsOfTheResponseAreStored() {
        var gil = new Owner(bed, "gil");
        var response =
                post(
                        gil,
                        file(
                                List.of(
                                        link("javascript:1", "", ""),
                                        "<DT><A>Nowhere</A>\n",
                                        link("javascript:2", "Script", ""))));
        var problems = response.json().path("problems");
        assertThat(problems).hasSize(3);
        assertThat(problems.findValues("title")).hasSize(2);
        assertThat(problems.findValues("url")).hasSize(2);
        var id = response.json().path("importId").asText();
        var report = gil.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(report.path("problems")).isEqualTo(problems);
    }

    /// Each bookmark of the file has exactly one of the four results.
    @Test
    void reportCountsEachBookmarkOnce() {
        var flo = new Owner(bed, "flo");
        flo.clip("mine", "link", "Mine", Map.of("contentUrl", "https://example.com/mine"));
        bed.drain();
        var file =
                file(
                        List.of(
                                link("https://example.com/new", "New", ""),
                                link("https://example.com/new", "New", ""),
                                link("https://example.com/mine", "Mine", ""),
                                link("javascript:1", "Script", "")));
        var id = post(flo, file).json().path("importId").asText();
        bed.drain();
        var report = flo.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(
                        List.of("state", "bookmarks", "added", "alreadyThere", "joined", "refused")
                                .stream()
                                .map(name -> report.path(name).asText()))
                .containsExactly("done", "4", "1", "1", "1", "1");
    }

    /// The report must fit into an item, together with the response that a key stores.
    @Test
    void reportOfAFileWithLongTitlesFitsIntoAnItem() {
        var hugo = new Owner(bed, "hugo");
        var links = new ArrayList<String>();
        for (var number = 0; number < 1_200; number++) {
            links.add(link("x:" + "\\".repeat(300), "&quot;".repeat(200), ""));
        }
        var report = keyed(hugo, file(links)).json();
        assertThat(report.path("problemCount").asInt()).isEqualTo(1_200);
        assertThat(report.path("problems")).hasSizeBetween(200, 1_000);
    }

    @Test
    void fileThatIsLargeBecauseOfItsIconsIsAccepted() {
        var ida = new Owner(bed, "ida");
        var icon = "data:image/png;base64," + "A".repeat(3 * 1_024 * 1_024);
        var response =
                post(
                        ida,
                        file(
                                List.of(
                                        link(
                                                "https://example.com/1",
                                                "ICON=\"kept in a title\"",
                                                "ICON_URI=\"https://example.com/f>.ico\" ICON=\"%s\""
                                                        .formatted(icon)),
                                        link(
                                                "https://example.com/2",
                                                "Two",
                                                "icon='%s' TAGS=\"ICON='x'\"".formatted(icon)))));
        assertThat(response.status()).isEqualTo(202);
        bed.drain();
        assertThat(Owner.column(ida.call().all("ListFavorites", 10), "title"))
                .containsExactlyInAnyOrder("ICON=\"kept in a title\"", "Two");
        assertThat(Owner.column(ida.call().all("ListTags", 10), "tagName"))
                .containsExactly("ICON='x'");
    }

    @Test
    void strictImportRejectsDuplicatesThatLoseData() {
        var lee = new Owner(bed, "lee");
        var file =
                file(
                        List.of(
                                link("https://example.com/a", "A", "") + "\n<DD>first",
                                link("https://example.com/a", "Another", "") + "\n<DD>second",
                                link("https://example.com/b", "B", ""),
                                link("https://example.com/b", "B", "")));
        var rejected = strict(lee, file);
        assertThat(rejected.status()).isEqualTo(422);
        assertThat(rejected.badFields()).containsExactly("line 5", "line 6");
        var response = post(lee, file).json();
        assertThat(codes(response)).containsExactly("joinedWithLoss", "noteDropped", "joined");
        assertThat(response.path("problems").path(0).path("detail").asText())
                .isEqualTo(
                        "The bookmark has the same address as the one in line 3 and is joined with it. Plaza drops its title.");
        bed.drain();
    }

    /// A collection can have two favorites with the same address; an export contains both ids.
    @Test
    void importingAnExportWithADuplicateAddressChangesNothing() {
        var max = new Owner(bed, "max");
        for (var data : List.of("d1", "d2")) {
            max.clip(data, "link", "Title " + data, Map.of("contentUrl", "https://example.com/a"));
        }
        bed.drain();
        var all = max.call().all("ListFavorites", 10);
        var response = strict(max, export(max, 100).getFirst());
        assertThat(response.status()).isEqualTo(202);
        assertThat(response.json().path("problemCount").asInt()).isZero();
        bed.drain();
        assertThat(max.call().all("ListFavorites", 10)).isEqualTo(all).hasSize(2);
        var nat = new Owner(bed, "nat");
        strict(nat, export(max, 100).getFirst());
        bed.drain();
        assertThat(nat.call().all("ListFavorites", 10)).isEqualTo(all);
    }

    /// Favorites with other addresses can already have the ids that an import would use.
    @Test
    void bookmarkWhoseIdIsTakenIsSavedUnderAnotherId() {
        var ola = new Owner(bed, "ola");
        var url = "https://example.com/wanted";
        var derived = SavedUrl.parse(url).exactFingerprint();
        ola.clip("d1", "link", "Other", Map.of("contentUrl", "https://example.com/other"));
        ola.clip(derived, "link", "Third", Map.of("contentUrl", "https://example.com/third"));
        bed.drain();
        var file = file(List.of(link(url, "Wanted", "DATA_ID=\"d1\""), link(url, "Wanted", "")));
        post(ola, file);
        bed.drain();
        var titles = Owner.column(ola.call().all("ListFavorites", 10), "title");
        assertThat(titles).containsExactlyInAnyOrder("Other", "Third", "Wanted");
        post(ola, file);
        bed.drain();
        assertThat(ola.call().all("ListFavorites", 10)).hasSize(3);
    }

    /// Compares allocated bytes, which do not depend on a clock. If the reader parsed the folder
    /// names for each bookmark, the nested file would take more than ten times as many.
    @Test
    void readingANestedFileAllocatesLessThanTwiceAFlatOne() {
        var links = new ArrayList<String>();
        for (var number = 0; number < 2_000; number++) {
            links.add(link("https://example.com/" + number, "Title", ""));
        }
        var flat = file(links);
        var folders = new StringBuilder();
        for (var depth = 0; depth < BookmarksFile.DEPTH_MAX; depth++) {
            folders.append("<DT><H3>Folder ").append(depth % 40).append("</H3>\n<DL><p>\n");
        }
        var nested = file(List.of(folders + String.join("\n", links)));
        assertThat(allocated(nested)).isLessThan(2 * allocated(flat));
    }

    private static long allocated(String file) {
        var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var bytes = file.getBytes(StandardCharsets.UTF_8);
        BookmarksFile.read(bytes, bed.clock().instant(), false);
        var before = thread.getCurrentThreadAllocatedBytes();
        var content = BookmarksFile.read(bytes, bed.clock().instant(), false);
        var after = thread.getCurrentThreadAllocatedBytes();
        assertThat(content.bookmarks()).hasSize(2_000);
        return after - before;
    }

    private static String link(String url, String title, String attributes) {
        return "<DT><A HREF=\"%s\" ADD_DATE=\"1571824800\" %s>%s</A>"
                .formatted(url, attributes, title);
    }

    private static String file(List<String> links) {
        return "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
                + String.join("\n", links)
                + "\n</DL><p>\n";
    }

    private static List<String> codes(JsonNode report) {
        return report.path("problems").valueStream().map(p -> p.path("code").asText()).toList();
    }

    private static TestResponse strict(Owner owner, String file) {
        return owner.call()
                .query("strict", "true")
                .header("content-type", "text/html")
                .body(file)
                .send("ImportBookmarks");
    }

    @Test
    void strictImportOfAFileWithProblemsSavesNothing() {
        var cid = new Owner(bed, "cid");
        var response = strict(cid, FILE);
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.badFields()).containsExactly("line 15", "line 16");
        bed.drain();
        assertThat(cid.call().all("ListFavorites", 10)).isEmpty();
    }

    @Test
    void bookmarksWithoutDatesAreListedInTheOrderOfTheFile() {
        var ned = new Owner(bed, "ned");
        var titles = new ArrayList<String>();
        var links = new ArrayList<String>();
        for (var number = 0; number < 60; number++) {
            titles.add("Title " + number);
            links.add(
                    "<DT><A HREF=\"https://example.com/%d\">Title %d</A>"
                            .formatted(number, number));
        }
        var file = file(links);
        post(ned, file);
        bed.drain();
        assertThat(Owner.column(ned.call().all("ListFavorites", 25), "title")).isEqualTo(titles);
        var eli = new Owner(bed, "eli");
        post(eli, export(ned, 100).getFirst());
        bed.drain();
        assertThat(eli.call().all("ListFavorites", 25))
                .isEqualTo(ned.call().all("ListFavorites", 25));
    }

    @Test
    void twoSpellingsOfAnAddressAreTwoFavorites() {
        var ulf = new Owner(bed, "ulf");
        var decomposed = "https://files.example/re\u0301sume\u0301.pdf";
        var composed = "https://files.example/r\u00e9sum\u00e9.pdf";
        Owner.ok(ulf.clip("mine", "link", "Mine", Map.of("contentUrl", decomposed)));
        bed.drain();
        var response =
                strict(ulf, file(List.of(link(decomposed, "One", ""), link(composed, "Two", ""))));
        assertThat(response.json().path("problemCount").asInt()).isZero();
        bed.drain();
        assertThat(Owner.column(ulf.call().all("ListFavorites", 10), "contentUrl"))
                .containsExactlyInAnyOrder(decomposed, composed);
        var found = ulf.call().query("url", composed).all("FindFavoritesByUrl", 10);
        assertThat(Owner.column(found, "match")).containsExactlyInAnyOrder("exact", "sameAddress");
    }

    @Test
    void strictImportRejectsAttributesWithoutAPlace() {
        var una = new Owner(bed, "una");
        var file = file(List.of(link("https://example.com/", "A", "PRIVATE=\"1\" TOREAD=\"1\"")));
        assertThat(strict(una, file).badFields()).containsExactly("line 3", "line 3");
        var flagged =
                una.call()
                        .query("strict", "true")
                        .query("flagTags", "true")
                        .header("content-type", "text/html")
                        .body(file)
                        .send("ImportBookmarks");
        assertThat(flagged.status()).isEqualTo(202);
        bed.drain();
        assertThat(Owner.column(una.call().all("ListTags", 10), "tagName"))
                .containsExactlyInAnyOrder("private", "toread");
    }

    @Test
    void invalidFilesAndParametersAreRejected() {
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
        for (var name : List.of("strict", "flagTags")) {
            assertThat(dan.call().query(name, "maybe").send("ImportBookmarks").badFields())
                    .containsExactly(name);
        }
    }

    @Test
    void importsAreListedWithTheNewestFirstAndWithoutProblems() {
        var lia = new Owner(bed, "lia");
        assertThat(lia.call().all("ListBookmarksImports", 2)).isEmpty();
        var ids = new ArrayList<String>();
        for (var i = 0; i < 5; i++) {
            bed.clock().advance(Duration.ofMillis(1));
            ids.addFirst(post(lia, FILE).json().path("importId").asText());
            bed.drain();
        }
        var listed = lia.call().all("ListBookmarksImports", 2);
        assertThat(Owner.column(listed, "importId")).isEqualTo(ids);
        for (var item : listed) {
            var report =
                    (ObjectNode)
                            lia.call()
                                    .at("importId", item.path("importId").asText())
                                    .send("GetBookmarksImport")
                                    .json();
            assertThat(report.remove("problems")).isNotEmpty();
            assertThat(item).isEqualTo(report);
        }
        assertThat(
                        new Owner(bed, "mia")
                                .call()
                                .at("userId", "lia")
                                .send("ListBookmarksImports")
                                .status())
                .isEqualTo(403);
    }

    @Test
    void importExpiresAfterFourteenDays() {
        var ivy = new Owner(bed, "ivy");
        var id = post(ivy, FILE).json().path("importId").asText();
        bed.clock().advance(Duration.ofDays(14).minusSeconds(1));
        assertThat(ivy.call().at("importId", id).send("GetBookmarksImport").status())
                .isEqualTo(200);
        assertThat(ivy.call().all("ListBookmarksImports", 2)).hasSize(1);
        bed.clock().advance(Duration.ofSeconds(2));
        assertThat(ivy.call().at("importId", id).send("GetBookmarksImport").status())
                .isEqualTo(404);
        assertThat(ivy.call().all("ListBookmarksImports", 2)).isEmpty();
    }

    @Test
    void repeatedRequestWithTheSameKeyIsOneImport() {
        var eve = new Owner(bed, "eve");
        var first = keyed(eve, FILE);
        var second = keyed(eve, FILE);
        assertThat(second.status()).isEqualTo(202);
        assertThat(second.json()).isEqualTo(first.json());
        assertThat(keyed(eve, FILE + "\n").status()).isEqualTo(422);
    }

    private static TestResponse keyed(Owner owner, String file) {
        return owner.call()
                .header("content-type", "text/html")
                .header("idempotency-key", "k1")
                .body(file)
                .send("ImportBookmarks");
    }

    @Large
    @Test
    void importingAnExportRestoresTheCollection() {
        var fay = new Owner(bed, "fay");
        // "%2C" and "%25" as literal text, next to the comma and percent sign that they escape
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
            var response = post(gus, part);
            assertThat(response.status()).isEqualTo(202);
            assertThat(response.json().path("problemCount").asInt()).isZero();
            bed.drain();
        }
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
            var response =
                    owner.call()
                            .query("limit", Integer.toString(limit))
                            .query("cursor", cursor)
                            .send("ExportBookmarks");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.headers().get("content-type")).startsWith("text/html");
            parts.add(response.json().asText());
            var link = response.headers().getOrDefault("link", "");
            cursor =
                    link.isEmpty()
                            ? null
                            : link.substring(link.indexOf("cursor=") + 7, link.indexOf('>'));
        } while (cursor != null);
        return parts;
    }

    @Large
    @Test
    void importResumesAfterACrashAtAnyWriteWithoutDuplicates() {
        var titles = read(FILE).bookmarks().stream().map(b -> b.favorite().title().text()).toList();
        for (var writesBefore = 0; writesBefore < 24; writesBefore += Seeds.number(3, 1)) {
            var hal = new Owner(bed, "hal" + writesBefore);
            importWithCrash(hal, FILE, writesBefore);
            assertThat(Owner.column(hal.call().all("ListFavorites", 10), "title"))
                    .containsExactlyInAnyOrderElementsOf(titles);
            assertThat(hal.call().all("ListTags", 10)).hasSize(3);
            var report = hal.call().at("importId", "i1").send("GetBookmarksImport").json();
            assertThat(report.path("added").asInt()).isEqualTo(titles.size());
            assertThat(report.path("alreadyThere").asInt()).isZero();
            assertThat(
                            hal.call()
                                    .at("importId", "i1")
                                    .send("GetBookmarksImport")
                                    .json()
                                    .path("state")
                                    .asText())
                    .isEqualTo("done");
        }
        assertThat(new Owner(bed, "hal3").call().all("ListTags", 10))
                .allMatch(tag -> tag.path("favoriteCount").asLong() >= 1);
    }

    /// The ids of two bookmarks belong to other addresses, and so does the id that derives from the
    /// address of one of them. The other one has the address of a bookmark with a free id.
    @Large
    @Test
    void importResumesAfterACrashWhenItNeedsOtherIds() {
        var url = "https://example.com/wanted";
        var derived = SavedUrl.parse(url).exactFingerprint();
        var file =
                file(
                        List.of(
                                link(url, "Wanted", "DATA_ID=\"d1\" TAGS=\"web\""),
                                link("https://example.com/twice", "One", "DATA_ID=\"d2\""),
                                link("https://example.com/twice", "Two", "DATA_ID=\"d1\"")));
        for (var writesBefore = 0; writesBefore < 12; writesBefore += Seeds.number(3, 1)) {
            var ben = new Owner(bed, "ben" + writesBefore);
            ben.clip("d1", "note", "Note", Map.of());
            ben.clip(derived, "link", "Other", Map.of("contentUrl", "https://example.com/other"));
            importWithCrash(ben, file, writesBefore);
            assertThat(Owner.column(ben.call().all("ListFavorites", 10), "title"))
                    .containsExactlyInAnyOrder("Note", "Other", "Wanted", "One", "Two");
            var report = ben.call().at("importId", "i1").send("GetBookmarksImport").json();
            assertThat(report.path("added").asInt()).isEqualTo(3);
        }
    }

    /// The user clips the favorite between the read and the write of the job.
    @Test
    void importKeepsAFavoriteThatIsClippedMeanwhile() {
        var pam = new Owner(bed, "pam");
        var key = FavoritesKeys.FAVORITE.key(pam.id(), DataId.of("d1"));
        var url = "https://example.com/a";
        importOn(
                Interruption.before(
                                key,
                                () ->
                                        Owner.ok(
                                                pam.clip(
                                                        "d1",
                                                        "link",
                                                        "Own",
                                                        Map.of("contentUrl", url))))
                        .on(bed.table()),
                pam,
                file(List.of(link(url, "Imported", "DATA_ID=\"d1\" TAGS=\"sea\""))));
        assertThat(Owner.column(pam.call().all("ListFavorites", 10), "title"))
                .containsExactly("Own");
        var report = pam.call().at("importId", "i1").send("GetBookmarksImport").json();
        assertThat(report.path("alreadyThere").asInt()).isEqualTo(1);
    }

    @Test
    void importCountsAFavoriteOnceThatReplacesOneWithTheTag() {
        var ray = new Owner(bed, "ray");
        var url = "https://example.com/a";
        Owner.ok(ray.createTag("t", "sea"));
        Owner.ok(ray.clip("d1", "link", "Own", Map.of("contentUrl", url)));
        Owner.ok(ray.tag("d1", "t"));
        Owner.ok(ray.unclip("d1"));
        importOn(
                bed.table(),
                ray,
                file(List.of(link(url, "Imported", "DATA_ID=\"d1\" TAGS=\"sea\""))));
        assertThat(ray.underTag("t")).containsExactly("d1");
        assertThat(ray.count("t")).isEqualTo(1);
    }

    /// The id that an import derives from the name belongs to the renamed tag.
    @Test
    void importKeepsATagOfAnEarlierImportThatWasRenamed() {
        var quy = new Owner(bed, "quy");
        post(quy, file(List.of(link("https://example.com/a", "A", "TAGS=\"sea\""))));
        bed.drain();
        var id = Owner.column(quy.call().all("ListTags", 10), "tagId").getFirst();
        Owner.ok(quy.renameTag(id, "ocean"));

        post(quy, file(List.of(link("https://example.com/b", "B", "TAGS=\"sea\""))));
        bed.drain();

        var tags = quy.call().all("ListTags", 10);
        assertThat(Owner.column(tags, "tagName")).containsExactlyInAnyOrder("ocean", "sea");
        for (var tag : Owner.column(tags, "tagId")) {
            assertThat(quy.underTag(tag)).as(tag).hasSize(1);
        }
    }

    private static BookmarksFile.Content read(String file) {
        return BookmarksFile.read(
                file.getBytes(StandardCharsets.UTF_8), bed.clock().instant(), false);
    }

    /// Runs an import with one slice for each bookmark. The write after `writesBefore` writes
    /// fails, and its slice is repeated.
    private static void importWithCrash(Owner owner, String file, int writesBefore) {
        importOn(InterceptedTable.crashingAfter(writesBefore, bed.table()), owner, file);
    }

    /// Runs an import with one slice for each bookmark. A slice that crashes is repeated.
    private static void importOn(Table table, Owner owner, String file) {
        var now = bed.clock().instant();
        var content = read(file);
        var id = ImportId.of("i1");
        var texts =
                content.bookmarks().stream()
                        .map(bookmark -> List.of(BookmarkText.bookmark(bookmark, now)))
                        .toList();
        var chunks = ImportChunks.divided(owner.id(), texts, now);
        chunks.write(bed.table());
        var started = ImportRecord.started(id, ImportRecord.State.RUNNING, content, now);
        bed.table().write(Write.Put.of(started.item(owner.id())));
        var work = chunks.importing(id);
        List<String> cursor = List.of();
        var crashing = new ImportJob(table, bed.clock(), Quotas.STANDARD);
        var intact = new ImportJob(bed.table(), bed.clock(), Quotas.STANDARD);
        while (true) {
            Progress progress;
            try {
                progress = crashing.save(work, new Texts(cursor));
            } catch (InterceptedTable.Crash _) {
                progress = intact.save(work, new Texts(cursor));
            }
            switch (progress) {
                case Progress.Finished() -> {
                    return;
                }
                case Progress.More(var next) -> cursor = next;
            }
        }
    }

    private static TestResponse post(Owner owner, String file) {
        return owner.call()
                .header("content-type", "text/html; charset=UTF-8")
                .body(file)
                .send("ImportBookmarks");
    }
}
