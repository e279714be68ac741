package plaza.local;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Cors;
import plaza.catalogue.Limits;
import plaza.catalogue.TokenRules;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.http.ProblemException;
import plaza.local.context.LocalParts;
import plaza.local.context.RemovedContexts;
import plaza.local.context.SettingsReader;
import plaza.local.demo.DemoSeed;
import plaza.local.development.LocalClock;
import plaza.local.emulator.TablePort;
import plaza.local.load.ExportLoad;
import plaza.local.storage.StartupFailure;
import plaza.log.Log;
import plaza.text.Malformed;

/// Runs Plaza on this machine, in the foreground: `./plaza`.
///
/// It writes one line to standard output, the address, as soon as it accepts requests; everything
/// else goes to standard error. It ends on SIGTERM and Ctrl-C. If it cannot start, it writes the
/// reason in one line and exits with status 1.
public final class Local {
    private static final int PORT_DEFAULT = 8080;
    private static final int PORT_MAX = 65_535;
    private static final int EXIT_FAILURE = 1;
    private static final int DATE_LENGTH = "2023-08-01".length();

    private Local() {}

    /// The settings, which are system properties.
    ///
    /// @param runner `plaza.port`, `plaza.tablePort`, `plaza.tableHost`, `plaza.data`,
    ///   `plaza.groupsClaim`, `plaza.scopes`, `plaza.origins` and `plaza.contexts`
    /// @param removed `plaza.removedContexts`, the contexts whose items the table may have although
    ///   the system does not contain them
    /// @param modelFile `plaza.import`, a model file to load at the start, or null
    /// @param exportFile `plaza.load`, the export of a user to load at the start, or null
    /// @param demo `plaza.demo`, whether to load the demo at the start
    /// @param now `plaza.now`, the time to which the clock is set at the start, or null for the
    ///   real time
    /// @param log `plaza.log`, the lowest level of the functions' log lines that are written
    /// @param parts the parts of the contexts, with their settings
    /// @param limits `plaza.<limit>PerHourMax`, how often a caller can send requests; 0, the
    ///   default, means without limit
    record Settings(
            Runner.Settings runner,
            List<String> removed,
            @Nullable Path modelFile,
            @Nullable Path exportFile,
            boolean demo,
            @Nullable Instant now,
            Log.Level log,
            LocalParts parts,
            Limits limits) {
        /// Reads the settings.
        ///
        /// @throws StartupFailure that names every setting whose value is invalid, and every
        ///   unknown property `plaza.*`
        static Settings from(Properties properties) {
            var read = new SettingsReader(properties);
            var declarations =
                    read.value(Declarations.CHOSEN, Declarations.named(""), Declarations::named);
            var settings =
                    new Settings(
                            new Runner.Settings(
                                    read.value("plaza.port", PORT_DEFAULT, Settings::port),
                                    tablePort(read),
                                    read.value("plaza.data", null, SettingsReader::path),
                                    new TokenRules(
                                            read.value(
                                                    "plaza.groupsClaim",
                                                    TokenRules.COGNITO.groupsClaim(),
                                                    TokenRules::parseGroupsClaim),
                                            read.value(
                                                    "plaza.scopes",
                                                    TokenRules.COGNITO.scopePrefix(),
                                                    TokenRules::parseScopePrefix)),
                                    read.value("plaza.origins", List.of(), Settings::origins),
                                    declarations),
                            read.value(RemovedContexts.SETTING, List.of(), Settings::names),
                            read.value("plaza.import", null, SettingsReader::path),
                            read.value("plaza.load", null, SettingsReader::path),
                            read.flag("plaza.demo"),
                            read.value("plaza.now", null, Settings::now),
                            read.value("plaza.log", Log.Level.WARN, Settings::level),
                            LocalParts.of(declarations).configured(read),
                            Limits.of(
                                    declarations.limits(),
                                    limit ->
                                            read.value(
                                                    "plaza." + limit.setting(),
                                                    0,
                                                    Settings::limit)));
            read.rejectFaults();
            return settings;
        }

        private static List<String> names(String text) {
            return Declarations.named(text).names();
        }

        private static @Nullable TablePort tablePort(SettingsReader read) {
            var port = read.<@Nullable Integer>value("plaza.tablePort", null, Settings::port);
            var host = read.<@Nullable InetAddress>value("plaza.tableHost", null, Settings::host);
            if (port != null) {
                return new TablePort(port, host);
            }
            if (host != null) {
                read.fault("plaza.tableHost needs plaza.tablePort");
            }
            return null;
        }

        /// Parses an address at which a port can be opened. All addresses at once are not accepted,
        /// because they open the table, without a password, to every network of this machine.
        private static InetAddress host(String text) {
            try {
                var address = InetAddress.ofLiteral(text);
                if (!address.isAnyLocalAddress()) {
                    new ServerSocket(0, 1, address).close();
                    return address;
                }
            } catch (IllegalArgumentException | IOException _) {
                // reported below
            }
            throw new Malformed(
                    "must be one address of this machine, such as 172.17.0.1, that of Docker's bridge");
        }

        private static Log.Level level(String text) {
            return Stream.of(Log.Level.values())
                    .filter(level -> level.name().equals(text))
                    .findFirst()
                    .orElseThrow(() ->
                            new Malformed(
                                    "must be one of "
                                            + Stream.of(Log.Level.values())
                                                    .map(Log.Level::name)
                                                    .collect(Collectors.joining(", "))));
        }

        private static List<String> origins(String text) {
            var origins =
                    Stream.of(text.split(",", -1))
                            .map(String::strip)
                            .filter(origin -> !origin.isEmpty())
                            .toList();
            if (!origins.stream().allMatch(Cors::isOrigin)) {
                throw new Malformed(
                        "must be exact origins such as https://plaza.example, separated by commas");
            }
            return origins;
        }

        /// Parses a time, or a date, which means its first moment in UTC.
        private static Instant now(String text) {
            try {
                return LocalClock.parse(text.length() == DATE_LENGTH ? text + "T00:00:00Z" : text);
            } catch (Malformed _) {
                throw new Malformed(
                        "must be a date such as 2023-08-01, or a time such as 2023-08-01T18:30:00Z,"
                                + " from 1970 to 2285");
            }
        }

        private static int limit(String text) {
            return text.equals("0") ? 0 : SettingsReader.number(text);
        }

        private static int port(String text) {
            if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > PORT_MAX) {
                throw new Malformed("must be a number from 0 to " + PORT_MAX);
            }
            return Integer.parseInt(text);
        }
    }

    /// Runs until SIGTERM or Ctrl-C.
    public static void main(String[] args) throws InterruptedException {
        try {
            var settings = Settings.from(System.getProperties());
            System.setProperty("plaza.log", settings.log().name());
            var runner = start(settings);
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(runner::close));
            System.out.println("Plaza is ready: " + runner.address());
            SmallHeap.start();
        } catch (StartupFailure failure) {
            System.err.println("Plaza cannot start: " + failure.getMessage());
            System.exit(EXIT_FAILURE);
        } catch (RuntimeException | Error fault) {
            System.err.println(
                    "Plaza cannot start because of an unexpected error. This is a bug in Plaza.");
            fault.printStackTrace();
            System.exit(EXIT_FAILURE);
        }
        new CountDownLatch(1).await();
    }

    /// Starts the system with these settings.
    ///
    /// @throws StartupFailure if a setting, a file or the port cannot be used
    static Runner start(Settings settings) {
        var loopback = InetAddress.getLoopbackAddress();
        requireFree("plaza.port", loopback, settings.runner().port());
        var tablePort = settings.runner().tablePort();
        if (tablePort != null) {
            requireFree("plaza.tablePort", loopback, tablePort.port());
            if (tablePort.host() != null) {
                requireFree("plaza.tablePort", tablePort.host(), tablePort.port());
            }
        }
        var model = settings.modelFile() == null ? null : modelFile(settings.modelFile());
        try {
            return Runner.start(
                    settings.runner(),
                    functions ->
                            settings.parts()
                                    .arguments(functions)
                                    .with(Limits.class, settings.limits()),
                    runner -> load(runner, settings, model));
        } catch (IOException taken) {
            throw unusable("plaza.port", settings.runner().port(), taken);
        }
    }

    private static void load(Runner runner, Settings settings, byte @Nullable [] model) {
        RemovedContexts.require(
                runner.backend().emulator(), settings.runner().declarations(), settings.removed());
        if (settings.now() != null) {
            runner.backend().clock().set(settings.now());
        }
        var backend = runner.backend();
        var export = exportOrNull(settings, backend.clock().instant());
        if (export != null) {
            export.check(backend.emulator(), System.err::println);
        }
        for (var part : settings.parts().all()) {
            part.load(backend.table(), backend::writeAll, System.err::println);
        }
        runner.streams().start();
        if (export != null) {
            // the lines have the counts of their user, so the functions must not count again
            runner.streams().place(() -> export.write(backend::writeAll, System.err::println));
        }
        if (model != null) {
            load(runner, model);
        }
        if (settings.demo()) {
            System.err.println(DemoSeed.load(backend, runner.streams()));
        }
    }

    private static @Nullable ExportLoad exportOrNull(Settings settings, Instant now) {
        return settings.exportFile() == null
                ? null
                : new ExportLoad(
                        settings.exportFile(),
                        new Catalogue(settings.runner().declarations()),
                        settings.parts(),
                        now);
    }

    /// Reports a port that is in use before the table is opened.
    private static void requireFree(String setting, InetAddress address, int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
        } catch (IOException fault) {
            throw unusable(setting, port, fault);
        }
    }

    private static StartupFailure unusable(String setting, int port, IOException fault) {
        return new StartupFailure(
                fault instanceof BindException || fault.getCause() instanceof BindException
                        ? "port %d is in use. Choose another one with -D%s=<port>; 0 chooses any free port."
                                .formatted(port, setting)
                        : "port %d cannot be opened (%s).".formatted(port, fault.getMessage()));
    }

    private static byte[] modelFile(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException _) {
            throw new StartupFailure("plaza.import names a file that cannot be read: " + file);
        }
    }

    private static void load(Runner runner, byte[] model) {
        try {
            runner.load(model).lines().forEach(System.err::println);
        } catch (ProblemException rejected) {
            throw new StartupFailure("plaza.import: " + rejected.problem().detail());
        }
    }
}
