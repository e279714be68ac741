package plaza.favorites.bookmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.favorites.Owner;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// The folders of bookmarks files, from an import to an export.
class BookmarkFoldersTest {
    private static final Pattern MARKUP =
            Pattern.compile(
                    "</?DL>|<HR>|<DD>.*|<H3[^>]*>(?<name>.*)</H3>"
                            + "|<A HREF=\"(?<url>[^\"]*)\"[^>]*>(?<title>.*)</A>");

    private static final TestBed bed = new TestBed();

    @ParameterizedTest
    @ValueSource(strings = {"chrome", "firefox"})
    void treeOfABrowserSurvivesARoundTrip(String browser) {
        var file = resource(browser + ".html");
        var ann = new Owner(bed, "ann-" + browser);
        importing(ann, file);
        var tree = tree(file);
        assertThat(tree).hasSizeGreaterThan(15);
        assertThat(tree(export(ann, "folders"))).isEqualTo(tree);
        assertThat(tree(export(ann, null))).isEqualTo(tree);

        var ben = new Owner(bed, "ben-" + browser);
        importing(ben, export(ann, null));
        assertThat(tree(export(ben, null))).isEqualTo(tree);
        assertThat(export(ben, "tags")).isEqualTo(export(ann, "tags"));

        importing(ann, file);
        assertThat(tree(export(ann, null))).isEqualTo(tree);
    }

    /// Folders with one name share a tag, and a folder of the browser itself has none.
    @Test
    void aFavoriteThatTheUserTagsIsInTheInnermostFoldersOfItsTags() {
        var dan = new Owner(bed, "dan");
        importing(
                dan,
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <DL><p>
                    <DT><H3>Travel</H3>
                    <DL><p>
                        <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bar</H3>
                        <DL><p>
                            <DT><H3>Maps</H3>
                            <DL><p>
                                <DT><H3>Work</H3>
                                <DL><p>
                                    <DT><A HREF="https://example.com/first">First</A>
                                </DL><p>
                            </DL><p>
                        </DL><p>
                    </DL><p>
                    <DT><H3>Home</H3>
                    <DL><p>
                        <DT><H3>Work</H3>
                        <DL><p>
                            <DT><A HREF="https://example.com/second">Second</A>
                        </DL><p>
                    </DL><p>
                </DL><p>
                """);
        Owner.ok(dan.clip("d", List.of()));
        for (var tag : dan.call().all("ListTags", 100)) {
            Owner.ok(dan.tag("d", tag.path("tagId").asText()));
        }
        assertThat(tree(export(dan, "folders")))
                .containsExactly(
                        "> Travel",
                        " > [toolbar] Bar",
                        "  > Maps",
                        "   > Work",
                        "    First https://example.com/first",
                        "    Example d https://example.com/d",
                        "> Home",
                        " > Work",
                        "  Second https://example.com/second",
                        "  Example d https://example.com/d");
    }

    @Test
    void foldersWhoseTagsAreDeletedLeaveTheirContentToTheFolderAround() {
        var eli = new Owner(bed, "eli");
        importing(
                eli,
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <DL><p>
                    <DT><H3>Travel</H3>
                    <DL><p>
                        <DT><H3>Maps</H3>
                        <DL><p>
                            <DT><H3>Sea</H3>
                            <DL><p>
                                <DT><A HREF="https://example.com/chart">Chart</A>
                            </DL><p>
                            <DT><A HREF="https://example.com/map">Map</A>
                        </DL><p>
                    </DL><p>
                </DL><p>
                """);
        for (var tag : eli.call().all("ListTags", 100)) {
            if (!tag.path("tagName").asText().equals("Sea")) {
                Owner.ok(eli.deleteTag(tag.path("tagId").asText()));
            }
        }
        bed.drain();
        assertThat(tree(export(eli, "folders")))
                .containsExactlyInAnyOrder(
                        "> Sea", " Chart https://example.com/chart", "Map https://example.com/map");
    }

    /// A folder without separators receives those of a later file, and keeps its tag.
    @Test
    void separatorsOfALaterFileAreAddedToItsFolders() {
        var file =
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <DL><p>
                    <DT><H3>Work</H3>
                    <DL><p>
                        <DT><A HREF="https://example.com/first">First</A>
                        <HR>
                        <DT><A HREF="https://example.com/second">Second</A>
                    </DL><p>
                </DL><p>
                """;
        var dee = new Owner(bed, "dee");
        importing(dee, file.replace("<HR>", ""));
        importing(dee, file);
        Owner.ok(dee.clip("d", List.of()));
        var tag = dee.call().all("ListTags", 100).getFirst().path("tagId").asText();
        Owner.ok(dee.tag("d", tag));
        assertThat(tree(export(dee, "folders")))
                .containsExactlyInAnyOrder(
                        "> Work",
                        " First https://example.com/first",
                        " ----",
                        " Second https://example.com/second",
                        " Example d https://example.com/d");
    }

    @Test
    void layoutTagsIsAFlatListWithAllTags() {
        var cid = new Owner(bed, "cid");
        importing(cid, resource("chrome.html"));
        var flat = export(cid, "tags");
        assertThat(flat).doesNotContain("<H3").contains("TAGS=\"Work,Misc\"");
        assertThat(export(cid, "both")).contains("<H3").contains("TAGS=\"Work,Misc\"");
        assertThat(export(cid, "folders")).contains("<H3").doesNotContain("TAGS=");
        assertThat(cid.call().query("layout", "tree").send("ExportBookmarks").badFields())
                .containsExactly("layout");
    }

    /// A part has at least one favorite, however large it is.
    @ParameterizedTest
    @ValueSource(ints = {1, 6_000})
    void collectionBeyondAResponseIsExportedInNumberedParts(int bytesMax) {
        var gus = new Owner(bed, "gus" + bytesMax);
        for (var number = 0; number < 9; number++) {
            gus.clip(
                    "d" + number,
                    "link",
                    "\"".repeat(200),
                    Map.of("contentUrl", "https://example.com/" + number));
        }
        importing(gus, resource("chrome.html"));
        var whole = export(gus, null);
        assertThat(whole).doesNotContain("Part ");
        var small = ExportBookmarks.inPartsOf(bytesMax, bed.services(bed.table()));
        var parts = new ArrayList<String>();
        String cursor = null;
        do {
            var response = gus.call().query("cursor", cursor).send("ExportBookmarks", small);
            assertThat(response.status()).isEqualTo(200);
            var part = response.json().asText();
            parts.add(part);
            assertThat(part.lines().skip(4).findFirst().orElseThrow())
                    .startsWith("<!-- Part " + parts.size() + " of an export from Plaza");
            assertThat(BookmarksExport.responseBytes(part)).isLessThan(6_500);
            assertThat(response.headers().get("content-disposition"))
                    .endsWith("bookmarks-" + parts.size() + ".html");
            var link = response.headers().getOrDefault("link", "");
            assertThat(part.contains("has the address of part " + (parts.size() + 1) + ". -->"))
                    .isNotEqualTo(link.isEmpty());
            cursor =
                    link.isEmpty()
                            ? null
                            : link.substring(link.indexOf("cursor=") + 7, link.indexOf('>'));
        } while (cursor != null);
        assertThat(parts).hasSizeGreaterThan(2);
        assertThat(parts.getLast()).contains(", the last one. -->");
        var hal = new Owner(bed, "hal" + bytesMax);
        parts.forEach(part -> importing(hal, part));
        assertThat(export(hal, "tags")).isEqualTo(export(gus, "tags"));
        assertThat(tree(export(hal, null))).containsExactlyInAnyOrderElementsOf(tree(whole));
    }

    private static void importing(Owner owner, String file) {
        var response = post(owner, file);
        assertThat(response.status()).isEqualTo(202);
        bed.drain();
    }

    private static TestResponse post(Owner owner, String file) {
        return owner.call().header("content-type", "text/html").body(file).send("ImportBookmarks");
    }

    private static String export(Owner owner, @Nullable String layout) {
        var response = owner.call().query("layout", layout).send("ExportBookmarks");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers()).doesNotContainKey("link");
        return response.json().asText();
    }

    private static String resource(String name) {
        try (var file = requireNonNull(BookmarkFoldersTest.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// The folders, saved bookmarks, descriptions and separators of a file, one per line, indented
    /// by their depth.
    private static List<String> tree(String file) {
        var lines = new ArrayList<String>();
        var depth = -1;
        var markup = MARKUP.matcher(file);
        while (markup.find()) {
            var indent = " ".repeat(Math.max(0, depth));
            var text = markup.group();
            if (text.startsWith("<DL")) {
                depth++;
            } else if (text.startsWith("</DL")) {
                depth--;
            } else if (text.startsWith("<HR")) {
                lines.add(indent + "----");
            } else if (text.startsWith("<DD")) {
                lines.add(indent + "# " + plain(text.substring("<DD>".length()).strip()));
            } else if (text.startsWith("<H3")) {
                lines.add(
                        indent
                                + "> "
                                + (text.contains("PERSONAL_TOOLBAR_FOLDER") ? "[toolbar] " : "")
                                + (text.contains("UNFILED_BOOKMARKS_FOLDER") ? "[unfiled] " : "")
                                + plain(markup.group("name")));
            } else if (!markup.group("url").startsWith("place:")) {
                lines.add(indent + plain(markup.group("title") + ' ' + markup.group("url")));
            }
        }
        return lines;
    }

    private static String plain(String escaped) {
        return escaped.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }
}
