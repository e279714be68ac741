package plaza.clubs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A reader who follows `docs/tutorial.md` gets the files of this module.
class TutorialTest {
    private static final Path PAGE = Path.of("../../docs/tutorial.md");

    /// Explains the migration of this module with excerpts of its files.
    private static final Path EVOLUTION = Path.of("../../docs/evolution.md");

    /// A bold path at the beginning of a paragraph, and the code block after it.
    private static final Pattern BLOCK =
            Pattern.compile("(?m)^\\*\\*`([^`]+)`\\*\\*(?:.+\\n)+\\n```(\\w+)\\n((?:.*\\n)*?)```$");

    /// Generated files, those of a build, this test, which belongs to the page, and the test of the
    /// page about migrations.
    private static final Pattern NOT_ON_PAGE =
            Pattern.compile(
                    "(events|target)/.*"
                            + "|.*/(openapi\\.json|costs\\.txt|golden-items\\.jsonl|item-shapes\\.txt)"
                            + "|.*/(TutorialTest|MemberOrderTest)\\.java");

    @Test
    void thePageContainsEveryFile() throws IOException {
        var page = files(Files.readString(PAGE));
        var module = module();

        assertThat(page.keySet()).isEqualTo(module.keySet());
        page.forEach((path, text) -> assertThat(text).as(path).isEqualTo(module.get(path)));
    }

    @Test
    void thePageAboutMigrationsQuotesTheFiles() throws IOException {
        var page = Files.readString(EVOLUTION);
        var excerpts = BLOCK.matcher(page).results().toList();

        assertThat(excerpts).hasSize(page.split("```java\n", -1).length - 1).isNotEmpty();
        for (var excerpt : excerpts) {
            assertThat(read(excerpt.group(1))).contains(excerpt.group(3));
        }
    }

    /// The files that the blocks of a page create and change, in their order.
    private static Map<String, String> files(String page) {
        var files = new TreeMap<String, String>();
        var blocks = BLOCK.matcher(page);
        while (blocks.find()) {
            var path = blocks.group(1);
            if (blocks.group(2).equals("diff")) {
                for (var place : blocks.group(3).split("(?m)^@@\\n")) {
                    files.computeIfPresent(path, (_, text) -> changed(path, text, place));
                }
            } else {
                assertThat(files.put(path, blocks.group(3))).as(path).isNull();
            }
        }
        return files;
    }

    private static String changed(String path, String text, String place) {
        var before = '\n' + lines(place, '+');
        var parts = ('\n' + text).split(Pattern.quote(before), -1);
        assertThat(parts).as("%s contains once:%s", path, before).hasSize(2);
        return (parts[0] + '\n' + lines(place, '-') + parts[1]).substring(1);
    }

    /// The lines of a block of changes without those that have a mark, each without its mark.
    private static String lines(String place, char mark) {
        return place.lines()
                .filter(line -> line.isEmpty() || line.charAt(0) != mark)
                .map(line -> line.isEmpty() ? "\n" : line.substring(1) + '\n')
                .collect(Collectors.joining());
    }

    private static Map<String, String> module() throws IOException {
        try (var found = Files.walk(Path.of(""))) {
            return found.filter(Files::isRegularFile)
                    .map(file -> file.toString().replace('\\', '/'))
                    .filter(path -> !NOT_ON_PAGE.matcher(path).matches())
                    .collect(
                            Collectors.toMap(
                                    path -> path, TutorialTest::read, (a, _) -> a, TreeMap::new));
        }
    }

    private static String read(String path) {
        try {
            return Files.readString(Path.of(path));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
