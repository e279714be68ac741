package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.functions.Catalogue;
import plaza.job.Job;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;

/// Runs the steps of `infra-cdk/smoke` that need no account against the running system.
final class SmokeTest {
    private static final Path SCRIPT = Path.of("../infra-cdk/smoke");
    private static final int MINUTES_MAX = 3;

    @TempDir private Path folder;
    private Runner runner;

    @BeforeEach
    void start() throws Exception {
        for (var tool : List.of("bash", "curl", "jq")) {
            assumeTrue(
                    new ProcessBuilder("sh", "-c", "command -v " + tool).start().waitFor() == 0,
                    "skipped: needs bash, curl and jq");
        }
        runner = TestRunner.start();
    }

    @AfterEach
    void stop() {
        if (runner != null) {
            runner.close();
        }
    }

    @Test
    void theStepsWithoutAnAccountSucceed() throws Exception {
        var ended = smoke("$1");

        assertThat(ended.output()).contains("all 10 responses are those of README.md");
        assertThat(ended.output()).contains("all requests were rejected as they must be");
        assertThat(ended.code()).as(ended.output()).isZero();
    }

    /// With one user for both names, Ann follows herself, which is rejected.
    @Test
    void anotherResponseFailsTheRun() throws Exception {
        var ended = smoke("one");

        assertThat(ended.output()).contains("FAILED: response 3 of README.md is {\"type\":");
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void aRequestThatIsNotRejectedFailsTheRun() throws Exception {
        var script = Files.readString(SCRIPT);
        var ended =
                run(
                        script.replace(
                                "rejected 403 -X PUT \"$api/users/$ben\"",
                                "rejected 403 -X PUT \"$api/users/$ann\""),
                        "$1");

        assertThat(ended.output()).contains("FAILED: 200 instead of 403: curl -X PUT");
        assertThat(ended.code()).isEqualTo(1);
    }

    /// The item that the step `poison` writes. FanOut receives it and fails.
    @Test
    void theFunctionsCannotReadThePoisonItem() throws Exception {
        var written =
                Pattern.compile("put-item .*\\\\\n *--item '([^']+)'")
                        .matcher(Files.readString(SCRIPT));
        assertThat(written.find()).isTrue();
        var item = new ObjectMapper().readTree(written.group(1));
        assertThat(item.properties()).hasSize(2);
        var key = new Key(item.at("/pk/S").asText(), item.at("/sk/S").asText());

        assertThat(Catalogue.ALL.keySpace().familyOf(key.pk())).isEqualTo(PlatformKeys.JOBS);
        assertThatThrownBy(() -> Job.from(Item.at(key).build()))
                .isInstanceOf(RuntimeException.class);
    }

    private record Ended(int code, String output) {}

    private Ended smoke(String user) throws Exception {
        return run(Files.readString(SCRIPT), user);
    }

    /// @param user the user for whom the token command issues a token; `$1` is the wanted user
    private Ended run(String script, String user) throws Exception {
        // the script reads README.md in the folder above its own
        Files.copy(Path.of("../README.md"), folder.resolve("README.md"));
        var copy = Files.createDirectory(folder.resolve("infra-cdk")).resolve("smoke");
        Files.writeString(copy, script);
        var token = folder.resolve("token");
        Files.writeString(
                token,
                """
                #!/bin/sh
                curl -fsS "%s/dev/token/%s" | jq -r .token
                """
                        .formatted(runner.address(), user));
        assertThat(token.toFile().setExecutable(true)).isTrue();
        var printed = folder.resolve("printed");
        var process =
                new ProcessBuilder(
                                "bash",
                                copy.toString(),
                                "--api",
                                runner.address().toString(),
                                "--token",
                                token.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile())
                        .start();
        if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("the script does not end: " + Files.readString(printed));
        }
        return new Ended(process.exitValue(), Files.readString(printed, StandardCharsets.UTF_8));
    }
}
