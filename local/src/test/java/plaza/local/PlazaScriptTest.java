package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.Seeds;
import plaza.testkit.Await;

/// The script `plaza` in a copy of the project, in which scripts replace Maven and the JVM. That of
/// Maven writes what [LaunchFile] writes, with the classes of this test; that of the JVM prints its
/// arguments and ends. A JVM takes half a second, so only a sample of the tests starts one.
final class PlazaScriptTest {
    private static final long TIME_MAX_SECONDS = 60;
    private static final int TERMINATED = 128 + 15;
    private static final int KILLED = 128 + 9;
    private static final long MEMORY_MAX_KB = 250_000;
    private static final String JDK = System.getProperty("java.home");
    private static final String FIRST_START = "Plaza starts for the first time in this folder: ";

    /// The beginning of a line of the script that names a folder of the system.
    private static final Pattern SYSTEM_FOLDER =
            Pattern.compile("(?m)^( +)/(?=(usr|opt|Library|home)/)");

    private static final long REQUESTS_MEMORY_MAX_KB = 400_000;
    private static final long IDLE_MEMORY_MAX_KB = 300_000;
    private static final Duration IDLE_MAX = Duration.ofMinutes(2);
    private static final int REQUESTS = 20_000;
    private static final int WRITE_EVERY = 5;
    private static final String READY = "Plaza is ready: ";

    /// What the script that replaces the JVM prints before its process id and its arguments.
    private static final String STARTED = "Plaza was started: ";

    /// A build whose result starts the script that replaces the JVM, and one that starts the JVM.
    private static final String BUILT = "cp launch-of-a-script local/target/run/built";

    private static final String BUILT_FOR_JVM = "cp launch local/target/run/built";

    @TempDir private Path folder;

    /// A time before any build.
    private final FileTime earlier = FileTime.from(Instant.now().minusSeconds(60));

    /// The folders outside a home in which the script looks for a JDK are below that of the test.
    @BeforeEach
    void copy() throws IOException {
        executable("plaza", SYSTEM_FOLDER.matcher(script()).replaceAll("$1" + folder + "/"));
        Files.createDirectories(folder.resolve("docs"));
        Files.copy(Path.of("../docs/local.md"), folder.resolve("docs/local.md"));
        for (var source :
                List.of(
                        "pom.xml",
                        "functions/pom.xml",
                        "functions/src/main/A.java",
                        "local/pom.xml",
                        "local/src/main/B.java",
                        "examples/one/pom.xml",
                        "examples/one/src/main/C.java",
                        "docs/openapi.json")) {
            Files.createDirectories(folder.resolve(source).getParent());
            Files.writeString(folder.resolve(source), "");
        }
        try (var all = Files.walk(folder)) {
            for (var each : all.toList()) {
                Files.setLastModifiedTime(each, earlier);
            }
        }
        Files.copy(Path.of("jvm-options"), folder.resolve("local/jvm-options"));
        LaunchFile.main(new String[] {folder.resolve("launch").toString()});
        executable("java", "#!/bin/sh\necho \"" + STARTED + "$$ $*\" >&2\n");
        var lines = new ArrayList<>(Files.readAllLines(folder.resolve("launch")));
        lines.set(0, folder.resolve("java").toString());
        Files.write(folder.resolve("launch-of-a-script"), lines);
        maven("echo build >> builds; " + BUILT);
    }

    private static String script() throws IOException {
        return Files.readString(Path.of("../plaza"));
    }

    private void executable(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        assertThat(Files.writeString(file, text).toFile().setExecutable(true)).isTrue();
    }

    private void maven(String commands) throws IOException {
        executable("mvnw", "#!/bin/sh\ncd '" + folder + "'\n" + commands);
    }

    private Process plaza(String... settings) throws IOException {
        return start(Map.of("JAVA_HOME", JDK), Stream.of(settings).map("-D"::concat).toList());
    }

    /// Starts the script without the other variables that name a JDK.
    private Process start(Map<String, String> environment, List<String> arguments)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(folder.resolve("plaza").toString());
        command.addAll(arguments);
        var builder =
                new ProcessBuilder(command)
                        .redirectError(folder.resolve("standard-error").toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("SDKMAN_DIR", folder.resolve("sdkman").toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    /// The lines on standard error of a start that ends by itself with this status.
    private List<String> ended(int status, Process process) throws Exception {
        try {
            assertThat(process.waitFor(TIME_MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
            var lines = Files.readAllLines(folder.resolve("standard-error"));
            assertThat(process.exitValue()).as(lines.toString()).isEqualTo(status);
            return lines;
        } finally {
            process.destroyForcibly();
        }
    }

    /// What the script that replaces the JVM prints, its process id and its arguments.
    private String arguments(String... settings) throws Exception {
        var last = ended(0, plaza(settings)).getLast();
        assertThat(last).startsWith(STARTED);
        return last.substring(STARTED.length());
    }

    /// The reason why the script does not start Plaza; empty if the build has failed.
    private String reason(String... settings) throws Exception {
        var lines = ended(1, plaza(settings));
        return String.join("\n", lines.stream().filter(this::isReason).toList());
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
        assertThat(arguments("plaza.log=WARN")).endsWith(" -Dplaza.log=WARN plaza.local.Local");
        assertThat(builds()).isOne();
        assertThat(arguments("plaza.log=WARN")).endsWith(" -Dplaza.log=WARN plaza.local.Local");
        assertThat(builds()).isOne();

        var later = FileTime.from(Instant.now().plusSeconds(60));
        Files.setLastModifiedTime(folder.resolve("functions/src/main/A.java"), later);
        assertThat(arguments("plaza.log=WARN")).endsWith(" -Dplaza.log=WARN plaza.local.Local");
        assertThat(builds()).isEqualTo(2);
        Files.setLastModifiedTime(folder.resolve("functions/src/main/A.java"), earlier);

        // a deleted source changes the time of its folder
        Files.delete(folder.resolve("local/src/main/B.java"));
        Files.setLastModifiedTime(folder.resolve("local/src/main"), later);
        assertThat(arguments("plaza.log=WARN")).endsWith(" -Dplaza.log=WARN plaza.local.Local");
        assertThat(builds()).isEqualTo(3);
        Files.setLastModifiedTime(folder.resolve("local/src/main"), earlier);

        Files.writeString(
                folder.resolve("local/target/run/built"),
                Files.readString(folder.resolve("launch-of-a-script"))
                        + folder.resolve("deleted.jar")
                        + "\n");
        assertThat(arguments("plaza.log=WARN")).endsWith(" -Dplaza.log=WARN plaza.local.Local");
        assertThat(builds()).isEqualTo(4);
    }

    @Test
    void aFailedBuildIsRepeated() throws Exception {
        maven("echo build >> builds; exit 1");
        assertThat(reason()).isEmpty();
        assertThat(reason()).isEmpty();
        assertThat(builds()).isEqualTo(2);

        // also after one that succeeded
        maven("echo build >> builds; " + BUILT);
        assertThat(arguments()).isNotEmpty();
        Files.setLastModifiedTime(
                folder.resolve("functions/src/main/A.java"),
                FileTime.from(Instant.now().plusSeconds(1)));
        maven("echo build >> builds; exit 1");
        assertThat(reason()).isEmpty();
        assertThat(reason()).isEmpty();
        assertThat(builds()).isEqualTo(5);
    }

    /// Maven is silent for minutes, whatever happened to an earlier first start.
    @Test
    void everyStartThatBuildsSaysSo() throws Exception {
        maven("mkdir -p local/target/run/classes; exit 1");
        for (var attempt = 0; attempt < 2; attempt++) {
            assertThat(ended(1, plaza())).anyMatch(line -> line.startsWith(FIRST_START));
        }
        maven("kill -9 $PPID");
        assertThat(ended(KILLED, plaza())).anyMatch(line -> line.startsWith(FIRST_START));
        maven(BUILT);
        assertThat(ended(0, plaza())).anyMatch(line -> line.startsWith(FIRST_START));

        assertThat(ended(0, plaza())).singleElement().asString().startsWith(STARTED);

        Files.setLastModifiedTime(
                folder.resolve("local/src/main/B.java"),
                FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(ended(0, plaza()))
                .contains("Plaza has changed since the last start: Maven builds it.");
    }

    @Test
    void helpListsEverySettingAndStartsNothing() throws Exception {
        for (var option : List.of("-h", "--help")) {
            var process = start(Map.of(), List.of("-Dplaza.demo", option));
            var help = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(ended(0, process)).isEmpty();
            assertThat(help)
                    .contains("  -Dplaza.port=<number> (default: 8080)\n      the port; 0 selects")
                    .contains("  -Dplaza.demo=true (default: false)\n      loads the demo")
                    .doesNotContain("](", "`", "|");
            assertThat(help.lines().filter(line -> line.startsWith("  -Dplaza.")))
                    .hasSameSizeAs(
                            Files.readAllLines(Path.of("../docs/local.md")).stream()
                                    .filter(line -> line.startsWith("| `-Dplaza."))
                                    .toList());
        }
        assertThat(builds()).isZero();
    }

    @Test
    void aMisspeltOptionIsReportedBeforeAnythingIsBuilt() throws Exception {
        for (var option :
                List.of(
                        "--demo",
                        "-demo",
                        "-help",
                        "-p",
                        "-Ddemo=true",
                        "-Dport=9090",
                        "-Dplaza",
                        "-Dplaza-demo=true",
                        "plaza.demo=true",
                        "demo",
                        "-Dplaz.demo=true",
                        "")) {
            assertThat(ended(1, start(Map.of("JAVA_HOME", JDK), List.of("-o", option))))
                    .containsExactly(
                            "Plaza cannot start: "
                                    + option
                                    + " is not an option; ./plaza --help lists the settings");
        }
        for (var setting : List.of("-Dplaza.demos", "-Dplaza.Port", "-Dplaza.", "-Dplaza.po")) {
            assertThat(ended(1, start(Map.of("JAVA_HOME", JDK), List.of(setting + "=1"))))
                    .containsExactly(
                            "Plaza cannot start: "
                                    + setting
                                    + " is not a setting; ./plaza --help lists the settings");
        }
        assertThat(builds()).isZero();
    }

    @Test
    void aJdk25IsUsedWhereItLies() throws Exception {
        maven("echo \"$JAVA_HOME\" > java-home; " + BUILT);
        var places =
                List.of(
                        "usr/lib/jvm/java-25-openjdk-amd64",
                        "opt/jdk-25.0.3",
                        "Library/Java/JavaVirtualMachines/temurin-25.jdk/Contents/Home",
                        "opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home",
                        "sdkman/candidates/java/25-tem",
                        "home/.jdks/openjdk 25");
        for (var place : Seeds.sample("folders of a JDK", 3, places)) {
            jdk(place, place.endsWith("25-tem") ? "25" : "25.0.3");

            var lines = ended(0, start(withJdk17(), List.of()));

            assertThat(lines).anyMatch(line -> line.startsWith(STARTED));
            assertThat(folder.resolve("java-home")).hasContent(folder.resolve(place).toString());
            Files.delete(folder.resolve(place + "/bin/javac"));
            Files.delete(folder.resolve("local/target/run/built"));
        }
    }

    @Test
    void withoutJdk25TheCommandThatInstallsItIsOffered() throws Exception {
        jdk("opt/jdk-26", "26");
        jdk("opt/jdk-250", "250.0.1");
        executable("tools/uname", "#!/bin/sh\necho \"$SYSTEM\"");
        executable("tools/apt-cache", "#!/bin/sh\n[ \"$*\" = \"show $PACKAGE\" ]");

        assertThat(offered("Linux", "openjdk-25-jdk-headless"))
                .isEqualTo("sudo apt-get install openjdk-25-jdk-headless");
        assertThat(offered("Linux", "openjdk-17-jdk-headless"))
                .isEqualTo(
                        "curl -s https://get.sdkman.io | bash && . ~/.sdkman/bin/sdkman-init.sh && sdk install java 25-tem");
        assertThat(offered("Darwin", "")).isEqualTo("brew install openjdk@25");
        assertThat(offered("MINGW64_NT-10.0-26100", ""))
                .isEqualTo("winget install EclipseAdoptium.Temurin.25.JDK");
        Files.createDirectories(folder.resolve("sdkman"));
        assertThat(offered("Darwin", "")).isEqualTo("sdk install java 25-tem");
        assertThat(builds()).isZero();
        assertThat(folder.resolve("local/target")).doesNotExist();
    }

    private String offered(String system, String debianPackage) throws Exception {
        var environment = withJdk17();
        environment.put("SYSTEM", system);
        environment.put("PACKAGE", debianPackage);
        var begin =
                "Plaza cannot start: JDK 25 was not found. If it is installed, set JAVA_HOME to its"
                        + " folder. This command installs it: ";
        return ended(1, start(environment, List.of())).getFirst().replace(begin, "");
    }

    /// The environment of a machine on which `java` is of JDK 17.
    private Map<String, String> withJdk17() throws IOException {
        var home = "usr/lib/jvm/java-17-openjdk-amd64";
        jdk(home, "17.0.15");
        var environment = new HashMap<String, String>();
        environment.put("JAVA_HOME", folder.resolve(home).toString());
        environment.put("HOME", folder.resolve("home").toString());
        environment.put(
                "PATH",
                "%s:%s:%s"
                        .formatted(
                                folder.resolve("tools"),
                                folder.resolve(home + "/bin"),
                                System.getenv("PATH")));
        return environment;
    }

    private void jdk(String place, String version) throws IOException {
        executable(place + "/bin/javac", "");
        Files.writeString(
                folder.resolve(place + "/release"),
                "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    @Test
    void theJvmIsTheProcessOfTheScript() throws Exception {
        var process = plaza();
        assertThat(ended(0, process)).last().asString().startsWith(STARTED + process.pid() + " ");
    }

    /// [LocalTest] ends the JVM without the script.
    @Test
    @Deep
    void plazaIsTheProcessOfTheScriptAndEndsOnSigterm() throws Exception {
        maven(BUILT_FOR_JVM);
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

    /// The JVM looks for the declaration of a context in the folder, which has no such class.
    @Test
    void contextsOfOtherProjectsAreOnTheClassPath() throws Exception {
        maven(BUILT_FOR_JVM);
        var services = folder.resolve("other/META-INF/services/plaza.context.Declaration");
        Files.createDirectories(services.getParent());
        Files.writeString(services, "plaza.other.OtherDeclaration");
        var process =
                start(
                        Map.of(
                                "JAVA_HOME",
                                JDK,
                                "PLAZA_CONTEXT_PATH",
                                "nothing.jar:" + folder.resolve("other")),
                        List.of("-Dplaza.port=0"));

        assertThat(ended(1, process))
                .anyMatch(line -> line.contains("plaza.other.OtherDeclaration not found"));
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
        maven("echo \"$@\" > arguments; " + BUILT);
        var process = start(Map.of("JAVA_HOME", JDK), List.of("-o", "-Dplaza.log=WARN"));

        assertThat(ended(0, process))
                .last()
                .asString()
                .endsWith(" -Dplaza.log=WARN plaza.local.Local");
        assertThat(Files.readString(folder.resolve("arguments")))
                .contains(" -o")
                .doesNotContain("plaza.log");
    }

    @Test
    @Deep
    void itTakesLessThan250MegabytesAfterTheDemo() throws Exception {
        maven(BUILT_FOR_JVM);
        var process = plaza("plaza.port=0", "plaza.demo=true");
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith(READY);
            assertThat(kilobytes(process, "VmRSS")).isBetween(50_000L, MEMORY_MAX_KB);
        } finally {
            process.destroyForcibly();
        }
    }

    /// Without the options in `local/jvm-options` and [SmallHeap], the process has a gigabyte.
    @Test
    @Deep
    void itTakesLessThan400MegabytesAfter20000RequestsAndReturnsSomeWhenIdle() throws Exception {
        maven(BUILT_FOR_JVM);
        var process = plaza("plaza.port=0");
        try (var out = process.inputReader(StandardCharsets.UTF_8);
                var client =
                        new HttpTestClient(URI.create(out.readLine().substring(READY.length())))) {
            var token = client.token("ann");
            client.json("PUT", "/users/ann", "{\"name\":\"Ann\"}").bearing(token).send();
            for (var number = 0; number < REQUESTS; number++) {
                var request =
                        number % WRITE_EVERY == 0
                                ? client.json(
                                        "POST",
                                        "/users/ann/posts",
                                        "{\"content\":\"" + "x".repeat(200) + "\"}")
                                : client.get("/users/ann/timeline?expand=author,counts");
                assertThat(request.bearing(token).send().statusCode()).isBetween(200, 201);
            }
            assertThat(kilobytes(process, "VmHWM")).isBetween(100_000L, REQUESTS_MEMORY_MAX_KB);
            Await.until(
                    "an idle process with less memory",
                    IDLE_MAX,
                    () -> kilobytes(process, "VmRSS") < IDLE_MEMORY_MAX_KB);
        } finally {
            process.destroyForcibly();
        }
    }

    /// Reads a line of the memory of a process.
    private static long kilobytes(Process process, String name) {
        var status = Path.of("/proc", Long.toString(process.pid()), "status");
        Assumptions.assumeTrue(Files.isReadable(status), "only Linux reports the memory here");
        try {
            var line = Pattern.compile(name + ":\\s+(\\d+) kB").matcher(Files.readString(status));
            assertThat(line.find()).isTrue();
            return Long.parseLong(line.group(1));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
