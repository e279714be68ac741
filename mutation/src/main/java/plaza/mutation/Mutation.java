package plaza.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Runs PIT on the targets that `-Dplaza.mutate` names (all by default), prints the survivors, and
/// fails when fewer than [#KILLED_MIN] of one target's mutants are killed. Without names, and with
/// the name of [ConditionMutation], it also mutates conditions.
///
/// It runs in the folder `mutation`; the reports are in `target/<target>`. `-Dplaza.perClass`
/// limits the mutants of each class (see [Target]); 0 tries all of them.
///
/// PIT starts a process per mutated class. That process first runs the covering tests on the
/// unchanged code, so that static state is filled before the first mutant: what a mutant does to
/// static state afterwards can hide it, which counts as survival, but a mutant's static state is
/// never the reason why another one dies. Tests keep no table and no template from one test to the
/// next that both the code and its mutants would use.
public final class Mutation {
    /// The share of the mutants that tests must kill, in each target.
    private static final double KILLED_MIN = 0.9;

    /// The tag of tests that take too long to run for each mutant.
    private static final String LARGE = "large";

    /// What a test may take in addition to twice its usual time before its mutant counts as
    /// endless.
    private static final Duration EXTRA_TIME = Duration.ofSeconds(10);

    /// How many simulation runs the simulator's test does: each seeded bug of its own is seen
    /// within these, except the rarest.
    private static final int SEEDS = 300;

    /// How many random cases a test of a property runs, for the same reason.
    private static final int CASES = 5;

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final List<String> JVM_ARGUMENTS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "-XX:+UseSerialGC",
                    "-Dfile.encoding=UTF-8",
                    "-Dplaza.log=OFF");

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Mutation() {}

    /// Runs the targets one after another.
    public static void main(String[] args) throws IOException, InterruptedException {
        var bad = new ArrayList<String>();
        var names = System.getProperty("plaza.mutate", "");
        if (!names.equals(ConditionMutation.NAME)) {
            for (var target : Target.named(names)) {
                if (!judge(target, run(target))) {
                    bad.add(target.name());
                }
            }
        }
        if ((names.isBlank() || names.equals(ConditionMutation.NAME)) && !mutateConditions()) {
            bad.add(ConditionMutation.NAME);
        }
        if (!bad.isEmpty()) {
            System.out.printf("Too many mutants survive in %s.%n", bad);
            System.exit(1);
        }
    }

    /// Prints what became of a target's mutants.
    ///
    /// @return whether enough of them were killed
    private static boolean judge(Target target, Path report) throws IOException {
        var mutants = Mutant.read(report).stream().filter(Mutant::isViable).toList();
        var survivors = mutants.stream().filter(mutant -> !mutant.isKilled()).toList();
        var endless = mutants.stream().filter(Mutant::isTimedOut).toList();
        var killed = mutants.size() - survivors.size();
        var sources = ROOT.resolve(target.module()).resolve("src/main/java");
        System.out.printf("%n%s: survivors%n", target.name());
        for (var mutant : survivors) {
            System.out.println("    " + mutant.explain(sources));
        }
        System.out.printf("%s: killed because a test did not end%n", target.name());
        for (var mutant : endless) {
            System.out.println("    " + mutant.explain(sources));
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %d of %d mutants killed (%.1f %%), %d of them because a test did not end%n",
                target.name(),
                killed,
                mutants.size(),
                100.0 * killed / mutants.size(),
                endless.size());
        return killed >= KILLED_MIN * mutants.size();
    }

    /// Runs PIT on a target.
    ///
    /// @return its report
    private static Path run(Target target) throws IOException, InterruptedException {
        var folder = Path.of("target", target.name()).toAbsolutePath();
        Files.createDirectories(folder);
        var log = folder.resolve("pit.log");
        System.out.printf("%n%s: PIT writes to %s%n", target.name(), log);
        var process =
                new ProcessBuilder(command(target, folder))
                        .directory(ROOT.resolve(target.module()).toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(process::destroy));
        if (process.waitFor() != 0) {
            System.out.println(Files.readString(log));
            throw new IllegalStateException("PIT failed, see " + log);
        }
        return folder.resolve("mutations.xml");
    }

    /// Mutates conditions in a process of its own, and prints its report.
    ///
    /// @return whether enough of the mutants were killed
    private static boolean mutateConditions() throws IOException, InterruptedException {
        var folder = Path.of("target", ConditionMutation.NAME).toAbsolutePath();
        Files.createDirectories(folder);
        var report = folder.resolve("report.txt");
        var command = new ArrayList<String>();
        command.add(JAVA);
        command.addAll(JVM_ARGUMENTS);
        command.addAll(
                List.of(
                        "-Dplaza.mutants=" + System.getProperty("plaza.mutants", ""),
                        "-Dplaza.mutantTests=" + System.getProperty("plaza.mutantTests", ""),
                        "-Dplaza.requests=" + System.getProperty("plaza.requests", ""),
                        "-classpath",
                        ClassPath.text(),
                        ConditionMutation.class.getName(),
                        report.toString()));
        var process =
                new ProcessBuilder(command)
                        .directory(ROOT.resolve("local").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("tests.log").toFile())
                        .start();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(process::destroy));
        var isGood = process.waitFor() == 0;
        System.out.println(Files.readString(report));
        return isGood;
    }

    private static List<String> command(Target target, Path folder) {
        var perClassMax = Integer.getInteger("plaza.perClass", target.perClassMax());
        return List.of(
                JAVA,
                "-classpath",
                ClassPath.text(),
                "org.pitest.mutationtest.commandline.MutationCoverageReport",
                "--targetClasses",
                String.join(",", target.classes()),
                "--excludedClasses",
                String.join(",", target.otherTargets()),
                "--targetTests",
                String.join(",", target.tests()),
                "--excludedTestClasses",
                String.join(",", Target.TOO_LONG),
                "--excludedGroups",
                LARGE,
                "--mutableCodePaths",
                target.code().toString(),
                "--sourceDirs",
                ROOT.resolve(target.module()).resolve("src/main/java").toString(),
                "--reportDir",
                folder.toString(),
                "--outputFormats",
                "XML,HTML",
                "--timestampedReports=false",
                "--threads",
                System.getProperty("plaza.threads", "2"),
                "--timeoutConst",
                Long.toString(EXTRA_TIME.toMillis()),
                "--timeoutFactor",
                "2",
                "--features",
                perClassMax == 0 ? "-CLASSLIMIT" : "+CLASSLIMIT(limit[" + perClassMax + "])",
                "--jvmArgs",
                String.join(
                        ",",
                        String.join(",", JVM_ARGUMENTS),
                        // most of the time goes into starting processes
                        "-XX:TieredStopAtLevel=1",
                        "-Dplaza.seeds=" + SEEDS,
                        "-Dplaza.cases=" + CASES));
    }
}
