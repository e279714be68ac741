package plaza.local;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.Catalogue;
import plaza.catalogue.Cors;
import plaza.catalogue.Limits;
import plaza.catalogue.TokenRules;
import plaza.fantasy.SeasonRules;
import plaza.fantasy.model.Rules;
import plaza.http.ProblemException;
import plaza.lambda.Quotas;
import plaza.local.demo.DemoSeed;
import plaza.local.load.FantasyImport;
import plaza.local.storage.StartupFailure;
import plaza.text.IsoTime;
import plaza.text.Malformed;

/// Runs Plaza on this machine, in the foreground: `./mvnw -q -Plocal`.
///
/// It writes one line to standard output, the address, as soon as it accepts requests; everything
/// else goes to standard error. It ends on SIGTERM and Ctrl-C. If it cannot start, it writes the
/// reason in one line and exits with status 1.
public final class Local {
    private static final int PORT_DEFAULT = 8080;
    private static final int PORT_MAX = 65_535;
    private static final int EXIT_FAILURE = 1;
    private static final int DATE_LENGTH = "2023-08-01".length();

    /// The time between two checks of whether the parent process is alive.
    private static final Duration PARENT_PAUSE = Duration.ofMillis(250);

    /// The longest wait for the end of the parent process.
    private static final Duration PARENT_TIME_MAX = Duration.ofSeconds(10);

    private Local() {}

    /// The settings, which are system properties.
    ///
    /// @param port `plaza.port`; 0 for any free port
    /// @param data `plaza.data`, the data folder, or null to keep data in memory
    /// @param modelFile `plaza.import`, a model file to load at the start, or null
    /// @param season `plaza.fantasy`, a folder with a season of fantasy football to load, or null
    /// @param demo `plaza.demo`, whether to load the demo at the start
    /// @param now `plaza.now`, the time to which the clock is set at the start, or null for the
    ///   real time
    /// @param tokens `plaza.groupsClaim` and `plaza.scopes`, what access tokens contain
    /// @param origins `plaza.origins`, the origins whose web pages can call the API besides those
    ///   of this machine, separated by commas
    /// @param rules `plaza.rules`, the rules of the fantasy football season: the name of a preset
    ///   or a JSON file
    /// @param quotas `plaza.favoritesMax` and `plaza.importsPerDayMax`, the limits of one user
    /// @param limits `plaza.<limit>PerHourMax`, how often a caller can send requests; 0, the
    ///   default, means without limit
    record Settings(
            int port,
            @Nullable Path data,
            @Nullable Path modelFile,
            @Nullable Path season,
            boolean demo,
            @Nullable Instant now,
            TokenRules tokens,
            List<String> origins,
            Rules rules,
            Quotas quotas,
            Limits limits) {
        static Settings from(Properties properties) {
            return new Settings(
                    port(properties.getProperty("plaza.port", "")),
                    path("plaza.data", properties),
                    path("plaza.import", properties),
                    path("plaza.fantasy", properties),
                    demo(properties.getProperty("plaza.demo", "")),
                    now(properties.getProperty("plaza.now", "")),
                    new TokenRules(
                            parsed(
                                    "plaza.groupsClaim",
                                    properties,
                                    TokenRules.COGNITO.groupsClaim(),
                                    TokenRules::parseGroupsClaim),
                            parsed(
                                    "plaza.scopes",
                                    properties,
                                    TokenRules.COGNITO.scopePrefix(),
                                    TokenRules::parseScopePrefix)),
                    origins(properties.getProperty("plaza.origins", "")),
                    rules(properties.getProperty("plaza.rules", "")),
                    new Quotas(
                            number(
                                    "plaza.favoritesMax",
                                    properties,
                                    Quotas.STANDARD.favoritesMax()),
                            number(
                                    "plaza.importsPerDayMax",
                                    properties,
                                    Quotas.STANDARD.importsPerDayMax())),
                    Limits.of(limit -> perHourMax("plaza." + limit.setting(), properties)));
        }

        private static int perHourMax(String name, Properties properties) {
            return properties.getProperty(name, "").equals("0") ? 0 : number(name, properties, 0);
        }

        private static boolean demo(String text) {
            return switch (text) {
                case "true" -> true;
                case "false", "" -> false;
                default -> throw new StartupFailure("plaza.demo must be true or false: " + text);
            };
        }

        private static List<String> origins(String text) {
            var origins =
                    Stream.of(text.split(",", -1))
                            .map(String::strip)
                            .filter(origin -> !origin.isEmpty())
                            .toList();
            for (var origin : origins) {
                if (!Cors.isOrigin(origin)) {
                    throw new StartupFailure(
                            "plaza.origins must be exact origins such as https://plaza.example, separated by commas: "
                                    + origin);
                }
            }
            return origins;
        }

        /// Parses a time, or a date, which means its first moment in UTC.
        private static @Nullable Instant now(String text) {
            if (text.isEmpty()) {
                return null;
            }
            try {
                return IsoTime.parse(text.length() == DATE_LENGTH ? text + "T00:00:00Z" : text);
            } catch (Malformed _) {
                throw new StartupFailure(
                        "plaza.now must be a date such as 2023-08-01, or a time such as"
                                + " 2023-08-01T18:30:00Z: "
                                + text);
            }
        }

        private static Rules rules(String nameOrFile) {
            if (nameOrFile.isEmpty()) {
                return SeasonRules.preset(SeasonRules.DEFAULT_PRESET);
            }
            try {
                return SeasonRules.load(nameOrFile).rules();
            } catch (IllegalArgumentException invalid) {
                throw new StartupFailure("plaza.rules: " + invalid.getMessage());
            }
        }

        private static <T extends @Nullable Object> T parsed(
                String name, Properties properties, T defaultValue, Function<String, T> parse) {
            var text = properties.getProperty(name, "");
            try {
                return text.isEmpty() ? defaultValue : parse.apply(text);
            } catch (Malformed malformed) {
                throw new StartupFailure(malformed.about(name) + ": " + text);
            }
        }

        private static int number(String name, Properties properties, int defaultValue) {
            var text = properties.getProperty(name, "");
            if (text.isEmpty()) {
                return defaultValue;
            }
            if (!text.matches("[1-9][0-9]{0,8}")) {
                throw new StartupFailure(name + " must be a number from 1 to 999999999: " + text);
            }
            return Integer.parseInt(text);
        }

        private static int port(String text) {
            if (text.isEmpty()) {
                return PORT_DEFAULT;
            }
            try {
                var port = Integer.parseInt(text);
                if (port >= 0 && port <= PORT_MAX) {
                    return port;
                }
            } catch (NumberFormatException _) {
                // reported below
            }
            throw new StartupFailure(
                    "plaza.port must be a number from 0 to " + PORT_MAX + ": " + text);
        }

        private static @Nullable Path path(String name, Properties properties) {
            var text = properties.getProperty(name, "");
            try {
                return text.isEmpty() ? null : Path.of(text).toAbsolutePath();
            } catch (InvalidPathException _) {
                throw new StartupFailure(name + " must be a path: " + text);
            }
        }
    }

    /// Runs until SIGTERM or Ctrl-C.
    public static void main(String[] args) throws InterruptedException {
        if (System.getProperty("plaza.log") == null) {
            System.setProperty("plaza.log", "WARN");
        }
        endWithParent();
        try {
            var runner = start(Settings.from(System.getProperties()));
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(runner::close));
            System.out.println("Plaza is ready: " + runner.address());
        } catch (StartupFailure failure) {
            System.err.println("Plaza cannot start: " + failure.getMessage());
            endParent();
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
        var model = settings.modelFile() == null ? null : modelFile(settings.modelFile());
        var runner = listening(settings);
        try {
            if (model != null) {
                load(runner, model);
            }
            if (settings.season() != null) {
                loadSeason(runner, settings.season());
            }
            runner.streams().start();
            if (settings.demo()) {
                System.err.println(DemoSeed.load(runner.backend(), runner.streams()));
            }
            return runner;
        } catch (RuntimeException fault) {
            runner.close();
            throw fault;
        }
    }

    private static Runner listening(Settings settings) {
        try {
            return Runner.listen(
                    settings.port(),
                    settings.data(),
                    Catalogue.httpFunctions(),
                    settings.tokens(),
                    settings.origins(),
                    functions ->
                            functions
                                    .with(Quotas.class, settings.quotas())
                                    .with(Rules.class, settings.rules())
                                    .with(Limits.class, settings.limits()),
                    (backend, recorder) -> {
                        if (settings.now() != null) {
                            backend.clock().set(settings.now());
                        }
                        return backend.streams(recorder);
                    });
        } catch (IOException taken) {
            throw new StartupFailure(
                    taken instanceof BindException || taken.getCause() instanceof BindException
                            ? "port %d is in use. Choose another one with -Dplaza.port=<port>; 0 chooses any free port."
                                    .formatted(settings.port())
                            : "port %d cannot be opened (%s)."
                                    .formatted(settings.port(), taken.getMessage()));
        }
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

    /// Ends this process soon after its parent. Maven ends it on SIGTERM, but not when Maven is
    /// killed. [ProcessHandle#onExit] would take up to 5 s, because it polls a process that is not
    /// a child at increasing intervals.
    private static void endWithParent() {
        if (Boolean.getBoolean("plaza.exitWithParent")) {
            ProcessHandle.current()
                    .parent()
                    .ifPresent(parent ->
                            Thread.ofPlatform()
                                    .daemon()
                                    .name("parent-watch")
                                    .start(() -> endWith(parent)));
        }
    }

    /// Ends Maven, which would print several lines about this process below its message, and waits
    /// until Maven has ended. The status of a Maven that is ended so is not 0.
    private static void endParent() {
        if (Boolean.getBoolean("plaza.exitWithParent")) {
            ProcessHandle.current()
                    .parent()
                    .filter(ProcessHandle::destroy)
                    .ifPresent(parent -> {
                        var end = System.nanoTime() + PARENT_TIME_MAX.toNanos();
                        while (parent.isAlive() && System.nanoTime() < end) {
                            LockSupport.parkNanos(PARENT_PAUSE.toNanos());
                        }
                    });
        }
    }

    private static void endWith(ProcessHandle parent) {
        while (parent.isAlive()) {
            LockSupport.parkNanos(PARENT_PAUSE.toNanos());
        }
        System.exit(0);
    }
}
