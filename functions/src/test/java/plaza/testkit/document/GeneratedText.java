package plaza.testkit.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Compares generated text with a file. `-Dplaza.docs=write` writes it instead.
public final class GeneratedText {
    private GeneratedText() {}

    /// Whether tests write the text.
    public static boolean isWritten() {
        return "write".equals(System.getProperty("plaza.docs"));
    }

    /// Compares a whole file.
    public static void assertFile(Path file, String text) throws IOException {
        if (isWritten()) {
            Files.writeString(file, text);
        }
        assertThat(Files.readString(file)).as("run with -Dplaza.docs=write").isEqualTo(text);
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
            assertThat(whole.substring(from, to)).as("run with -Dplaza.docs=write").isEqualTo(text);
        }
    }
}
