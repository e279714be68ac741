package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;

/// The script `plaza` in a copy of the project, in which a script replaces Maven: it writes what
/// [LaunchFile] writes, with the classes of this test.
final class PlazaScriptTest {
    private static final long TIME_MAX_SECONDS = 60;
    private static final int TERMINATED = 128 + 15;
    private static final long MEMORY_MAX_KB = 250_000;
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    @TempDir private Path folder;

    /// A time before any build.
    private final FileTime earlier = FileTime.from(Instant.now().minusSeconds(60));

    @BeforeEach
    void copy() throws IOException {
        Files.copy(Path.of("../plaza"), folder.resolve("plaza"));
        for (var source :
                List.of(
                        "pom.xml",
                        "functions/pom.xml",
                        "functions/src/main/A.java",
                        "local/pom.xml",
                        "local/src/main/B.java",
                        "docs/openapi.json")) {
            Files.createDirectories(folder.resolve(source).getParent());
            Files.writeString(folder.resolve(source), "");
        }
        try (var all = Files.walk(folder)) {
            for (var each : all.toList()) {
                Files.setLastModifiedTime(each, earlier);
            }
        }
        LaunchFile.main(new String[] {folder.resolve("launch").toString()});
        maven("echo build >> builds; cp launch local/target/run/built");
    }

    private void maven(String commands) throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("mvnw"), "#!/bin/sh\ncd '" + folder + "'\n" + commands);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Process plaza(String... settings) throws IOException {
        var command = new ArrayList<String>();
        command.add(folder.resolve("plaza").toString());
        for (var setting : settings) {
            command.add("-D" + setting);
        }
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("standard-error").toFile())
                .start();
    }

    /// Starts Plaza with a setting that it rejects at once.
    private String reason(String... settings) throws Exception {
        var process = plaza(settings);
        try {
            assertThat(process.waitFor(TIME_MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            var lines = Files.readAllLines(folder.resolve("standard-error"));
            return String.join("\n", lines.stream().filter(this::isReason).toList());
        } finally {
            process.destroyForcibly();
        }
    }

    private boolean isReason(String line) {
        return line.startsWith("Plaza cannot start");
    }

    private int builds() throws IOException {
        var file = folder.resolve("builds");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    @Test
    void aPortInUseIsReportedBeforeAnythingIsBuilt() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(reason("plaza.port=" + taken.getLocalPort()))
                    .startsWith(
                            "Plaza cannot start: port %d is in use."
                                    .formatted(taken.getLocalPort()))
                    .doesNotContain("\n");
        }
        assertThat(builds()).isZero();
        assertThat(folder.resolve("local/target")).doesNotExist();
    }

    @Test
    void mavenRunsOnlyIfASourceOrALibraryHasChanged() throws Exception {
        assertThat(reason("plaza.log=LOUD")).contains("plaza.log must be one of");
        assertThat(builds()).isOne();
        assertThat(reason("plaza.log=LOUD")).contains("plaza.log must be one of");
        assertThat(builds()).isOne();

        var later = FileTime.from(Instant.now().plusSeconds(60));
        Files.setLastModifiedTime(folder.resolve("functions/src/main/A.java"), later);
        assertThat(reason("plaza.log=LOUD")).contains("plaza.log must be one of");
        assertThat(builds()).isEqualTo(2);
        Files.setLastModifiedTime(folder.resolve("functions/src/main/A.java"), earlier);

        // a deleted source changes the time of its folder
        Files.delete(folder.resolve("local/src/main/B.java"));
        Files.setLastModifiedTime(folder.resolve("local/src/main"), later);
        assertThat(reason("plaza.log=LOUD")).contains("plaza.log must be one of");
        assertThat(builds()).isEqualTo(3);
        Files.setLastModifiedTime(folder.resolve("local/src/main"), earlier);

        Files.writeString(
                folder.resolve("local/target/run/built"),
                Files.readString(folder.resolve("launch")) + folder.resolve("deleted.jar") + "\n");
        assertThat(reason("plaza.log=LOUD")).contains("plaza.log must be one of");
        assertThat(builds()).isEqualTo(4);
    }

    @Test
    void aFailedBuildIsRepeated() throws Exception {
        maven("echo build >> builds; exit 1");
        assertThat(reason("plaza.log=LOUD")).isEmpty();
        assertThat(reason("plaza.log=LOUD")).isEmpty();
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void plazaIsTheProcessOfTheScriptAndEndsOnSigterm() throws Exception {
        var process = plaza("plaza.port=0");
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("Plaza is ready: http://127.0.0.1:");
            assertThat(process.info().command().orElse("")).endsWith("java");
            process.toHandle().destroy();
            assertThat(process.waitFor(TIME_MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(TERMINATED);
            assertThat(out.lines()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theWrapperOfMavenStartsPlazaWithTheProfileLocal() throws Exception {
        var wrapper = folder.resolve("wrapper/mvnw");
        Files.createDirectories(wrapper.getParent());
        Files.copy(Path.of("../mvnw"), wrapper);
        var plaza =
                Files.writeString(
                        wrapper.resolveSibling("plaza"), "#!/bin/sh\necho \"plaza $@\"\n");
        assertThat(plaza.toFile().setExecutable(true)).isTrue();

        var process =
                new ProcessBuilder(wrapper.toString(), "-q", "-Plocal", "-Dplaza.port=0").start();

        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.lines()).containsExactly("plaza -q -Plocal -Dplaza.port=0");
        }
    }

    @Test
    void optionsThatAreNotSettingsAreForTheBuild() throws Exception {
        maven("echo \"$@\" > arguments; cp launch local/target/run/built");
        var process =
                new ProcessBuilder(folder.resolve("plaza").toString(), "-o", "-Dplaza.log=LOUD")
                        .redirectError(folder.resolve("standard-error").toFile())
                        .start();

        assertThat(process.waitFor(TIME_MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("standard-error")))
                .contains("plaza.log must be one of");
        assertThat(Files.readString(folder.resolve("arguments")))
                .contains(" -o")
                .doesNotContain("plaza.log");
    }

    @Test
    @Deep
    void itTakesLessThan250MegabytesAfterTheDemo() throws Exception {
        var process = plaza("plaza.port=0", "plaza.demo=true");
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("Plaza is ready: http://127.0.0.1:");
            var status = Path.of("/proc", Long.toString(process.pid()), "status");
            Assumptions.assumeTrue(Files.isReadable(status), "only Linux reports the memory here");
            var resident = RESIDENT.matcher(Files.readString(status));
            assertThat(resident.find()).isTrue();
            assertThat(Long.parseLong(resident.group(1))).isBetween(50_000L, MEMORY_MAX_KB);
        } finally {
            process.destroyForcibly();
        }
    }
}
