package plaza.mutation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import plaza.interleaving.InterleavedMutants;
import plaza.mutant.ConditionMutant;
import plaza.mutant.MutantTrial;
import plaza.simulation.MemoryTable;
import plaza.testkit.TestBed;

/// Runs the tests with mutants of conditions: first the interleavings, and then, with those mutants
/// that are alive, each test in which they can make a difference. It fails when fewer than
/// [#KILLED_MIN] are killed, not counting those that the list of equivalent ones explains.
///
/// Nothing lists the mutants: they are those of all conditional writes that the tests send.
public final class ConditionMutation {
    /// The share of the mutants that tests must kill. The goal is 0.97.
    private static final double KILLED_MIN = 0.97;

    /// Requests of a test with a mutant, as a multiple of those without one, before it counts as
    /// endless.
    private static final int REQUESTS_FACTOR = 10;

    private static final int REQUESTS_MIN = 10_000;

    /// The time in which tests run with one mutant.
    private static final Duration TIME_MAX = Duration.ofMinutes(1);

    /// Tests with large amounts of data or long virtual times.
    private static final Set<String> TOO_LONG =
            Set.of(
                    "plaza.social.follow.FollowGraphTest",
                    "plaza.stream.FairnessTest",
                    "plaza.stream.StreamOutageTest",
                    "plaza.favorites.favorite.CollectionTest",
                    "plaza.fantasy.settlement.SeasonOnTableTest",
                    "plaza.fantasy.settlement.RealSeasonTest");

    /// Packages whose tests create their tables in other processes, or none.
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "plaza.local.",
                    "plaza.browser.",
                    "plaza.clients.",
                    "plaza.contract.",
                    "plaza.deployed.",
                    "plaza.faults.CrashTest",
                    // it deletes the files of other processes
                    "plaza.GrantsUsedTest",
                    // the interleavings run first
                    "plaza.interleaving.");

    /// The tests that run, as a regular expression that their class names contain.
    private static final Pattern CHOSEN =
            Pattern.compile(System.getProperty("plaza.mutantTests", ""));

    /// The equivalent mutants: a pattern, a bar and the reason. The tests run in another folder.
    private static final Path EQUIVALENTS =
            folder(ConditionMutation.class).resolve("plaza/mutation/equivalent-conditions");

    private static final Pattern EQUIVALENT = Pattern.compile("([^#|]+) \\| ([^|]+)");

    private static final Launcher JUNIT = LauncherFactory.create();

    private final MutantTrial trial = new MutantTrial();
    private final Map<String, Long> nanosByTest = new HashMap<>();
    private final Set<String> failed = new HashSet<>();
    private final PrintStream report;
    private final long began = System.nanoTime();

    private ConditionMutation(PrintStream report) {
        this.report = report;
    }

    /// Runs all tests.
    ///
    /// @param arguments the file that receives the report
    public static void main(String[] arguments) throws IOException {
        var isGood = false;
        try (var report = new PrintStream(arguments[0], UTF_8)) {
            isGood = new ConditionMutation(report).run();
        } catch (Throwable fault) {
            // halting would hide it
            System.out.println("The run ended with a fault:");
            fault.printStackTrace(System.out);
        } finally {
            // The threads of DynamoDB Local would keep the process alive, and a regular end would
            // record the grants and responses that mutants used.
            Runtime.getRuntime().halt(isGood ? 0 : 1);
        }
    }

    private boolean run() throws IOException {
        var all = new TreeSet<ConditionMutant>();
        var killed = new TreeSet<ConditionMutant>();
        InterleavedMutants.run((mutant, result) -> {
            all.add(mutant);
            if (result.difference() == null) {
                line(
                        "alive",
                        mutant,
                        "%d of %d parts of the interleavings"
                                .formatted(result.tried(), result.parts()));
            } else {
                killed.add(mutant);
                line("killed", mutant, result.difference());
            }
        });
        report.printf("interleavings: %d of %d killed, %s%n", killed.size(), all.size(), time());
        trial.begin();
        observe();
        report.printf("tests: %d without a mutant, %s%n", nanosByTest.size(), time());
        failed.forEach(test -> report.println("    not used, because it fails here: " + test));
        var mutants = trial.mutants().stream().filter(ConditionMutant::isChosen).toList();
        all.addAll(mutants);
        for (var mutant : mutants) {
            var killer = killed.contains(mutant) ? null : killerOrNull(mutant);
            if (killer != null) {
                killed.add(mutant);
                line("killed", mutant, killer);
            }
        }
        return judge(all, killed);
    }

    private void line(String what, ConditionMutant mutant, String why) {
        report.println(what + ": " + mutant + " | " + why);
        report.flush();
    }

    private String time() {
        return Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s";
    }

    private boolean judge(Set<ConditionMutant> all, Set<ConditionMutant> killed)
            throws IOException {
        var equivalents = equivalents();
        var unneeded = new HashSet<>(equivalents.keySet());
        var survivors = 0;
        var explained = 0;
        for (var mutant : all) {
            if (!killed.contains(mutant)) {
                var reason = reasonOrNull(mutant, equivalents, unneeded);
                survivors += reason == null ? 1 : 0;
                explained += reason == null ? 0 : 1;
                line(
                        reason == null ? "survivor" : "equivalent",
                        mutant,
                        reason == null
                                ? trial.subjectsOf(mutant).size() + " tests can show it"
                                : reason);
            }
        }
        unneeded.forEach(pattern -> report.println("explains no survivor: " + pattern));
        report.printf(
                Locale.ROOT,
                "%d mutants, %d killed, %d equivalent, %d survivors (%.1f %% killed), %s%n",
                all.size(),
                killed.size(),
                explained,
                survivors,
                100.0 * killed.size() / (killed.size() + survivors),
                time());
        return unneeded.isEmpty() && killed.size() >= KILLED_MIN * (killed.size() + survivors);
    }

    /// The reasons by pattern, in which `*` stands for any text.
    private static Map<String, String> equivalents() throws IOException {
        var equivalents = new LinkedHashMap<String, String>();
        for (var line : Files.readAllLines(EQUIVALENTS)) {
            var row = EQUIVALENT.matcher(line);
            if (row.matches()) {
                equivalents.put(row.group(1), row.group(2));
            }
        }
        return equivalents;
    }

    private static @Nullable String reasonOrNull(
            ConditionMutant mutant, Map<String, String> equivalents, Set<String> unneeded) {
        for (var equivalent : equivalents.entrySet()) {
            var pattern = equivalent.getKey();
            if (mutant.toString().matches(("\\Q" + pattern + "\\E").replace("*", "\\E.*\\Q"))) {
                unneeded.remove(pattern);
                return equivalent.getValue();
            }
        }
        return null;
    }

    /// Runs every test without a mutant.
    private void observe() throws IOException {
        for (var type : testClasses()) {
            JUNIT.execute(
                    LauncherDiscoveryRequestBuilder.request().selectors(selectClass(type)).build(),
                    new Observer());
        }
        trial.rest();
    }

    private static List<String> testClasses() throws IOException {
        var found = new ArrayList<String>();
        for (var sample : List.of(MemoryTable.class, TestBed.class)) {
            var folder = folder(sample);
            try (var files = Files.walk(folder)) {
                files.map(file -> folder.relativize(file).toString().replace('/', '.'))
                        .filter(name -> name.endsWith("Test.class") && !name.contains("$"))
                        .map(name -> name.substring(0, name.length() - ".class".length()))
                        .filter(name -> ELSEWHERE.stream().noneMatch(name::startsWith))
                        .filter(name -> !TOO_LONG.contains(name))
                        .filter(name -> CHOSEN.matcher(name).find())
                        .sorted()
                        .forEach(found::add);
            }
        }
        return found;
    }

    /// The folder of the compiled code that a class belongs to.
    private static Path folder(Class<?> type) {
        var location = type.getProtectionDomain().getCodeSource().getLocation();
        return Path.of(URI.create(location.toString()));
    }

    /// The test method of a test or of one of its cases.
    private static @Nullable String methodOrNull(TestIdentifier identifier) {
        return identifier.getSource().orElse(null) instanceof MethodSource
                ? identifier
                        .getUniqueId()
                        .replaceAll("/\\[(test-template-invocation|dynamic-test):[^]]*]", "")
                : null;
    }

    private final class Observer implements TestExecutionListener {
        private final Map<String, Long> began = new HashMap<>();

        @Override
        public void executionStarted(TestIdentifier identifier) {
            var method = methodOrNull(identifier);
            if (method != null && began.putIfAbsent(method, System.nanoTime()) == null) {
                trial.observe(method);
            } else if (method == null) {
                trial.rest();
            }
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            var method = methodOrNull(identifier);
            if (method != null) {
                var nanos = System.nanoTime() - began.getOrDefault(method, 0L);
                nanosByTest.merge(method, nanos, Math::max);
                if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                    failed.add(method);
                }
            } else if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                failed.add(identifier.getUniqueId());
            }
        }
    }

    /// The test that fails with a mutant, and passes again without it.
    private @Nullable String killerOrNull(ConditionMutant mutant) {
        var tests =
                trial.subjectsOf(mutant).stream()
                        .map(String.class::cast)
                        .filter(test -> !failed.contains(test))
                        .sorted(Comparator.comparing(test -> nanosByTest.getOrDefault(test, 0L)))
                        .toList();
        var first = System.nanoTime();
        for (var test : tests) {
            if (System.nanoTime() - first > TIME_MAX.toNanos()) {
                report.println("not all tests have run: " + mutant);
                return null;
            }
            TestBed.resetOpen();
            trial.mutate(mutant, REQUESTS_MIN + REQUESTS_FACTOR * trial.requestsOf(test));
            var failure = failureOrNull(selectUniqueId(test));
            trial.rest();
            if (failure != null) {
                TestBed.resetOpen();
                var unmutated = failureOrNull(selectUniqueId(test));
                if (unmutated == null) {
                    return test;
                }
                report.println("not used any more, because it fails again: " + test);
                failed.add(test);
            }
        }
        return null;
    }

    private static @Nullable Throwable failureOrNull(DiscoverySelector selector) {
        var failures = new ArrayList<Throwable>();
        JUNIT.execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selector).build(),
                new TestExecutionListener() {
                    @Override
                    public void executionFinished(
                            TestIdentifier identifier, TestExecutionResult result) {
                        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                            failures.add(result.getThrowable().orElseGet(AssertionError::new));
                        }
                    }
                });
        return failures.isEmpty() ? null : failures.getFirst();
    }
}
