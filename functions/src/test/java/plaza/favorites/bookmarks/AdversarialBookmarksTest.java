package plaza.favorites.bookmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Seeds;
import plaza.text.Malformed;

/// The work of reading a file grows linearly with its size, whatever the file contains.
///
/// Work is counted, not timed: how often a character is read, and the bytes that the thread
/// allocates, which include every copied text, digest and node. With `-Pdeep` the generator makes
/// more and larger files.
class AdversarialBookmarksTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final String HEAD = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n";
    private static final boolean IS_DEEP = Seeds.DEEP;
    private static final int RANDOM_SHAPES = IS_DEEP ? 5_000 : 25;
    private static final int CHARACTERS = IS_DEEP ? 200_000 : 10_000;

    /// How many times as large the second file is.
    private static final int GROWTH = 8;

    /// The maximum number of bytes that one character of a file causes. Most are for the names of
    /// tags, each of which takes less than three kilobytes and at least two characters.
    private static final int BYTES_PER_CHARACTER_MAX = 1_500;

    /// How often one character is read at most.
    private static final int READS_MAX = 20;

    /// The parts of random shapes.
    private static final List<String> FRAGMENTS =
            List.of(
                    "<DL>",
                    "<DL><p>",
                    "</DL>",
                    "</DL><p>",
                    "<DT>",
                    "<DT><A HREF=\"https://e.example/",
                    "\n<DD>",
                    "\n<DL>",
                    "<DD>",
                    "<HR>",
                    "<p>",
                    "</p>",
                    "<H3>x</H3>",
                    "<H3>",
                    "</H3>",
                    "<A HREF=https://e.example/1>",
                    "</A>",
                    "<A>",
                    "<A HREF=x TAGS=\"\u0001,\u0001\">",
                    "<b>",
                    "</b>",
                    "<i><u><s>",
                    "<table>",
                    "<td>",
                    "</table>",
                    "<div>",
                    "</div>",
                    "<svg>",
                    "<select>",
                    "<template>",
                    "<script>",
                    "</script>",
                    "<title>",
                    "<!--",
                    "-->",
                    "<!",
                    "<?",
                    "<",
                    "</",
                    ">",
                    "&",
                    "&amp;",
                    "&#x110000;",
                    "\"",
                    "'",
                    "=",
                    " a",
                    " a=\"",
                    " a='",
                    "\n",
                    "x",
                    "é",
                    "\u0301\u0316",
                    "\u202E",
                    ",",
                    "\u0001",
                    "<button>",
                    "<a name=y>",
                    "<H3 PERSONAL_TOOLBAR_FOLDER>",
                    "<nobr>",
                    "<object>",
                    "<marquee>",
                    "<option>");

    /// A family of files.
    ///
    /// @param repeated the text that is repeated as often as it fits
    record Shape(String before, String repeated, String after) {
        byte[] file(int characters) {
            var times = Math.max(1, characters / repeated.length());
            return (HEAD + before + repeated.repeat(times) + after).getBytes(UTF_8);
        }

        @Override
        public String toString() {
            return Stream.of(before, repeated, after)
                    .map(part -> part.substring(0, Math.min(40, part.length())))
                    .map(part -> part.replaceAll("\\s+", " "))
                    .collect(Collectors.joining(" | "));
        }
    }

    static List<Shape> shapes() {
        var href = "<DT><A HREF=\"https://e.example/";
        return List.of(
                new Shape("", "<DT><H3>x</H3><DL><p></DL><p>", ""),
                new Shape("", "<DT><H3></H3><DL><p></DL><p>", ""),
                new Shape("", "<DT><H3 UNFILED_BOOKMARKS_FOLDER>x</H3><DL><p></DL><p>", ""),
                new Shape("", "<H3>x<DL></DL>", ""),
                new Shape("<b><i><u><s>".repeat(100), "<p>x", ""),
                new Shape("<b><i><u><s>".repeat(100), "<DT>x", ""),
                new Shape("", "<b><p>", ""),
                new Shape("", "<a><p>x", ""),
                new Shape("", "<div>", ""),
                new Shape("", "<HR>", ""),
                new Shape("", "<DT><H3>x</H3><DL>" + "<HR>".repeat(900) + "</DL>", ""),
                new Shape("", href + "\">x</A>", ""),
                new Shape("", href + "\">x", ""),
                new Shape("", href + "\">x</A><DD>y", ""),
                new Shape(href + "\" TAGS=\"" + "\u0001,".repeat(1_000) + "\">", "x", "</A>"),
                new Shape(href + "\" TAGS=\"", "\u0001,", "\">" + "x".repeat(1_000) + "</A>"),
                new Shape("<DT><A HREF=\"x", "\u0001", "\" TAGS=\"" + "\u0001,".repeat(99) + "\">"),
                new Shape("<DT><A ", "a=b ", ">x</A>"),
                new Shape("<DT><A TAGS=\"", "a,b,c,", "\" HREF=\"https://e.example/\">x</A>"),
                new Shape("<table>", "<b>x", ""),
                new Shape("", "<!--", ""),
                new Shape("", "<A \"", ""),
                new Shape("", "<DT><A ", ""),
                new Shape("", "\n<DL", ""),
                new Shape("", "<DT> ", ""),
                new Shape("<DT>", " ", "<A>"),
                new Shape("<DT><A HREF=\"", "\" ", ""),
                new Shape("<DT><A ", "a=\"\n", ""),
                new Shape("<DT><A ", "é=\"\n", ""),
                new Shape("<DT><A ", "\"A", ""),
                new Shape("<DT><A HREF=\"", "=\"", ""),
                new Shape("<DT><A ICON=\"", "' A=", ""),
                new Shape(href + "\">", "</A> ", "x"),
                new Shape(href + "\">", "</A>\n<p", ""),
                new Shape("<DD>", "</DD> ", "x"),
                new Shape("<DD>x", "</DD>", ""),
                new Shape("", "<!DOCTYPE netscape-bookmark-file-1>", ""),
                new Shape("", "<h1>", ""),
                new Shape("", "</x>", ""),
                new Shape("<div>".repeat(400), "</p>", ""),
                new Shape("", "<script>", ""),
                new Shape("", "&", ""),
                new Shape("", "&<p>", ""),
                new Shape("<DD>", "x<br>", ""));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void workGrowsLinearly(Shape shape) {
        assertLinear(shape);
    }

    @Test
    void workGrowsLinearlyForRandomShapes() {
        var seed = IS_DEEP ? System.nanoTime() : 42;
        System.out.println("adversarial bookmarks: seed " + seed);
        var random = new Random(seed);
        for (var number = 0; number < RANDOM_SHAPES; number++) {
            assertLinear(
                    new Shape(
                            fragments(random, random.nextInt(3)).repeat(random.nextInt(100)),
                            fragments(random, 1 + random.nextInt(4)),
                            fragments(random, random.nextInt(3))));
        }
    }

    private static String fragments(Random random, int count) {
        var text = new StringBuilder();
        for (var number = 0; number < count; number++) {
            text.append(FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
        }
        return text.toString();
    }

    private static void assertLinear(Shape shape) {
        var counted = new CountedText(new String(shape.file(CHARACTERS), UTF_8));
        BookmarksMarkup.read(counted, new IgnoredMarkup());
        assertThat(counted.reads).as("%s", shape).isLessThan((long) READS_MAX * counted.length());
        var small = shape.file(CHARACTERS);
        var large = shape.file(CHARACTERS * GROWTH);
        read(small);
        var work = allocated(() -> read(small));
        var more = allocated(() -> read(large));
        assertThat(more)
                .as("%s: %d bytes for %d", shape, more, large.length)
                .isLessThan((long) BYTES_PER_CHARACTER_MAX * large.length)
                .isLessThan(2 * GROWTH * Math.max(work, 100L * small.length));
    }

    /// A text that counts how often its characters are read.
    private static final class CountedText implements CharSequence {
        private final String text;
        private long reads;

        CountedText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            reads++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            reads += end - start;
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class IgnoredMarkup implements BookmarksMarkup.Visitor {
        @Override
        public void doctype(String name) {}

        @Override
        public void bookmark(BookmarksMarkup.Tag tag, String title) {}

        @Override
        public void folder(BookmarksMarkup.Tag tag, String name) {}

        @Override
        public void description(int line, String text) {}

        @Override
        public void beginList() {}

        @Override
        public void endList(int line) {}

        @Override
        public void separator(int line) {}

        @Override
        public void otherText(int line, String text) {}
    }

    private static long allocated(LongSupplier work) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadAllocatedBytes();
        var result = work.getAsLong();
        var after = threads.getCurrentThreadAllocatedBytes();
        assertThat(result).isNotNegative();
        return after - before;
    }

    /// Returns the number of bookmarks, or 0 if the file is refused.
    private static int read(byte[] file) {
        try {
            return BookmarksFile.read(file, NOW, false).bookmarks().size();
        } catch (Malformed _) {
            return 0;
        }
    }
}
