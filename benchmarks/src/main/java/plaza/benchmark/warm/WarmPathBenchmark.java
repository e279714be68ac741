package plaza.benchmark.warm;

import static plaza.benchmark.report.Samples.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Section;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;

/// A benchmark of the time and memory that a read handler uses.
public final class WarmPathBenchmark implements Benchmark {
    /// Number of functions in the report, the slowest first.
    private static final int ROWS_MAX = 10;

    private static final Path FOLDER = Path.of("target", "warm");
    private static final String BYTES = "gc.alloc.rate.norm";

    @Override
    public String name() {
        return "warm-path";
    }

    @Override
    public Section run(Effort effort) throws Exception {
        var functions = reads(effort);
        Files.createDirectories(FOLDER);
        var operations = record(functions);
        functions = functions.stream().filter(f -> operations.containsKey(f.name())).toList();
        var results = new LinkedHashMap<String, RunResult>();
        for (var row : functions) {
            results.put(row.name(), measure(row, effort));
        }
        return section(operations, results);
    }

    /// Returns the functions that only read.
    private static List<HttpFunction> reads(Effort effort) {
        var reads =
                Catalogue.ALL.httpFunctions().stream()
                        .filter(row -> row.method().equals("GET") && row.budget().writeUnits() == 0)
                        .toList();
        return effort == Effort.SMOKE ? reads.subList(0, 3) : reads;
    }

    /// Runs each handler with its sample event on DynamoDB Local and records its requests and their
    /// responses.
    ///
    /// @return the operations of each function; functions with a recorded write are left out
    private static Map<String, String> record(List<HttpFunction> functions) throws Exception {
        var operations = new LinkedHashMap<String, String>();
        try (var bed = new TestBed()) {
            bed.clock().set(WarmPath.NOW);
            for (var row : functions) {
                bed.clear();
                SampleEvents.prepare(bed, row.context());
                var exchanges = Collections.synchronizedList(new ArrayList<Exchange>());
                var client =
                        bed.emulator()
                                .client(
                                        List.of(),
                                        network -> new RecordingClient(network, exchanges));
                WarmPath.requireSuccess(
                        WarmPath.handler(row.handler(), client)
                                .handleRequest(
                                        SampleEvents.http(row),
                                        new TestContext(
                                                row.name(), java.time.Duration.ofMinutes(1))));
                if (exchanges.stream().noneMatch(each -> writes(each.target()))) {
                    Exchange.write(FOLDER.resolve(row.name()), exchanges);
                    operations.put(row.name(), operations(exchanges));
                }
            }
        }
        return operations;
    }

    private static boolean writes(String target) {
        return !(target.endsWith("GetItem") || target.endsWith("Query"));
    }

    private static String operations(List<Exchange> exchanges) {
        return String.join(
                ", ",
                exchanges.stream()
                        .map(each -> each.target().substring(each.target().indexOf('.') + 1))
                        .toList());
    }

    private static RunResult measure(HttpFunction function, Effort effort) throws Exception {
        var options =
                new OptionsBuilder()
                        .include(WarmPath.class.getName().replace(".", "\\.") + "\\..*")
                        .param("function", function.name())
                        .forks(effort == Effort.LONG ? 3 : 1)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.milliseconds(1_000))
                        .measurementIterations(effort == Effort.SMOKE ? 2 : 9)
                        .measurementTime(TimeValue.milliseconds(200))
                        .addProfiler(GCProfiler.class)
                        .jvmArgs(
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-Dplaza.log=OFF",
                                "-Dplaza.replay=" + FOLDER)
                        .shouldFailOnError(true)
                        .output(FOLDER.resolve("jmh.log").toString())
                        .build();
        return new Runner(options).runSingle();
    }

    private static Section section(Map<String, String> operations, Map<String, RunResult> results) {
        var table = MarkdownTable.of("function", "requests to DynamoDB", "µs", "KB");
        var slowest =
                results.keySet().stream()
                        .sorted(
                                Comparator.<String>comparingDouble(
                                                name -> median(results.get(name)))
                                        .reversed())
                        .limit(ROWS_MAX)
                        .toList();
        for (var name : slowest) {
            var result = results.get(name);
            table =
                    table.row(
                            name,
                            operations.get(name),
                            number(median(result), 0),
                            number(allocated(result) / 1e3, 1));
        }
        return Section.titled("Warm path")
                .prose(
                        "Each function that only reads, from the event to the JSON text of the response, with its sample event and recorded responses of DynamoDB Local from an HTTP client that sends nothing. The compiler of the deployed functions (C1), JMH, medians of the iterations, and the memory that a call allocates. The table has the ten slowest functions.")
                .table(table);
    }

    private static double median(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }

    private static double allocated(RunResult result) {
        return result.getSecondaryResults().get(BYTES).getStatistics().getPercentile(50);
    }
}
