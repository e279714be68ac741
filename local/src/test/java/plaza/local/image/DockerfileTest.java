package plaza.local.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Compares the paths and classes in `image/Dockerfile` with the repository, because a build needs
/// Docker. Files below `target` exist only after `./mvnw -Pimage`.
final class DockerfileTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern COPY = Pattern.compile("(?m)^COPY (?:--\\S+ )*(.+) \\S+$");
    private static final Pattern MOUNT =
            Pattern.compile("--mount=type=bind,source=([^,\\s]+),target=([^,\\s]+)");
    private static final Pattern CLASS = Pattern.compile("plaza(?:\\.[a-z]+)+\\.[A-Z]\\w+");

    private final String dockerfile =
            Files.readString(ROOT.resolve("image/Dockerfile")).replace("\\\n", " ");

    DockerfileTest() throws IOException {}

    @Test
    void everyFileOfTheBuildExistsAndIsSentToDocker() throws IOException {
        var sent =
                Files.readAllLines(ROOT.resolve(".dockerignore")).stream()
                        .filter(line -> line.startsWith("!"))
                        .map(line -> line.substring(1).replaceFirst("/$", ""))
                        .toList();
        for (var source : sources()) {
            assertThat(sent)
                    .as(".dockerignore and " + source)
                    .anyMatch(path -> (source + "/").startsWith(path + "/"));
            if (!source.contains("/target/")) {
                assertThat(ROOT.resolve(source)).exists();
            }
        }
        assertThat(sent).allMatch(path -> sources().stream().anyMatch(s -> s.startsWith(path)));
    }

    @Test
    void everyFileThatAMountContainsExists() {
        var mounts = mounts();
        assertThat(mounts).isNotEmpty();
        var mounted = new ArrayList<String>();
        for (var word : dockerfile.split("\\s+", -1)) {
            mounts.forEach((target, source) -> {
                if (word.startsWith(target + "/") && !source.contains("/target/")) {
                    mounted.add(word);
                    assertThat(ROOT.resolve(source + word.substring(target.length())))
                            .as(word)
                            .isRegularFile();
                }
            });
        }
        assertThat(mounted).containsExactly("/events/GetTimelineByUserId.json");
    }

    @Test
    void everyClassExists() {
        assertThat(CLASS.matcher(dockerfile).results())
                .isNotEmpty()
                .allSatisfy(name -> assertThat(Class.forName(name.group())).isNotNull());
    }

    /// The sources of all copies and mounts.
    private List<String> sources() {
        return Stream.concat(
                        COPY.matcher(dockerfile)
                                .results()
                                .flatMap(copy -> Stream.of(copy.group(1).split("\\s+", -1))),
                        mounts().values().stream())
                .toList();
    }

    /// The sources of the mounts by their targets.
    private Map<String, String> mounts() {
        var mounts = new TreeMap<String, String>();
        MOUNT.matcher(dockerfile)
                .results()
                .forEach(mount -> mounts.put(mount.group(2), mount.group(1)));
        return mounts;
    }
}
