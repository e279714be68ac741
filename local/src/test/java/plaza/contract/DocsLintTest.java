package plaza.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.Deep;
import plaza.testkit.Large;

/// The linters Redocly CLI and Spectral report nothing about `docs/openapi.json`, and markdownlint
/// reports no wrong link and no line of more than 120 columns in any Markdown page.
///
/// Their versions are pinned in `src/test/contract`; npm installs them in `target/contract` once.
/// Without Node.js, the tests are skipped. `verify` parses the document in [OpenApiTest].
@Deep
class DocsLintTest {
    private static final Path SOURCES = Path.of("src/test/contract");
    private static final Path FOLDER = Path.of("target/contract");
    private static final String DOCUMENT = "../../../docs/openapi.json";
    private static final List<String> FILES =
            List.of(
                    "package.json",
                    "package-lock.json",
                    "redocly.yaml",
                    ".spectral.yaml",
                    "pages.markdownlint-cli2.mjs");

    @BeforeAll
    static void install() throws IOException {
        assumeTrue(hasNode(), "skipped: Node.js is absent");
        var lock = FOLDER.resolve("package-lock.json");
        var isInstalled =
                Files.isDirectory(FOLDER.resolve("node_modules"))
                        && Files.exists(lock)
                        && Files.mismatch(lock, SOURCES.resolve("package-lock.json")) < 0;
        Files.createDirectories(FOLDER);
        for (var file : FILES) {
            Files.copy(
                    SOURCES.resolve(file),
                    FOLDER.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        if (!isInstalled) {
            run("npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund");
        }
    }

    @Test
    @Large
    void redoclyReportsNothing() {
        assertThat(run("node_modules/.bin/redocly", "lint", "--config=redocly.yaml", DOCUMENT))
                .contains("is valid")
                .doesNotContain("Warning was generated");
    }

    @Test
    @Large
    void spectralReportsNothing() {
        assertThat(
                        run(
                                "node_modules/.bin/spectral",
                                "lint",
                                "--fail-severity=hint",
                                "--ruleset=.spectral.yaml",
                                DOCUMENT))
                .contains("No results with a severity of 'hint' or higher found");
    }

    @Test
    @Large
    void markdownlintReportsNothing() {
        assertThat(
                        run(
                                "node_modules/.bin/markdownlint-cli2",
                                "--config",
                                "pages.markdownlint-cli2.mjs",
                                "../../../**/*.md",
                                "!../../../**/{node_modules,target}"))
                .containsPattern("Linting: \\d{2,} file")
                .contains("Summary: 0 error(s)");
    }

    private static boolean hasNode() {
        try {
            return new ProcessBuilder("node", "--version").start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /// Returns the output of a command that must succeed.
    private static String run(String... command) {
        try {
            var builder = new ProcessBuilder(command).directory(FOLDER.toFile());
            builder.environment().put("REDOCLY_TELEMETRY", "off");
            builder.environment().put("NO_UPDATE_NOTIFIER", "1");
            var log = Files.createTempFile("contract", ".log");
            var process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
            var hasEnded = process.waitFor(5, TimeUnit.MINUTES);
            process.destroyForcibly();
            var output = Files.readString(log, StandardCharsets.UTF_8);
            Files.delete(log);
            assertThat(hasEnded && process.exitValue() == 0)
                    .as(String.join(" ", command) + '\n' + output)
                    .isTrue();
            return output;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }
}
