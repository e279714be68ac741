package plaza.benchmark;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.Main;
import plaza.benchmark.cold.ColdStartBenchmark;
import plaza.benchmark.cost.BehindCalls;
import plaza.benchmark.cost.RequestUnits;
import plaza.benchmark.count.AggregationBenchmark;
import plaza.benchmark.fanout.FanOutBenchmark;
import plaza.benchmark.growth.Growth;
import plaza.benchmark.growth.MonthlyCost;
import plaza.benchmark.growth.PushOrPull;
import plaza.benchmark.http.HttpClientBenchmark;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.Report;
import plaza.benchmark.report.Section;
import plaza.benchmark.warm.WarmPathBenchmark;

/// Runs the benchmarks and writes their page; `./mvnw -q -Pbenchmarks verify` calls it.
///
/// | property | |
/// |---|---|
/// | `plaza.benchmark` | names, separated by commas; all without it |
/// | `plaza.effort` | of [Effort], in lower case |
/// | `plaza.report` | `write`: also into docs/ and README.md |
/// | `plaza.jmh` | arguments for JMH itself, which then runs instead |
public final class Benchmarks {
    /// In the order of the page.
    private static final List<Benchmark> ALL =
            List.of(
                    new RequestUnits(),
                    new BehindCalls(),
                    new ColdStartBenchmark(),
                    new HttpClientBenchmark(),
                    new WarmPathBenchmark(),
                    new FanOutBenchmark(),
                    new AggregationBenchmark(),
                    new Growth(),
                    new PushOrPull(),
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
        var asked = wanted(System.getProperty("plaza.benchmark", ""));
        var done = run(asked, effort);
        var report = new Report(done);
        report.writeTo(root.resolve("benchmarks/target/report"));
        if ("write".equals(System.getProperty("plaza.report"))) {
            report.writeInto(root, ALL.stream().map(Benchmark::name).toList());
        }
        // children, servers and pools of a benchmark must not keep the process alive
        System.exit(done.size() == asked.size() ? 0 : 1);
    }

    private static LinkedHashMap<String, Section> run(List<Benchmark> benchmarks, Effort effort)
            throws Exception {
        var sections = new LinkedHashMap<String, Section>();
        for (var benchmark : benchmarks) {
            var place =
                    "%d/%d %s"
                            .formatted(
                                    benchmarks.indexOf(benchmark) + 1,
                                    benchmarks.size(),
                                    benchmark.name());
            System.err.println(place + " …");
            var begun = System.nanoTime();
            try {
                sections.put(benchmark.name(), benchmark.run(effort));
            } catch (Exception | AssertionError fault) {
                // the others' figures took minutes, and are as good without it
                System.err.println(place + " failed");
                fault.printStackTrace();
                continue;
            }
            var taken = Duration.ofNanos(System.nanoTime() - begun);
            System.err.printf(Locale.ROOT, "%s: %.1f s%n", place, taken.toMillis() / 1e3);
        }
        return sections;
    }

    private static List<Benchmark> wanted(String names) {
        if (names.isBlank()) {
            return ALL;
        }
        var asked = new ArrayList<>(List.of(names.split(",", -1)));
        var wanted = ALL.stream().filter(benchmark -> asked.contains(benchmark.name())).toList();
        asked.removeAll(wanted.stream().map(Benchmark::name).toList());
        if (!asked.isEmpty()) {
            throw new IllegalArgumentException(
                    "no such benchmark: "
                            + asked
                            + "; there are "
                            + ALL.stream().map(Benchmark::name).toList());
        }
        return wanted;
    }
}
