package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// The demo searches the list of footballers itself, with the letters and joiners of the API.
class DemoSearchTest {
    @Test
    void theDemoFoldsTheSameLettersAndJoiners() throws IOException {
        try (var page = Folding.class.getResourceAsStream("/plaza/web/demo/search.js")) {
            assertThat(page).isNotNull();
            assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\n" + LatinLetters.TABLE + "`")
                    .contains("const JOINERS = \"" + escaped(Folding.JOINERS) + "\";");
        }
    }

    private static String escaped(String text) {
        var escaped = new StringBuilder();
        text.chars()
                .forEach(c ->
                        escaped.append(
                                c <= '~'
                                        ? Character.toString(c)
                                        : String.format(Locale.ROOT, "\\u%04x", c)));
        return escaped.toString();
    }
}
