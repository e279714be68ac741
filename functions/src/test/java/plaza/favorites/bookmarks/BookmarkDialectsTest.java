package plaza.favorites.bookmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.tag.TagName;

/// The bookmarks files of browsers and bookmarking services, as they write them: what each has of
/// its own, and what is reported.
class BookmarkDialectsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final String DOCTYPE = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n";

    @Test
    void safariWritesNoDates() {
        var content =
                read(
                        """
                        <!DOCTYPE NETSCAPE-Bookmark-file-1>
                        <HTML>
                        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                        <Title>Bookmarks</Title>
                        <H1>Bookmarks</H1>
                        <DT><H3 FOLDED>Favourites</H3>
                        <DL><p>
                        \t<DT><A HREF="https://one.example/">One</A>
                        \t<DT><A HREF="https://two.example/">Two</A>
                        </DL><p>
                        <DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>
                        <DL><p>
                        \t<DT><A HREF="https://three.example/?a=1&b=2">Three &amp; more</A>
                        </DL><p>
                        </HTML>
                        """);
        assertThat(details(content))
                .containsExactly(
                        "The attribute ID is not saved. Further bookmarks or folders with it are not"
                                + " listed.");
        assertThat(titles(content)).containsExactly("One", "Two", "Three & more");
        assertThat(content.bookmarks())
                .extracting(bookmark -> tags(bookmark))
                .containsExactly(
                        List.of("Favourites"), List.of("Favourites"), List.of("Reading List"));
        assertThat(content.bookmarks().getLast().favorite().contentUrl())
                .hasToString("https://three.example/?a=1&b=2");
        assertThat(newestFirst(content)).containsExactly("One", "Two", "Three & more");
    }

    @Test
    void internetExplorerWritesWindowsLines() {
        var content =
                read(
                        """
                        <!DOCTYPE NETSCAPE-Bookmark-file-1>
                        <!-- This is an automatically generated file.
                        It will be read and overwritten.
                        Do Not Edit! -->
                        <TITLE>Bookmarks</TITLE>
                        <H1>Bookmarks</H1>
                        <DL><p>
                            <DT><H3 FOLDED ADD_DATE="1265289020">Caf&eacute;s</H3>
                            <DL><p>
                                <DT><A HREF="http://one.example/" ADD_DATE="1265289020" LAST_VISIT="1265289030" LAST_MODIFIED="1265289020">It&#146;s one</A>
                            </DL><p>
                        </DL><p>
                        """
                                .replace("\n", "\r\n"));
        assertThat(titles(content)).containsExactly("It’s one");
        assertThat(tags(content.bookmarks().getFirst())).containsExactly("Cafés");
        assertThat(content.problems())
                .extracting(ImportProblem::line, ImportProblem::detail)
                .containsExactly(
                        tuple(
                                10,
                                "The attribute LAST_VISIT is not saved. Further bookmarks or"
                                        + " folders with it are not listed."));
    }

    @Test
    void pinboardWritesFlagsAndOneLineOfLists() {
        var file =
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                <TITLE>Pinboard Bookmarks</TITLE>
                <H1>Bookmarks</H1>
                <DL><p><DT><A HREF="https://one.example/" ADD_DATE="1600000000" PRIVATE="1" TOREAD="0" TAGS="a,b">One</A>

                <DT><A HREF="https://two.example/" ADD_DATE="1600000001" PRIVATE="0" TOREAD="1" TAGS="">Two</A>
                <DD>See <a href="https://x.example/">this</a>
                <blockquote>quoted</blockquote>

                <DT><A HREF="https://three.example/" ADD_DATE="1600000002" PRIVATE="1" TOREAD="1" TAGS="a">Three</A>
                </DL></p>
                """;
        var content = read(file);
        assertThat(titles(content)).containsExactly("One", "Two", "Three");
        assertThat(content.bookmarks().get(1).favorite().note())
                .isEqualTo(
                        Note.parse(
                                "See <a href=\"https://x.example/\">this</a>\n"
                                        + "<blockquote>quoted</blockquote>"));
        assertThat(details(content))
                .containsExactly(
                        "The attribute PRIVATE is not saved. Further bookmarks or folders with it"
                                + " are not listed. With flagTags=true it becomes a tag.",
                        "The attribute TOREAD is not saved. Further bookmarks or folders with it"
                                + " are not listed. With flagTags=true it becomes a tag.");
        assertThat(content.lossCount()).isEqualTo(2);
        var flagged = BookmarksFile.read(file.getBytes(UTF_8), NOW, true);
        assertThat(flagged.problems()).isEmpty();
        assertThat(flagged.bookmarks())
                .extracting(bookmark -> tags(bookmark))
                .containsExactly(
                        List.of("a", "b", "private"),
                        List.of("toread"),
                        List.of("a", "private", "toread"));
    }

    @Test
    void raindropWritesCovers() {
        var content =
                read(
                        DOCTYPE
                                + """
                                <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                                <TITLE>Raindrop.io Bookmarks</TITLE>
                                <H1>Raindrop.io Bookmarks</H1>
                                <DL><p>
                                <DT><A HREF="https://one.example/" ADD_DATE="1600000000" LAST_MODIFIED="1600000000" TAGS="a" DATA-COVER="https://c.example/1.png" DATA-IMPORTANT="true">One</A>
                                <DD>Map<String>
                                <DT><A HREF="https://two.example/" ADD_DATE="1600000000" LAST_MODIFIED="1700000000" TAGS="" DATA-COVER="">Two</A>
                                </DL><p>
                                """);
        assertThat(content.bookmarks().getFirst().favorite().thumbnailUrl())
                .isEqualTo(SavedUrl.parse("https://c.example/1.png"));
        assertThat(details(content))
                .containsExactly(
                        "The attribute DATA-IMPORTANT is not saved. Further bookmarks or folders"
                                + " with it are not listed.",
                        "The attribute LAST_MODIFIED is not saved. Further bookmarks or folders"
                                + " with it are not listed.");
    }

    /// shiori, Shaarli, linkding and Delicious differ only in attributes.
    @Test
    void servicesWriteNotesOfSeveralLines() {
        var content =
                read(
                        DOCTYPE
                                + """
                                <!-- This is an automatically generated file.
                                     Do Not Edit! -->
                                <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                                <TITLE>Bookmarks</TITLE>
                                <H1>Bookmarks</H1>
                                <DL><p>
                                <DT><A HREF="https://one.example/" ADD_DATE="1600000000" PRIVATE="0" TOREAD="0" TAGS="a">One</A>
                                <DD>First[linkding-notes]line &lt;one&gt;

                                line <two>[/linkding-notes]
                                <DT><A HREF="https://two.example/" ADD_DATE="1600000000" LAST_MODIFIED="" TAGS="b c">Two</A>
                                </DL><p>
                                """);
        assertThat(content.problems()).isEmpty();
        assertThat(content.bookmarks().getFirst().favorite().note())
                .isEqualTo(
                        Note.parse(
                                "First[linkding-notes]line <one>\n\nline <two>[/linkding-notes]"));
    }

    @Test
    void scuttleWritesDescriptionsAsAttributes() {
        var content =
                read(
                        DOCTYPE
                                + """
                                <dl><p>
                                <dt><a href="https://one.example/" add_date="1600000000" description="A note" tags="x">One</a></dt>
                                <dt>
                                  <a href='https://two.example/' description='Another'>Two</a>
                                </dt>
                                <dd>A longer note</dd>
                                <dt><a href="https://one.example/" description="A note">One</a></dt>
                                <dt><a href="https://one.example/" description="Other">One</a></dt>
                                </dl>
                                """);
        assertThat(content.bookmarks())
                .extracting(bookmark -> bookmark.favorite().note())
                .containsExactly(Note.parse("A note"), Note.parse("Another"));
        assertThat(content.problems())
                .extracting(ImportProblem::line, ImportProblem::code)
                .containsExactly(
                        tuple(7, ImportProblem.Code.NOTE_DROPPED),
                        tuple(8, ImportProblem.Code.JOINED),
                        tuple(9, ImportProblem.Code.JOINED),
                        tuple(9, ImportProblem.Code.NOTE_DROPPED));
    }

    @Test
    void firefoxWritesKeywordsAndFeeds() {
        var content =
                read(
                        DOCTYPE
                                + """
                                <meta http-equiv="Content-Security-Policy"
                                      content="default-src 'self'"></meta>
                                <DL><p>
                                <HR>    <DT><A HREF="https://s.example/?q=%s" ADD_DATE="1" LAST_MODIFIED="2" SHORTCUTURL="s" POST_DATA="a%3Db" LAST_CHARSET="UTF-8">Search</A>
                                <DT><A HREF="https://t.example/?q=%s" LAST_MODIFIED="1600000000" SHORTCUTURL="t">Other</A>
                                <DT><A FEEDURL="https://f.example/feed" HREF="https://f.example/" ADD_DATE="1">Feed</A>
                                </DL><p>
                                """);
        assertThat(details(content))
                .containsExactly(
                        "The attribute LAST_MODIFIED is not saved. Further bookmarks or folders"
                                + " with it are not listed.",
                        "The attribute SHORTCUTURL is not saved: “s”.",
                        "The attribute POST_DATA is not saved: “a%3Db”.",
                        "The attribute LAST_CHARSET is not saved. Further bookmarks or folders with"
                                + " it are not listed.",
                        "The attribute SHORTCUTURL is not saved: “t”.",
                        "The attribute FEEDURL is not saved: “https://f.example/feed”.");
        assertThat(content.bookmarks().get(1).favorite().clipTime())
                .isEqualTo("2020-09-13T12:26:40Z");
    }

    /// A repeated bookmark gives its date to the first one, and nothing takes the place of a date.
    @Test
    void bookmarksWithoutDatesKeepTheirOrder() {
        var content =
                read(
                        DOCTYPE
                                + """
                                <DL><p>
                                <DT><A HREF="https://one.example/">One</A>
                                <DT><A HREF="https://two.example/">Two</A>
                                <DT><H3>Folder</H3>
                                <DL><p>
                                <DT><A HREF="https://one.example/">One</A>
                                <DT><A HREF="https://three.example/" ADD_DATE="never">Three</A>
                                </DL><p>
                                <DT><A HREF="https://four.example/">Four</A>
                                <DT><A HREF="https://two.example/" ADD_DATE="1600000000">Two</A>
                                <DT><A HREF="https://two.example/">Two</A>
                                </DL><p>
                                """);
        assertThat(newestFirst(content)).containsExactly("One", "Three", "Four", "Two");
        assertThat(content.bookmarks())
                .extracting(bookmark -> bookmark.favorite().clipTime())
                .containsExactly(
                        NOW,
                        Instant.ofEpochSecond(1_600_000_000),
                        NOW.minusMillis(4),
                        NOW.minusMillis(5));
    }

    /// An unclosed quote ends before the next attribute, the end of the tag, or the next entry.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "HREF=\"https://e.example/ ADD_DATE=\"1\">T</A> | https://e.example/ | T",
                "HREF=\"https://e.example/>T</A> | https://e.example/ | T",
                "ADD_DATE=\"1\" HREF='https://e.example/>T \"q\"</A> | https://e.example/ | T \"q\"",
                "HREF=\"https://e.example/ | https://e.example/ | e.example /",
                "HREF=https://e.example/>T | https://e.example/ | T",
                "HREF=https://e.example/ | https://e.example/ | e.example /",
                "HREF=\"https://e.example/?q=\"x\"&r\">T</A> | https://e.example/?q=\"x\"&r | T",
                "HREF=\"https://e.example/?q=\"x\" y z\">T</A> | https://e.example/?q=\"x\" y z | T",
                "HREF=\"https://e.example/?a>b\" FOLDED ADD_DATE=\"1\">T</A> | https://e.example/?a>b | T",
                "HREF=\"https://e.example/\"ADD_DATE=\"1\">T</A> | https://e.example/ | T",
                "HREF = 'https://e.example/' />T</A> | https://e.example/ | T",
                "HREF=\"https://e.example/\">T</A></A> | https://e.example/ | T</A>",
                "HREF=\"https://e.example/\">T</A> u</A >  | https://e.example/ | T</A> u",
                "HREF=\"https://e.example/\">T</A><DD>n | https://e.example/ | T",
                "HREF=\"https://e.example/?a=1&copy=2&amp;b\">T</A> | https://e.example/?a=1&copy=2&b | T",
            })
    void tagsAreReadWithinTheirEntry(String entry, String address, String title) {
        var content =
                read(
                        DOCTYPE
                                + "<DT><A "
                                + entry
                                + "\n<DT><A HREF=\"https://next.example/\">Next</A>\n");
        assertThat(content.bookmarks())
                .extracting(Bookmark::favorite)
                .extracting(favorite -> String.valueOf(favorite.contentUrl()))
                .containsExactly(address, "https://next.example/");
        assertThat(titles(content)).containsExactly(title, "Next");
        if (entry.contains("ADD_DATE")) {
            assertThat(content.bookmarks().getFirst().favorite().clipTime())
                    .isEqualTo(Instant.ofEpochSecond(1));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "&amp;&lt;&gt;&quot;&apos; | &<>\"'",
                "&eacute;&Eacute;&nbsp;&yuml;&euro;&rang;x | éÉ\u00a0ÿ€⟩x",
                "&#233;&#xE9;&#XE9;&#128512; | ééé😀",
                "&#128;&#150;x | €–x",
                "&copy &copy=1 &; &x; &#; &#x; &#xg; | &copy &copy=1 &; &x; &#; &#x; &#xg;",
                "&#0; &#xD800; &#x110000; &#99999999; | &#0; &#xD800; &#x110000; &#99999999;",
                "&amp;lt; &thetasym; &thetasymx; | &lt; ϑ &thetasymx;"
            })
    void characterReferencesEndWithASemicolon(String text, String decoded) {
        assertThat(CharacterReferences.decoded(text)).isEqualTo(decoded);
    }

    @Test
    void iconsAreNotMeasured() {
        var icon = "data:image/png;base64," + "A".repeat(1_000);
        var content =
                read(
                        DOCTYPE
                                + "<DT><A HREF=\"https://e.example/\" ICON=\"%s\" ICON_URI='é€😀'>ICON=\"1\"</A>"
                                        .formatted(icon)
                                + "<DD><A ICON=\"1\">");
        assertThat(content.iconBytes())
                .isEqualTo(("ICON=\"" + icon + "\"ICON_URI='é€😀'").getBytes(UTF_8).length);
        assertThat(content.problems()).isEmpty();
        assertThat(titles(content)).containsExactly("ICON=\"1\"");
        assertThat(content.bookmarks().getFirst().favorite().note())
                .isEqualTo(Note.parse("<A ICON=\"1\">"));
    }

    @Test
    void attributesThatAreLostAreReportedOncePerName() {
        var names = new StringBuilder();
        for (var number = 0; number < 60; number++) {
            names.append(" X").append(number).append("=\"v\"");
        }
        var many = read(DOCTYPE + link(names.toString(), "a") + link(names.toString(), "b"));
        assertThat(many.problemCount()).isEqualTo(51);
        assertThat(details(many))
                .contains("Further attributes are not saved and not listed.")
                .anyMatch(detail -> detail.startsWith("The attribute X"));
        var repeated =
                read(DOCTYPE + link("TAGS=\"a\" TAGS=\"b\" ADD_DATE=\"1\" ADD_DATE=\"1\"", "a"));
        assertThat(details(repeated))
                .containsExactly(
                        "The attribute TAGS is not saved. Further bookmarks or folders with it are"
                                + " not listed.");
    }

    @Test
    void folderWithoutAListIsEmpty() {
        var content =
                read(
                        DOCTYPE
                                + "<DT><H3>One</H3>\n<DD>note\n"
                                + link("", "a")
                                + "<DT><H3>Two</H3>\n");
        assertThat(content.folders())
                .extracting(Folder::name, Folder::note)
                .containsExactly(tuple("One", Note.parse("note")), tuple("Two", null));
        assertThat(tags(content.bookmarks().getFirst())).isEmpty();
    }

    @Test
    void descriptionThatBelongsToNothingIsReported() {
        var content =
                read(
                        DOCTYPE
                                + "<DL><p>\n<DD>of nothing\n"
                                + "<DT><H3>F</H3>\n<DD>one\n<DD>one\n<DD>two\n<DL><p>\n</DL><p>\n"
                                + "<DD>after it\n"
                                + "<DT><A HREF=\"ftp://e.example/\">refused</A>\n<DD>of the refused\n");
        assertThat(content.problems())
                .extracting(ImportProblem::line, ImportProblem::code)
                .containsExactly(
                        tuple(3, ImportProblem.Code.NOTE_DROPPED),
                        tuple(7, ImportProblem.Code.NOTE_DROPPED),
                        tuple(10, ImportProblem.Code.NOTE_DROPPED),
                        tuple(11, ImportProblem.Code.NOT_SAVED));
    }

    /// A line of a description that looks like the end of a list can move bookmarks to another
    /// folder, which the end of the file shows.
    @Test
    void endOfAListWithoutABeginningIsReported() {
        var content =
                read(
                        DOCTYPE
                                + "<DL><p>\n<DT><H3>F</H3>\n<DL><p>\n"
                                + link("", "a")
                                + "<DD>ends with\n</DL>\n"
                                + link("", "b")
                                + "</DL><p>\n</DL><p>\n");
        assertThat(content.problems())
                .extracting(ImportProblem::line, ImportProblem::code)
                .containsExactly(tuple(10, ImportProblem.Code.TEXT_DROPPED));
    }

    /// After the first entry, the head of a file is over.
    @ParameterizedTest
    @ValueSource(strings = {"<DL><p>", "<HR>", "<DT><A HREF=\"https://one.example/\">One</A>"})
    void headEndsWithTheFirstEntry(String entry) {
        for (var text :
                List.of("<H1>text</H1>", "<!DOCTYPE html>", "<META x>", "<TITLE>t</TITLE>")) {
            assertThat(read(DOCTYPE + text + "\n").problems()).as(text).isEmpty();
            assertThat(read(DOCTYPE + entry + '\n' + text + '\n').problems())
                    .as(text)
                    .extracting(ImportProblem::line, ImportProblem::code)
                    .containsExactly(tuple(3, ImportProblem.Code.TEXT_DROPPED));
        }
    }

    /// Files that a user has joined into one.
    @Test
    void secondFileInOneIsRead() {
        var file =
                DOCTYPE
                        + "<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n"
                        + "<DT><A HREF=\"https://e.example/%s\">T</A>\n"
                        + "</DL><p>\n";
        var content = read(file.formatted("a") + file.formatted("b"));
        assertThat(content.problems()).isEmpty();
        assertThat(content.bookmarks()).hasSize(2);
    }

    private static String link(String attributes, String path) {
        return "<DT><A HREF=\"https://e.example/%s\" %s>Title of %s</A>\n"
                .formatted(path, attributes, path);
    }

    private static List<String> newestFirst(BookmarksFile.Content content) {
        return content.bookmarks().stream()
                .map(Bookmark::favorite)
                .sorted(Comparator.comparing(Favorite::clipTime).reversed())
                .map(favorite -> favorite.title().text())
                .toList();
    }

    private static List<String> titles(BookmarksFile.Content content) {
        return content.bookmarks().stream()
                .map(bookmark -> bookmark.favorite().title().text())
                .toList();
    }

    private static List<String> details(BookmarksFile.Content content) {
        return content.problems().stream().map(ImportProblem::detail).toList();
    }

    private static List<String> tags(Bookmark bookmark) {
        return bookmark.tags().stream().map(TagName::text).toList();
    }

    private static BookmarksFile.Content read(String file) {
        return BookmarksFile.read(file.getBytes(UTF_8), NOW, false);
    }
}
