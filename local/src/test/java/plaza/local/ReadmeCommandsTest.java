package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Catalogue;

/// The README's `curl` lines, word for word but for the port, in a shell, against the running
/// system.
class ReadmeCommandsTest {
    private static final Path README = Path.of("../README.md");
    private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final int MINUTES_MAX = 2;

    @TempDir private Path folder;

    @Test
    void theLinesDoWhatTheTextSays() throws Exception {
        assumeTrue(exists("bash") && exists("curl"), "no bash or no curl on the PATH");
        try (var runner =
                Runner.start(
                        0,
                        null,
                        Catalogue.httpFunctions(),
                        functions -> functions,
                        backend -> TableStreams.of(backend, null))) {
            var lines = lines().replace("http://127.0.0.1:8080", runner.address().toString());

            var printed = run(lines);

            assertThat(printed)
                    .containsOnlyOnce("{\"items\":[{\"userId\":\"ben\",\"postId\":")
                    .containsOnlyOnce("\"likeCount\":1}")
                    .contains("\"existingTagId\":\"t1\"")
                    .contains("\"favoriteCount\":1")
                    .contains("\"status\":\"done\",\"bookmarks\":1,\"done\":1")
                    .contains("TAGS=\"books,aws\"")
                    .contains("\"into\":\"t3\"")
                    .contains("\"gamersDone\":1,\"gamers\":1,\"errors\":0")
                    // the captain's nine points count twice
                    .contains("{\"rank\":1,\"lastRank\":1,\"gamerId\":\"gus\",\"totalPoints\":18");
            assertThat(printed.split("urn:plaza:problem:", -1))
                    .as("only the second Reading is refused: %s", printed)
                    .hasSize(2);
        }
    }

    private static String lines() throws IOException {
        var lines =
                SHELL.matcher(Files.readString(README))
                        .results()
                        .map((MatchResult block) -> block.group(1))
                        .filter(block -> block.contains("curl "))
                        .collect(Collectors.joining());
        assertThat(lines).contains("P=http://127.0.0.1:8080;");
        return lines;
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
            throw new AssertionError("the lines do not end: " + Files.readString(printed));
        }
        return Files.readString(printed, StandardCharsets.UTF_8);
    }

    private static boolean exists(String command) {
        for (var place : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            if (Files.isExecutable(Path.of(place, command))) {
                return true;
            }
        }
        return false;
    }
}
