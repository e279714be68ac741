package plaza.benchmark.fanout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// The Node.js program in `benchmarks/node`, with the dependencies of its lock file.
final class NodeProgram {
    private static final Path SOURCE = Path.of("node");
    private static final Path INSTALLED = Path.of("target", "node");

    private NodeProgram() {}

    /// Copies the program below `target`, runs `npm ci` there, and returns the folder.
    static Path installed() throws IOException, InterruptedException {
        Files.createDirectories(INSTALLED);
        for (var name : List.of("package.json", "package-lock.json", "fanout.mjs")) {
            Files.copy(
                    SOURCE.resolve(name),
                    INSTALLED.resolve(name),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        var npm =
                new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                        .directory(INSTALLED.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(INSTALLED.resolve("npm.log").toFile())
                        .start();
        if (npm.waitFor() != 0) {
            throw new IllegalStateException(Files.readString(INSTALLED.resolve("npm.log")));
        }
        return INSTALLED;
    }

    static String version() throws IOException {
        var node = new ProcessBuilder("node", "--version").start();
        return new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .substring(1);
    }
}
