package plaza.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.catalogue.Limits;
import plaza.functions.Catalogue;
import plaza.local.TestRunner;

/// Generates and compiles the TypeScript client, publishes it without doing so, checks the demo
/// with its types, and runs its tests against the running system.
@Deep
@Order(1)
class TypeScriptClientTest {
    private static final Path CLIENT = Path.of("../clients/typescript");

    /// Requests of each kind that a user can send: more than a test needs, and few enough to
    /// exhaust them in a test.
    private static final int PER_HOUR_MAX = 40;

    private static final int MINUTES_MAX = 4;

    /// The path of a file, in the JSON that npm prints.
    private static final Pattern PATH = Pattern.compile("\"path\": \"([^\"]+)\"");

    @TempDir private Path folder;

    @Test
    void theClientCompilesAndPassesItsTests() throws Exception {
        assumeTrue(isInstalled("npm"), "skipped: needs Node.js with npm");
        run("", "npm", "ci", "--prefer-offline");
        // also compiles what the tests need; the output of an earlier build must not hide a failure
        deleteFolder(CLIENT.resolve("target"));
        var published = run("", "npm", "publish", "--dry-run", "--json");
        assertThat(published).contains("\"id\": \"plaza-client@");
        assertThat(PATH.matcher(published).results().map(found -> found.group(1)))
                .containsExactlyInAnyOrder(
                        "LICENSE",
                        "README.md",
                        "package.json",
                        "target/src/index.d.ts",
                        "target/src/index.js",
                        "target/src/schema.d.ts",
                        "target/src/upload.d.ts",
                        "target/src/upload.js");
        anotherProjectUsesThePackage();
        run("", "npm", "run", "check-demo");
        var limits = Limits.of(Catalogue.ALL.declarations().limits(), _ -> PER_HOUR_MAX);
        try (var runner =
                TestRunner.start(null, functions -> functions.with(Limits.class, limits))) {
            var printed = run(runner.address().toString(), "npm", "test");
            assertThat(printed).contains("# fail 0", "# cancelled 0", "# skipped 0");
        }
    }

    private void anotherProjectUsesThePackage() throws IOException, InterruptedException {
        run("", "npm", "pack", "--ignore-scripts", "--pack-destination", folder.toString());
        String archive;
        try (var files = Files.newDirectoryStream(folder, "*.tgz")) {
            archive = files.iterator().next().toAbsolutePath().toString();
        }
        var project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("package.json"), "{\"type\":\"module\"}");
        Files.writeString(
                project.resolve("use.ts"),
                """
                import { createPlaza, PlazaError, type Problem } from "plaza-client";

                const plaza = createPlaza({ baseUrl: "http://127.0.0.1", token: "" });
                const type: Problem["type"] | undefined = new PlazaError(new Response(), undefined).problem?.type;
                // @ts-expect-error the API has no such route
                const call = () => plaza.GET("/elsewhere");
                console.log(typeof call, type);
                """);
        var prefix = project.toString();
        run("", "npm", "install", "--prefix", prefix, "--prefer-offline", archive);
        var compiler = "node_modules/typescript/bin/tsc";
        run(
                "",
                "node",
                compiler,
                "--strict",
                "--target",
                "es2022",
                "--module",
                "nodenext",
                prefix + "/use.ts");
        assertThat(run("", "node", prefix + "/use.js")).contains("function undefined");
    }

    private String run(String url, String... command) throws IOException, InterruptedException {
        var output = folder.resolve("output");
        var builder =
                new ProcessBuilder(command)
                        .directory(CLIENT.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("PLAZA_URL", url);
        var process = builder.start();
        try {
            assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        var printed = Files.readString(output);
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }

    private static void deleteFolder(Path path) throws IOException {
        if (Files.exists(path)) {
            try (var files = Files.walk(path)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static boolean isInstalled(String tool) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", "command -v " + tool)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
