package plaza.testkit.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Compares generated text with a file. `-Dplaza.docs=write` writes it instead.
public final class GeneratedText {
    private GeneratedText() {}

    /// Whether tests write the text.
    public static boolean isWritten() {
        return "write".equals(System.getProperty("plaza.docs"));
    }

    /// Compares a whole file, which is empty if it does not exist.
    public static void assertFile(Path file, String text) throws IOException {
        if (isWritten()) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        }
        assertSame(file, Files.exists(file) ? Files.readString(file) : "", text);
    }

    /// Compares the part of a file between the first `begin` and the next `end`.
    public static void assertBetween(Path file, String begin, String end, String text)
            throws IOException {
        var whole = Files.readString(file);
        assertThat(whole).contains(begin);
        var from = whole.indexOf(begin) + begin.length();
        var to = whole.indexOf(end, from);
        if (isWritten()) {
            Files.writeString(file, whole.substring(0, from) + text + whole.substring(to));
        } else {
            assertSame(file, whole.substring(from, to), text);
        }
    }

    /// Fails with the first lines that differ: a text can have thousands of lines.
    private static void assertSame(Path file, String written, String generated) {
        var before = written.lines().toArray();
        var after = generated.lines().toArray();
        var first = Arrays.mismatch(before, after);
        assertThat(first)
                .as(
                        """
                        %s is not current; run the test with -Dplaza.docs=write.
                        Written:
                        %s
                        Generated:
                        %s
                        """,
                        file, excerpt(before, first), excerpt(after, first))
                .isNegative();
        assertThat(written).as("the ends of the lines of %s", file).isEqualTo(generated);
    }

    private static String excerpt(Object[] lines, int first) {
        return IntStream.range(Math.max(0, first - 3), Math.min(lines.length, first + 7))
                .mapToObj(line -> (line < first ? "  " : "> ") + lines[line])
                .collect(Collectors.joining("\n"));
    }
}
