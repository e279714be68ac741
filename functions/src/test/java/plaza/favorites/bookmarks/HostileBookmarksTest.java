package plaza.favorites.bookmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;
import plaza.favorites.bookmarks.ImportProblem.Code;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.Title;
import plaza.favorites.tag.TagName;

/// Writers of bookmarks files do not escape texts. Whatever a text contains, a file loses no
/// bookmark, and nothing else without a problem in the report.
class HostileBookmarksTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final int FILES = Seeds.number(2_000, 200_000);

    private static final String HEAD =
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p>
            """;

    private static final String BEFORE = "<DT><A HREF=\"https://before.example/\">Before</A>\n";

    private static final String AFTER =
            """
            <DT><A HREF="https://after.example/" ADD_DATE="1600000000" TAGS="after">After</A>
            <DD>The last one
            </DL><p>
            """;

    private static final Pattern BOOKMARK = Pattern.compile("(?i)<DT>\\s*<A(?=[\\s/>]|$)");

    /// Texts that are not markup of the format anywhere within a line.
    private static final List<String> TEXTS =
            List.of(
                    "<script>",
                    "</script>",
                    "<style>",
                    "<textarea>",
                    "<title>",
                    "</title>",
                    "<iframe src=\"x\">",
                    "<xmp>",
                    "<noembed>",
                    "<noframes>",
                    "<plaintext>",
                    "<svg><![CDATA[",
                    "<!--",
                    "-->",
                    "<!",
                    "<?php",
                    "</",
                    "<",
                    ">",
                    "&",
                    "&amp",
                    "&copy=1",
                    "&#x110000;",
                    "\"",
                    "'",
                    "=\"",
                    "a=\"b",
                    "<a href=\"https://x.example/\">",
                    "<A>",
                    "</A> and",
                    "</H3> and",
                    "<H3>",
                    "<DT>",
                    "<DL>",
                    "</DL>",
                    "<HR>",
                    "<DD>",
                    "<b",
                    "<br>",
                    "<p>",
                    "Map<String>",
                    "<T extends A>",
                    "C++ <vector>",
                    "<redXML/>",
                    "1 < 2 > 0",
                    "<img alt='",
                    "\\",
                    "中文",
                    "é",
                    "word");

    /// Texts that also end lines and begin entries.
    private static final List<String> MARKUP =
            List.of(
                    "\n",
                    "\r\n",
                    "\n<DD>",
                    "\n<DL>",
                    "\n</DL>",
                    "\n<HR>",
                    "\n<!-- ",
                    "</A>",
                    "</A>\n",
                    "</H3>",
                    "\">",
                    " TAGS=\"",
                    " HREF='",
                    " X",
                    " DATA_ID=\"d\"",
                    "<DT><A HREF=\"https://inner.example/\">inner</A>\n",
                    "<DT><A HREF=\"ftp://inner.example/\">inner",
                    "<DT> <a",
                    "<DT><A>",
                    "<DT><H3>Inner</H3>\n",
                    "<DT>\n",
                    "<!DOCTYPE html>");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>",
                "<style>",
                "<textarea>",
                "<title>",
                "<iframe>",
                "<xmp>",
                "<noembed>",
                "<noframes>",
                "<!--",
                "<a title=\"",
                "<canvas>",
                "Map<String>",
                "<a href=\"https://x.example/\"><img src=\"https://x.example/1.png\"></a>"
            })
    void textInAngleBracketsIsText(String text) {
        var content =
                read(
                        HEAD
                                + BEFORE
                                + """
                                <DT><H3>%1$.30s</H3>
                                <DD>of %1$s
                                <DL><p>
                                <DT><A HREF="https://one.example/">%1$s one</A>
                                <DD>Put %1$s here
                                %1$s
                                </DL><p>
                                """
                                        .formatted(text)
                                + AFTER);
        assertThat(content.problems()).isEmpty();
        assertThat(titles(content)).containsExactly("Before", text + " one", "After");
        assertThat(content.bookmarks().get(1).favorite().note())
                .isEqualTo(Note.parse("Put " + text + " here\n" + text));
        assertThat(content.folders().getFirst().name())
                .isEqualTo(text.substring(0, Math.min(30, text.length())));
        assertThat(content.folders().getFirst().note()).isEqualTo(Note.parse("of " + text));
    }

    /// Titles, notes and folder names that no writer has escaped are read as they are.
    @Test
    void everyTextIsReadAsItIsWritten() {
        Seeds.forEach(
                "HostileBookmarksTest.everyTextIsReadAsItIsWritten",
                FILES,
                random -> {
                    var texts = new Texts(random, TEXTS);
                    var folder = texts.line();
                    var folderNote = texts.lines();
                    var title = texts.line();
                    var note = texts.lines();
                    var file =
                            HEAD
                                    + BEFORE
                                    + "<DT><H3 ADD_DATE=\"1\">%s</H3>\n<DD>%s\n<DL><p>\n"
                                            .formatted(folder, folderNote)
                                    + "<DT><A HREF=\"https://one.example/\">%s</A>\n<DD>%s\n"
                                            .formatted(title, note)
                                    + "</DL><p>\n"
                                    + AFTER;
                    var content = read(file);
                    assertThat(titles(content))
                            .as(file)
                            .containsExactly("Before", Title.parse(title).text(), "After");
                    assertThat(content.bookmarks().get(1).favorite().note())
                            .as(file)
                            .isEqualTo(Note.parse(note));
                    assertThat(content.folders())
                            .as(file)
                            .extracting(Folder::name, Folder::note)
                            .containsExactly(
                                    tuple(Title.parse(folder).text(), Note.parse(folderNote)));
                });
    }

    /// In every position, even between entries and in attributes, and with texts that look like
    /// markup of the format.
    @Test
    void everyBookmarkIsCountedAndEveryLossReported() {
        Seeds.forEach(
                "HostileBookmarksTest.everyBookmarkIsCountedAndEveryLossReported",
                FILES,
                random -> {
                    var file = HEAD + BEFORE + hostileEntry(random) + AFTER;
                    var content = read(file);
                    assertThat(content.bookmarks().size() + content.joined() + content.refused())
                            .as(file)
                            .isEqualTo((int) BOOKMARK.matcher(file).results().count());
                    assertThat(titles(content)).as(file).startsWith("Before").endsWith("After");
                    var last = content.bookmarks().getLast();
                    assertThat(last.favorite().clipTime())
                            .as(file)
                            .isEqualTo("2020-09-13T12:26:40Z");
                    assertThat(last.favorite().note())
                            .as(file)
                            .isEqualTo(Note.parse("The last one"));
                    assertThat(last.tags().getFirst().text()).as(file).isEqualTo("after");
                    var kept = kept(content);
                    var lost = words(file).filter(word -> !kept.contains(word)).toList();
                    assertThat(lost.isEmpty() || content.lossCount() > 0)
                            .as("%s of %s", lost, file)
                            .isTrue();
                });
    }

    @Test
    void textBetweenEntriesIsReportedWithItsLine() {
        var content = read(HEAD + BEFORE + "stray <b>text</b>\nof two lines\n" + AFTER);
        assertThat(titles(content)).containsExactly("Before", "After");
        assertThat(content.problems())
                .extracting(ImportProblem::line, ImportProblem::code, ImportProblem::detail)
                .containsExactly(
                        tuple(
                                6,
                                Code.TEXT_DROPPED,
                                "The text “stray <b>text</b> of two lines” is not saved: it belongs"
                                        + " to no bookmark and to no folder."));
    }

    private static String hostileEntry(SplittableRandom random) {
        var all = new ArrayList<>(TEXTS);
        all.addAll(MARKUP);
        var texts = new Texts(random, all);
        return switch (random.nextInt(8)) {
            case 0 -> entry(texts.line(), "1", "", "");
            case 1 -> entry("title", "1", "", "<DD>" + texts.line() + '\n');
            case 2 -> entry("title", texts.line(), "", "");
            case 3 -> entry("title", "1", " TAGS=\"" + texts.line() + '"', "");
            case 4 -> entry("title", "1", ' ' + texts.line(), "");
            case 5 -> entry("title", "1", "", texts.line() + '\n');
            case 6 -> "<DT><H3>" + texts.line() + "</H3>\n<DL><p>\n</DL><p>\n";
            default ->
                    texts.line()
                            + '\n'
                            + entry(texts.line(), "1", " TAGS=\"x\"", texts.line() + '\n');
        };
    }

    private static String entry(String title, String path, String attributes, String after) {
        return "<DT><A HREF=\"https://one.example/%s\"%s>%s</A>\n%s"
                .formatted(path, attributes, title, after);
    }

    /// Random texts. Each part is followed by a word of its own, so that no text is blank and a
    /// lost part is noticed.
    private static final class Texts {
        private final SplittableRandom random;
        private final List<String> parts;
        private int words;

        Texts(SplittableRandom random, List<String> parts) {
            this.random = random;
            this.parts = parts;
        }

        /// A text in one line, unless a part breaks it.
        String line() {
            return Stream.generate(() -> parts.get(random.nextInt(parts.size())))
                    .limit(1 + random.nextInt(5))
                    .map(part -> part + " q" + words++ + "z")
                    .collect(Collectors.joining(random.nextBoolean() ? " " : ""));
        }

        String lines() {
            return Stream.generate(() -> "w " + line())
                    .limit(1 + random.nextInt(3))
                    .collect(Collectors.joining("\n"));
        }
    }

    private static Stream<String> words(String text) {
        return Pattern.compile("q\\d+z").matcher(text).results().map(result -> result.group());
    }

    private static String kept(BookmarksFile.Content content) {
        var kept = new StringBuilder();
        for (var bookmark : content.bookmarks()) {
            var favorite = bookmark.favorite();
            kept.append(favorite.title().text())
                    .append(favorite.note())
                    .append(favorite.contentUrl())
                    .append(bookmark.tags().stream().map(TagName::text).toList());
        }
        content.folders().forEach(folder -> kept.append(folder.name()).append(folder.note()));
        return kept.toString();
    }

    private static List<String> titles(BookmarksFile.Content content) {
        return content.bookmarks().stream()
                .map(bookmark -> bookmark.favorite().title().text())
                .toList();
    }

    private static BookmarksFile.Content read(String file) {
        return BookmarksFile.read(file.getBytes(UTF_8), NOW, false);
    }
}
