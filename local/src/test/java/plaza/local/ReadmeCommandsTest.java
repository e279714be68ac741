package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.testkit.About;

/// Runs the `curl` commands of the README and of the pages of the contexts in a shell, against the
/// running system. Only the port differs from the text.
class ReadmeCommandsTest {
    private static final Path README = Path.of("../README.md");
    private static final List<Path> PAGES =
            List.of(README, Path.of("../docs/favorites.md"), Path.of("../docs/fantasy.md"));
    private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JSON = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
    private static final int MINUTES_MAX = 2;

    @TempDir private Path folder;

    @Test
    @About({"favorites", "fantasy"})
    void theCommandsPrintTheDocumentedResponses() throws Exception {
        assumeTrue(exists("bash") && exists("curl"), "no bash or no curl on the PATH");
        try (var runner = TestRunner.start()) {
            var commands = commands().replace("http://127.0.0.1:8080", runner.address().toString());

            var printed = run(commands);

            var responses = responses();
            assertThat(responses).hasSize(22);
            var lines = printed.lines().filter(line -> !line.isBlank()).toList();
            for (var i = 0; i < responses.size(); i++) {
                assertThat(lines.get(i)).matches(responses.get(i));
            }
            assertThat(printed)
                    .containsOnlyOnce("\"likeCount\":1}")
                    .contains("\"existingTagId\":\"t1\"")
                    .contains("\"favoriteCount\":1")
                    .contains("\"state\":\"done\",\"bookmarks\":1,\"done\":1")
                    .contains("TAGS=\"books,aws\"")
                    .contains("\"into\":\"t3\"")
                    .contains("\"gamersDone\":3,\"gamers\":3,\"errors\":0")
                    // the captain's nine points count twice
                    .contains("{\"rank\":1,\"lastRank\":1,\"gamerId\":\"gus\",\"totalPoints\":18");
            assertThat(printed.split("urn:plaza:problem:", -1))
                    .as("only the wrong code and the second tag Reading are rejected: %s", printed)
                    .hasSize(3);
        }
    }

    private static String commands() throws IOException {
        var commands = new StringBuilder();
        for (var page : PAGES) {
            var ofPage =
                    blocks(SHELL, page)
                            .filter(block -> block.contains("curl "))
                            .collect(Collectors.joining());
            assertThat(ofPage).as("commands in %s", page).isNotEmpty();
            commands.append(ofPage);
        }
        assertThat(commands).contains("P=http://127.0.0.1:8080;");
        return commands.toString();
    }

    /// The lines of the README's blocks of JSON, in which `…` stands for any text.
    private static List<Pattern> responses() throws IOException {
        return blocks(JSON, README)
                .flatMap(String::lines)
                .map(line ->
                        Arrays.stream(line.split("…", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*")))
                .map(Pattern::compile)
                .toList();
    }

    private static Stream<String> blocks(Pattern kind, Path page) throws IOException {
        return kind.matcher(Files.readString(page))
                .results()
                .map((MatchResult block) -> block.group(1));
    }

    private String run(String script) throws Exception {
        var printed = folder.resolve("printed");
        var shell =
                new ProcessBuilder("bash", "-u", "-c", script)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile())
                        .start();
        if (!shell.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
            throw new AssertionError("the commands do not end: " + Files.readString(printed));
        }
        return Files.readString(printed, StandardCharsets.UTF_8);
    }

    private static boolean exists(String command) {
        for (var directory : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            if (Files.isExecutable(Path.of(directory, command))) {
                return true;
            }
        }
        return false;
    }
}
