package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Checks the templates with cfn-lint, by the script `infra-cdk/lint`. cfn-lint is written in
/// Python and is not part of the build, so the test is skipped where it is not installed. It takes
/// half a minute for each stack, so only `-Pdeep` runs it.
@EnabledIfSystemProperty(named = "plaza.deep", matches = "true", disabledReason = "-Pdeep runs it")
final class LintTest {
    private static final int MINUTES_MAX = 5;

    @Test
    void theStackWithoutOptionsHasNoOpenFinding() throws Exception {
        assertNoOpenFinding(Template.real().folder());
    }

    @Test
    void theStackWithEveryOptionHasNoOpenFinding() throws Exception {
        assertNoOpenFinding(Template.full().folder());
    }

    private static void assertNoOpenFinding(Path folder) throws Exception {
        assumeTrue(
                run("sh", "-c", "command -v jq >&2 && cfn-lint --version")
                        .contains("cfn-lint " + version()),
                "skipped: needs jq and cfn-lint " + version());
        assertThat(run("bash", "lint", folder.toString())).isEmpty();
    }

    /// The version that the script names.
    private static String version() throws IOException, InterruptedException {
        return run("sed", "-n", "s/^version=//p", "lint").strip();
    }

    /// The output of a command, without its errors.
    private static String run(String... command) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
        return output;
    }
}
