package plaza.benchmark;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.Main;
import plaza.benchmark.cold.ColdStartBenchmark;
import plaza.benchmark.cold.CompilerBenchmark;
import plaza.benchmark.cost.StreamUnits;
import plaza.benchmark.fanout.FanOutBenchmark;
import plaza.benchmark.fanout.LargeDeliveryBenchmark;
import plaza.benchmark.growth.Growth;
import plaza.benchmark.growth.HotKeys;
import plaza.benchmark.growth.MonthlyCost;
import plaza.benchmark.migration.MigrationBenchmark;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.Report;
import plaza.benchmark.report.Section;
import plaza.benchmark.warm.WarmPathBenchmark;

/// The program that runs the benchmarks and writes their report; `./mvnw -q -Pbenchmarks verify`
/// starts it.
///
/// | system property | meaning |
/// |---|---|
/// | `plaza.benchmark` | names of the benchmarks to run, separated by commas; default: all |
/// | `plaza.effort` | a constant of [Effort], in lower case; default: `standard` |
/// | `plaza.report` | `write`: update docs/ and README.md too |
/// | `plaza.jmh` | run JMH with these arguments instead of the benchmarks |
public final class Benchmarks {
    /// All benchmarks, in the order of the report.
    private static final List<Benchmark> ALL =
            List.of(
                    new StreamUnits(),
                    new ColdStartBenchmark(),
                    new CompilerBenchmark(),
                    new WarmPathBenchmark(),
                    new FanOutBenchmark(),
                    new LargeDeliveryBenchmark(),
                    new Growth(),
                    new HotKeys(),
                    new MigrationBenchmark(),
                    new MonthlyCost());

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        var jmh = System.getProperty("plaza.jmh", "");
        if (!jmh.isBlank()) {
            Main.main(jmh.strip().split("\\s+", -1));
            return;
        }
        var effort =
                Effort.valueOf(
                        System.getProperty("plaza.effort", "standard").toUpperCase(Locale.ROOT));
        var root = Path.of(System.getProperty("plaza.root", ".."));
        var selected = select(System.getProperty("plaza.benchmark", ""));
        var sections = run(selected, effort);
        var report = new Report(sections);
        report.writeTo(root.resolve("benchmarks/target/report"));
        if ("write".equals(System.getProperty("plaza.report"))) {
            report.writeInto(root, ALL.stream().map(Benchmark::name).toList());
        }
        // threads that a benchmark leaves running must not keep this process alive
        System.exit(sections.size() == selected.size() ? 0 : 1);
    }

    private static LinkedHashMap<String, Section> run(List<Benchmark> benchmarks, Effort effort)
            throws Exception {
        var sections = new LinkedHashMap<String, Section>();
        for (var benchmark : benchmarks) {
            var progress =
                    "%d/%d %s"
                            .formatted(
                                    benchmarks.indexOf(benchmark) + 1,
                                    benchmarks.size(),
                                    benchmark.name());
            System.err.println(progress + " …");
            var start = System.nanoTime();
            try {
                sections.put(benchmark.name(), benchmark.run(effort));
            } catch (Exception | AssertionError fault) {
                // keep the results of the other benchmarks: they took minutes and stay valid
                System.err.println(progress + " failed");
                fault.printStackTrace();
                continue;
            }
            var taken = Duration.ofNanos(System.nanoTime() - start);
            System.err.printf(Locale.ROOT, "%s: %.1f s%n", progress, taken.toMillis() / 1e3);
        }
        return sections;
    }

    private static List<Benchmark> select(String names) {
        if (names.isBlank()) {
            return ALL;
        }
        var requested = List.of(names.split(",", -1));
        var selected =
                ALL.stream().filter(benchmark -> requested.contains(benchmark.name())).toList();
        var unknown = new ArrayList<>(requested);
        unknown.removeAll(selected.stream().map(Benchmark::name).toList());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "Unknown benchmarks: "
                            + unknown
                            + "; known are "
                            + ALL.stream().map(Benchmark::name).toList());
        }
        return selected;
    }
}
