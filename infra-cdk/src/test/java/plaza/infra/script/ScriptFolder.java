package plaza.infra.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The folder of a test that runs an operator's script. The script finds it in the environment
/// variable `STAND_IN`, and calls the substitutes in its subfolder `bin` instead of the real
/// commands.
record ScriptFolder(Path folder) {
    /// The exit status of a script, and what it wrote to both streams.
    record Ended(int code, String output) {}

    /// Skips the test where a tool that every script needs is missing.
    static void assumeTools() throws IOException, InterruptedException {
        assumeTrue(
                new ProcessBuilder("sh", "-c", "command -v bash && command -v jq").start().waitFor()
                        == 0,
                "skipped: needs bash and jq");
    }

    /// Writes a substitute for a command.
    Path substitute(String command, String text) throws IOException {
        var file = Files.createDirectories(folder.resolve("bin")).resolve(command);
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /// Runs a script of `infra-cdk`.
    Ended run(String script, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("bash", script));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, bin) -> bin + old);
        builder.environment().put("STAND_IN", folder.toString());
        builder.environment().put("CDK_OUTDIR", folder.toString());
        builder.environment().put("SMOKE_DELIVERY_SECONDS", "2");
        builder.environment().put("RESTORE_POLL_SECONDS", "0");
        builder.environment().put("SCAN_POLL_SECONDS", "0");
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), output);
    }
}
