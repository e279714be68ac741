package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.Limit;
import plaza.catalogue.Limits;
import plaza.catalogue.TokenRules;
import plaza.local.context.LocalParts;
import plaza.local.storage.StartupFailure;
import plaza.log.Log;
import plaza.testkit.About;

/// Tests of the program in its own process.
final class LocalTest {
    private static final long TIME_MAX_SECONDS = 60;
    private static final int TERMINATED = 128 + 15;

    @TempDir private Path folder;

    /// Starts the program, which writes its standard error to a file.
    static Process start(Path standardError, String... settings) throws IOException {
        return new ProcessBuilder(command(settings)).redirectError(standardError.toFile()).start();
    }

    private static List<String> command(String... settings) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.add("@jvm-options");
        for (var setting : settings) {
            command.add("-D" + setting);
        }
        command.addAll(
                List.of("-classpath", System.getProperty("java.class.path"), "plaza.local.Local"));
        return command;
    }

    private String standardError(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void itPrintsItsAddressAndEndsOnSigterm() throws Exception {
        var process =
                start(
                        folder.resolve("running"),
                        "plaza.port=0",
                        "plaza.data=" + folder.resolve("data"));
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            var line = out.readLine();
            assertThat(line)
                    .as(standardError("running"))
                    .matches("Plaza is ready: http://127\\.0\\.0\\.1:\\d+");
            try (var client =
                    new HttpTestClient(URI.create(line.substring(line.indexOf("http"))))) {
                assertThat(client.token("alice")).isNotEmpty();
                assertThat(client.get("/dev/streams").json().path("idle").isBoolean()).isTrue();
            }
            assertUnusable(
                    "plaza.data: another Plaza (process %d) uses the folder %s. Stop it, or choose another folder."
                            .formatted(process.pid(), folder.resolve("data")),
                    "plaza.port",
                    "0",
                    "plaza.data",
                    folder.resolve("data").toString());
            process.toHandle().destroy();
            assertThat(process.waitFor(TIME_MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(TERMINATED);
            assertThat(rest(out)).as("the only line").isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> rest(BufferedReader out) {
        return out.lines().toList();
    }

    @Test
    void anUnusableSettingIsReportedInOneLine() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertUnusable(
                    "port " + taken.getLocalPort() + " is in use",
                    "plaza.port",
                    Integer.toString(taken.getLocalPort()));
        }
        assertUnusable("plaza.port must be a number", "plaza.port", "eighty");
        assertUnusable("plaza.port must be a number", "plaza.port", "65536");
        assertUnusable("plaza.writesPerHourMax must be a number", "plaza.writesPerHourMax", "-1");
        assertUnusable("plaza.groupsClaim must be the name of a claim", "plaza.groupsClaim", "a b");
        assertUnusable(
                "plaza.origins must be exact origins", "plaza.origins", "https://plaza.example/");
        assertUnusable("plaza.scopes must be `none` or a prefix", "plaza.scopes", "a b");
        var file = Files.writeString(folder.resolve("model.json"), "{}").toString();
        assertUnusable(
                "plaza.data: " + file + " is not a folder", "plaza.port", "0", "plaza.data", file);
        assertUnusable(
                "plaza.import names a file that cannot be read",
                "plaza.port",
                "0",
                "plaza.import",
                file + "x");
        assertUnusable(
                "plaza.import: The file is not a NoSQL Workbench model",
                "plaza.port",
                "0",
                "plaza.import",
                file);
        assertUnusable("plaza.demo must be true or false", "plaza.demo", "yes");
        // 192.0.2.1 is in a block for documentation, so no machine has it
        for (var host : List.of("0.0.0.0", "::", "192.0.2.1", "docker0", "localhost", "1")) {
            assertUnusable(
                    "plaza.tableHost must be one address of this machine, such as 172.17.0.1",
                    "plaza.tableHost",
                    host,
                    "plaza.tablePort",
                    "0");
        }
        assertUnusable("plaza.tableHost needs plaza.tablePort", "plaza.tableHost", "127.0.0.1");
        assertUnusable("plaza.now must be a date such as 2023-08-01", "plaza.now", "2023-08-32");
    }

    @Test
    @About("favorites")
    void anUnusableQuotaIsReported() {
        assertUnusable("plaza.favoritesMax must be a number", "plaza.favoritesMax", "0");
        assertUnusable("plaza.importsPerDayMax must be a number", "plaza.importsPerDayMax", "x");
    }

    @Test
    @About("social")
    void anUnusableViewSamplingIsReported() {
        assertUnusable(
                "plaza.viewSampling must be a number from 1 to 1000", "plaza.viewSampling", "0");
    }

    @Test
    @About("fantasy")
    void unusableRulesAreReported() throws IOException {
        assertUnusable(
                "plaza.rules: the rules must be one of fpl-2019-20, fpl-2023-24, fpl-2025-26, or a file",
                "plaza.rules",
                "fpl-2018-19");
        var file = Files.writeString(folder.resolve("rules.json"), "{}").toString();
        assertUnusable(
                "plaza.rules: squad is required; starters is required; clubMax is required;",
                "plaza.rules",
                file);
    }

    @Test
    void unknownLevelsAndUnknownSettingsAreReported() {
        for (var level : List.of("DEBUG", "info", "TRACE", " ")) {
            assertUnusable(
                    "plaza.log must be one of INFO, WARN, ERROR, OFF: " + level,
                    "plaza.log",
                    level);
        }
        assertUnusable("plaza.favouritesMax is not a setting;", "plaza.favouritesMax", "5");
    }

    @Test
    void settingsOfOtherContextsAreReported() {
        for (var name : List.of("plaza.favoritesMax", "plaza.rules", "plaza.fantasy")) {
            assertUnusable(name + " is not a setting;", name, "5", "plaza.contexts", "social");
        }
    }

    @Test
    void allFaultsAreReportedAtOnce() {
        assertUnusable(
                "plaza.port must be a number from 0 to 65535: x; plaza.log must be one of INFO, WARN,"
                        + " ERROR, OFF: DEBUG; plaza.viewsPerHourMax must be a number from 1 to"
                        + " 999999999: -1; plaza.demos is not a setting;",
                "plaza.demos",
                "true",
                "plaza.viewsPerHourMax",
                "-1",
                "plaza.log",
                "DEBUG",
                "plaza.port",
                "x");
    }

    private static void assertUnusable(String sentence, String... settings) {
        var properties = new Properties();
        for (var place = 0; place < settings.length; place += 2) {
            properties.setProperty(settings[place], settings[place + 1]);
        }
        assertThatThrownBy(() -> Local.start(Local.Settings.from(properties)))
                .isInstanceOf(StartupFailure.class)
                .hasMessageStartingWith(sentence)
                .hasMessageNotContainingAny("\n");
    }

    @Test
    void rateLimitsAreSettings() {
        var properties = new Properties();
        properties.setProperty("plaza.writesPerHourMax", "5");
        assertThat(Local.Settings.from(properties).limits())
                .isEqualTo(new Limits(Map.of(Limit.WRITES, 5)));
    }

    @Test
    void originsAreSeparatedByCommas() {
        var properties = new Properties();
        properties.setProperty("plaza.origins", "https://a.example, https://b.example,");
        assertThat(Local.Settings.from(properties).runner().origins())
                .containsExactly("https://a.example", "https://b.example");
    }

    @Test
    @About({"favorites", "fantasy"})
    void everyDocumentedSettingIsKnown() throws IOException {
        var documented =
                Pattern.compile("^\\| `-D(plaza\\.\\w+)=", Pattern.MULTILINE)
                        .matcher(Files.readString(Path.of("../docs/local.md")))
                        .results()
                        .map(setting -> setting.group(1))
                        .toList();
        assertThat(documented).contains("plaza.port", "plaza.rules", "plaza.viewsPerHourMax");
        for (var name : documented) {
            if (!name.equals("plaza.demo")) {
                assertUnusable("%s needs a value: -D%s=<value>".formatted(name, name), name, "");
            }
        }
    }

    @Test
    void theDemoIsLoadedAlsoWithoutAValue() {
        for (var value : List.of("", "true", "false")) {
            var properties = new Properties();
            properties.setProperty("plaza.demo", value);
            assertThat(Local.Settings.from(properties).demo()).isEqualTo(!value.equals("false"));
        }
    }

    @Test
    void missingSettingsHaveDefaults() {
        assertThat(Local.Settings.from(new Properties()))
                .isEqualTo(
                        new Local.Settings(
                                new Runner.Settings(
                                        8_080, null, null, TokenRules.COGNITO, List.of()),
                                List.of(),
                                null,
                                null,
                                false,
                                null,
                                Log.Level.WARN,
                                LocalParts.registered(),
                                Limits.OFF));
    }

    @Test
    void aStartupFailureExitsWithStatusOneAndOneLine() throws Exception {
        assertExitsWithOne(
                "plaza.port must be a number from 0 to 65535: eighty", "plaza.port=eighty");
        var data = Files.createDirectory(folder.resolve("corrupted"));
        var database = data.resolve("shared-local-instance.db");
        Files.writeString(database, "not a database ".repeat(1_000));
        assertExitsWithOne(
                "plaza.data: the database file " + database + " is corrupted",
                "plaza.port=0",
                "plaza.data=" + data);
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // DynamoDB Local is running by then, and its threads would keep the process alive
            assertExitsWithOne(
                    "port " + taken.getLocalPort() + " is in use",
                    "plaza.port=" + taken.getLocalPort());
        }
    }

    private void assertExitsWithOne(String reason, String... settings) throws Exception {
        var process = start(folder.resolve("cannot-start"), settings);
        try {
            assertThat(process.waitFor(TIME_MAX_SECONDS, TimeUnit.SECONDS))
                    .as(standardError("cannot-start"))
                    .isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(standardError("cannot-start").lines())
                    .filteredOn(line -> !line.startsWith("SLF4J"))
                    .singleElement()
                    .asString()
                    .startsWith("Plaza cannot start: " + reason);
            assertThat(process.inputReader().lines()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }
}
