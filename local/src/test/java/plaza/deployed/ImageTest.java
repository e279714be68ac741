package plaza.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.local.emulator.Emulator;
import plaza.local.image.Training;
import plaza.local.runtime.LambdaEnvironment;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.local.runtime.RuntimeApiServer;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// Tests the entry script of the container image with a real AOT cache.
@Deep
class ImageTest {
    private static final String HANDLER = "plaza.social.timeline.GetTimelineByUserId";
    private static final String REFUSAL =
            "plaza: the AOT cache was not made for these jars; build the image again\n";

    @TempDir private Path folder;

    @Test
    void anAotCacheIsUsedOnlyWithItsJars() throws Exception {
        var start = image();
        assertThat(refusal(start)).as("without a cache").isEqualTo(REFUSAL);

        var row = TestBed.row("GetTimelineByUserId");
        Training.train(
                start,
                HANDLER,
                Files.readAllBytes(SampleEvents.file(row)),
                ProcessBuilder.Redirect.appendTo(folder.resolve("training.log").toFile()));
        assertThat(folder.resolve("jars.aot")).isNotEmptyFile();
        var answer = answer(start, Files.readAllBytes(SampleEvents.file(row)));
        assertThat(answer).startsWith("{\"statusCode\":200");
        assertThat(Files.readString(folder.resolve("log")))
                .as("the log of the JVM")
                .contains("Opened AOT cache")
                .contains("source: shared objects file");

        var jar = folder.resolve("lib").resolve(Deployed.jar().getFileName());
        var whole = Files.readAllBytes(jar);
        var times = Files.getLastModifiedTime(jar);
        var changed = whole.clone();
        changed[changed.length / 2] ^= 1;
        Files.write(jar, changed);
        Files.setLastModifiedTime(jar, times);
        assertThat(refusal(start)).as("one bit of the jar changed").isEqualTo(REFUSAL);

        Files.write(jar, whole);
        assertThat(answer(start, Files.readAllBytes(SampleEvents.file(row))))
                .startsWith("{\"statusCode\":200");

        try (var inside = FileSystems.newFileSystem(jar)) {
            Files.writeString(inside.getPath("new"), "new");
        }
        assertThat(refusal(start)).as("a jar with one more entry").isEqualTo(REFUSAL);

        Files.delete(jar);
        assertThat(refusal(start)).as("a jar is missing").isEqualTo(REFUSAL);
    }

    /// Creates the folder `/opt/plaza` of the image and returns its entry script.
    private Path image() throws IOException {
        var start = Files.copy(Path.of("../image/start"), folder.resolve("start"));
        var lib = Files.createDirectory(folder.resolve("lib"));
        Files.copy(Deployed.jar(), lib.resolve(Deployed.jar().getFileName()));
        for (var jar : Deployed.runtime()) {
            Files.copy(jar, lib.resolve(jar.getFileName()));
        }
        assertThat(start).isExecutable();
        return start;
    }

    private String refusal(Path start) throws IOException, InterruptedException {
        var process = process(start).start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("it ends").isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        return Files.readString(folder.resolve("log"));
    }

    private String answer(Path start, byte[] event) throws Exception {
        try (var emulator = Emulator.inMemory();
                var api =
                        new RuntimeApiServer("arn:aws:lambda:us-east-1:000000000000:function:f")) {
            var builder = process(start);
            var environment = builder.environment();
            environment.putAll(LambdaEnvironment.of("f", 1_024, api.address()));
            environment.putAll(
                    LambdaEnvironment.withTable(Emulator.TABLE, emulator.endpoint().toString()));
            environment.put("JAVA_TOOL_OPTIONS", "-Xlog:aot -Xlog:class+load");
            var process = builder.start();
            try {
                var _ = process.onExit().thenAccept(_ -> api.exited("it has ended"));
                api.ready().get(20, TimeUnit.SECONDS);
                var answer =
                        api.invoke(event, Instant.now().plusSeconds(10)).get(20, TimeUnit.SECONDS);
                assertThat(answer).isInstanceOf(InvocationResult.Returned.class);
                return new String(
                        ((InvocationResult.Returned) answer).payload(), StandardCharsets.UTF_8);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private ProcessBuilder process(Path start) {
        var builder =
                new ProcessBuilder(start.toString(), HANDLER)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }
}
