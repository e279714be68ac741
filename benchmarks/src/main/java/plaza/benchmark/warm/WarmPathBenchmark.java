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

/// A benchmark of the time and memory that a read handler uses, compared with the calls to DynamoDB
/// that it makes.
public final class WarmPathBenchmark implements Benchmark {
    private static final double MEDIAN_TIME_MAX = 1.15;
    private static final double WORST_TIME_MAX = 1.50;
    private static final double TIME_MAX = 1.10;
    private static final double BYTES_MAX = 1.15;

    /// Number of functions in the report, those with the greatest ratio of times first.
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
        var results = new LinkedHashMap<String, Map<String, RunResult>>();
        for (var row : functions) {
            var byMethod = new LinkedHashMap<String, RunResult>();
            for (var result : measure(row, effort)) {
                var method = result.getParams().getBenchmark();
                byMethod.put(method.substring(method.lastIndexOf('.') + 1), result);
            }
            results.put(row.name(), byMethod);
        }
        return section(functions, operations, results);
    }

    /// Returns the functions that only read.
    private static List<HttpFunction> reads(Effort effort) {
        var reads =
                Catalogue.httpFunctions().stream()
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

    /// Measures a handler and its calls directly after each other, because the machine's speed
    /// changes from minute to minute.
    private static Iterable<RunResult> measure(HttpFunction function, Effort effort)
            throws Exception {
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
        return new Runner(options).run();
    }

    private static Section section(
            List<HttpFunction> functions,
            Map<String, String> operations,
            Map<String, Map<String, RunResult>> results) {
        var table =
                MarkdownTable.of(
                        "function",
                        "calls",
                        "calls alone, µs",
                        "handler, µs",
                        "time ×",
                        "calls alone, KB",
                        "handler, KB",
                        "bytes ×");
        var times = new LinkedHashMap<String, Double>();
        var bytes = new LinkedHashMap<String, Double>();
        for (var row : functions) {
            var calls = results.get(row.name()).get("calls");
            var handler = results.get(row.name()).get("handler");
            times.put(row.name(), median(handler) / median(calls));
            bytes.put(row.name(), allocated(handler) / allocated(calls));
        }
        for (var name : greatestFirst(times).stream().limit(ROWS_MAX).toList()) {
            var calls = results.get(name).get("calls");
            var handler = results.get(name).get("handler");
            table =
                    table.row(
                            name,
                            operations.get(name),
                            number(median(calls), 0),
                            number(median(handler), 0),
                            number(times.get(name), 2),
                            number(allocated(calls) / 1e3, 1),
                            number(allocated(handler) / 1e3, 1),
                            number(bytes.get(name), 2));
        }
        return Section.titled("Warm path")
                .prose(
                        "Each function that only reads, with its sample event and recorded responses of DynamoDB Local, from an HTTP client that sends nothing (the previous section measures the deployed client). Lambda's compiler (C1), JMH, one function after the other, medians of the iterations. *Calls alone* are the same requests, built in advance, sent with the low-level client, with their responses parsed into the SDK's own types. *Handler* is everything from the event to the response's JSON text, except the log line. The table has the ten functions with the greatest ratio of times.")
                .table(table)
                .goal(
                        "the median read handler's time ≤ 1.15 × that of its calls",
                        number(median(times), 2) + " ×",
                        median(times) <= MEDIAN_TIME_MAX,
                        "")
                .goal(
                        "each read handler's time ≤ 1.5 × that of its calls",
                        worst(times),
                        times.values().stream().allMatch(ratio -> ratio <= WORST_TIME_MAX),
                        met(times, WORST_TIME_MAX))
                .goal(
                        "each read handler's time ≤ 1.10 × that of its calls",
                        worst(times),
                        times.values().stream().allMatch(ratio -> ratio <= TIME_MAX),
                        met(times, TIME_MAX))
                .goal(
                        "each read handler's bytes ≤ 1.15 × those of its calls",
                        worst(bytes),
                        bytes.values().stream().allMatch(ratio -> ratio <= BYTES_MAX),
                        met(bytes, BYTES_MAX));
    }

    private static List<String> greatestFirst(Map<String, Double> ratios) {
        return ratios.keySet().stream()
                .sorted(Comparator.comparingDouble(ratios::get).reversed())
                .toList();
    }

    private static String worst(Map<String, Double> ratios) {
        var worst = greatestFirst(ratios).getFirst();
        return "%s × (%s)".formatted(number(ratios.get(worst), 2), worst);
    }

    private static String met(Map<String, Double> ratios, double max) {
        var met = ratios.values().stream().filter(ratio -> ratio <= max).count();
        return "met by %d of %d; median %s ×"
                .formatted(met, ratios.size(), number(median(ratios), 2));
    }

    private static double median(Map<String, Double> ratios) {
        var sorted = ratios.values().stream().sorted(Comparator.naturalOrder()).toList();
        return sorted.get(sorted.size() / 2);
    }

    private static double median(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }

    private static double allocated(RunResult result) {
        return result.getSecondaryResults().get(BYTES).getStatistics().getPercentile(50);
    }
}
