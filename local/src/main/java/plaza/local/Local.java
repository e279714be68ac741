package plaza.local;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Cors;
import plaza.catalogue.Limits;
import plaza.catalogue.TokenRules;
import plaza.context.Declarations;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SeasonRules;
import plaza.http.ProblemException;
import plaza.lambda.Quotas;
import plaza.local.demo.DemoSeed;
import plaza.local.development.LocalClock;
import plaza.local.emulator.TablePort;
import plaza.local.load.FantasyImport;
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
    /// @param modelFile `plaza.import`, a model file to load at the start, or null
    /// @param season `plaza.fantasy`, a folder with a season of fantasy football to load, or null
    /// @param demo `plaza.demo`, whether to load the demo at the start
    /// @param now `plaza.now`, the time to which the clock is set at the start, or null for the
    ///   real time
    /// @param log `plaza.log`, the lowest level of the functions' log lines that are written
    /// @param rules `plaza.rules`, the rules of the fantasy football season: the name of a preset
    ///   or a JSON file
    /// @param quotas `plaza.favoritesMax` and `plaza.importsPerDayMax`, the limits of one user
    /// @param limits `plaza.<limit>PerHourMax`, how often a caller can send requests; 0, the
    ///   default, means without limit
    record Settings(
            Runner.Settings runner,
            @Nullable Path modelFile,
            @Nullable Path season,
            boolean demo,
            @Nullable Instant now,
            Log.Level log,
            Rules rules,
            Quotas quotas,
            Limits limits) {
        /// Reads the settings.
        ///
        /// @throws StartupFailure that names every setting whose value is invalid, and every
        ///   unknown property `plaza.*`
        static Settings from(Properties properties) {
            var read = new SettingsReader(properties);
            var settings =
                    new Settings(
                            new Runner.Settings(
                                    read.value("plaza.port", PORT_DEFAULT, Settings::port),
                                    tablePort(read),
                                    read.value("plaza.data", null, Settings::path),
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
                                    read.value(
                                            "plaza.contexts",
                                            Declarations.registered(),
                                            Declarations::named)),
                            read.value("plaza.import", null, Settings::path),
                            read.value("plaza.fantasy", null, Settings::path),
                            read.flag("plaza.demo"),
                            read.value("plaza.now", null, Settings::now),
                            read.value("plaza.log", Log.Level.WARN, Settings::level),
                            rules(read),
                            new Quotas(
                                    read.value(
                                            "plaza.favoritesMax",
                                            Quotas.STANDARD.favoritesMax(),
                                            Settings::number),
                                    read.value(
                                            "plaza.importsPerDayMax",
                                            Quotas.STANDARD.importsPerDayMax(),
                                            Settings::number)),
                            Limits.of(limit ->
                                    read.value("plaza." + limit.setting(), 0, Settings::limit)));
            read.rejectFaults();
            return settings;
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

        private static Rules rules(SettingsReader read) {
            var nameOrFile =
                    read.value("plaza.rules", SeasonRules.DEFAULT_PRESET, Function.identity());
            try {
                return SeasonRules.load(nameOrFile).rules();
            } catch (Malformed invalid) {
                read.fault("plaza.rules: " + invalid.rule());
                return SeasonRules.preset(SeasonRules.DEFAULT_PRESET);
            }
        }

        private static int limit(String text) {
            return text.equals("0") ? 0 : number(text);
        }

        private static int number(String text) {
            if (!text.matches("[1-9][0-9]{0,8}")) {
                throw new Malformed("must be a number from 1 to 999999999");
            }
            return Integer.parseInt(text);
        }

        private static int port(String text) {
            if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > PORT_MAX) {
                throw new Malformed("must be a number from 0 to " + PORT_MAX);
            }
            return Integer.parseInt(text);
        }

        private static Path path(String text) {
            try {
                return Path.of(text).toAbsolutePath();
            } catch (InvalidPathException _) {
                throw new Malformed("must be a path");
            }
        }
    }

    /// Reads properties, and collects the faults of all of them.
    private static final class SettingsReader {
        private final Properties properties;
        private final Set<String> known = new HashSet<>();
        private final List<String> faults = new ArrayList<>();

        SettingsReader(Properties properties) {
            this.properties = properties;
        }

        /// Returns the parsed value of a property, or the default if it is missing.
        <T extends @Nullable Object> T value(
                String name, T defaultValue, Function<String, ? extends T> parse) {
            known.add(name);
            var text = properties.getProperty(name);
            if (text == null) {
                return defaultValue;
            }
            if (text.isEmpty()) {
                // a data folder that is missing must not mean memory
                faults.add(name + " needs a value: -D" + name + "=<value>");
                return defaultValue;
            }
            try {
                return parse.apply(text);
            } catch (Malformed malformed) {
                faults.add(name + " " + malformed.rule() + ": " + text);
            }
            return defaultValue;
        }

        /// Whether a property is `true`, or set without a value.
        boolean flag(String name) {
            known.add(name);
            return switch (properties.getProperty(name, "false")) {
                case "", "true" -> true;
                case "false" -> false;
                case String text -> {
                    faults.add(name + " must be true or false: " + text);
                    yield false;
                }
            };
        }

        void fault(String sentence) {
            faults.add(sentence);
        }

        void rejectFaults() {
            properties.stringPropertyNames().stream()
                    .filter(name -> name.startsWith("plaza.") && !known.contains(name))
                    .sorted()
                    .map(name -> name + " is not a setting; docs/local.md lists the settings")
                    .forEach(faults::add);
            if (!faults.isEmpty()) {
                throw new StartupFailure(String.join("; ", faults));
            }
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
                            functions
                                    .with(Quotas.class, settings.quotas())
                                    .with(Rules.class, settings.rules())
                                    .with(Limits.class, settings.limits()),
                    runner -> load(runner, settings, model));
        } catch (IOException taken) {
            throw unusable("plaza.port", settings.runner().port(), taken);
        }
    }

    private static void load(Runner runner, Settings settings, byte @Nullable [] model) {
        if (settings.now() != null) {
            runner.backend().clock().set(settings.now());
        }
        if (settings.season() != null) {
            loadSeason(runner, settings.season());
        }
        runner.streams().start();
        if (model != null) {
            load(runner, model);
        }
        if (settings.demo()) {
            System.err.println(DemoSeed.load(runner.backend(), runner.streams()));
        }
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

    private static void loadSeason(Runner runner, Path folder) {
        System.err.println("importing a fantasy season from " + folder);
        var backend = runner.backend();
        FantasyImport.load(folder, backend.table(), backend::writeAll, System.err::println)
                .lines()
                .forEach(System.err::println);
    }
}
