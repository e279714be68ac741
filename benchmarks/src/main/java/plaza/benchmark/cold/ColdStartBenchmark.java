package plaza.benchmark.cold;

import static plaza.benchmark.report.Samples.number;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.jar.Attributes.Name;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import plaza.benchmark.cold.ColdProcess.Run;
import plaza.benchmark.cold.ColdProcess.Variant;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Samples;
import plaza.benchmark.report.Section;
import plaza.functions.Catalogue;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// A benchmark of the time from process start to first response, of every function behind the API.
/// Their runs are interleaved.
public final class ColdStartBenchmark implements Benchmark {
    private static final String TRAINED = "GetTimelineByUserId";
    private static final List<String> RESTORED = List.of(TRAINED, "CreatePost");
    static final Path JAR =
            Path.of("..", "functions", "target", "plaza-functions.jar").toAbsolutePath();
    private static final Path FOLDER = Path.of("target", "cold").toAbsolutePath();

    /// Number of rounds that include all functions. The later rounds repeat only the restored ones,
    /// because all functions together take long.
    private static final int FUNCTION_ROUNDS_MAX = 3;

    /// Number of functions in the report, the slowest first.
    private static final int ROWS_MAX = 10;

    @Override
    public String name() {
        return "cold-start";
    }

    /// The measurements by function.
    ///
    /// @param plain with Lambda's defaults
    /// @param cached with an AOT cache
    /// @param restored from a snapshot
    private record Results(
            Map<String, List<Run>> plain,
            Map<String, List<Run>> cached,
            Map<String, List<Run>> restored) {}

    @Override
    public Section run(Effort effort) throws Exception {
        Files.createDirectories(FOLDER);
        try (var bed = new TestBed()) {
            bed.clock().set(Instant.now());
            SampleEvents.prepareAll(bed);
            var sampleItems = bed.everything();
            var process = new ColdProcess(FOLDER, bed.emulator());
            var functions = functions(effort);
            var cache = process.train(functions.get(TRAINED).withSnapStart(), "functions");
            var results =
                    new Results(
                            new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
            for (var round = 0; round < effort.runs(); round++) {
                if (round < FUNCTION_ROUNDS_MAX) {
                    for (var function : functions.entrySet()) {
                        var name = function.getKey();
                        bed.restore(sampleItems);
                        add(results.plain(), name, process.run(function.getValue()));
                        bed.restore(sampleItems);
                        var withCache = function.getValue().withCache(cache);
                        add(results.cached(), name, process.run(withCache));
                    }
                }
                for (var name : RESTORED) {
                    bed.restore(sampleItems);
                    var restored = functions.get(name).withSnapStart();
                    add(results.restored(), name, process.run(restored));
                }
            }
            return section(results);
        }
    }

    private static void add(Map<String, List<Run>> runs, String name, Run run) {
        runs.computeIfAbsent(name, _ -> new ArrayList<>()).add(run);
    }

    private static Map<String, Variant> functions(Effort effort) throws IOException {
        var jars = Stream.concat(Stream.of(JAR), runtime().stream()).toList();
        var functions = new LinkedHashMap<String, Variant>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            if (effort != Effort.SMOKE
                    || List.of(TRAINED, "CreatePost", "PutTeamSheet").contains(row.name())) {
                var event = Files.readString(SampleEvents.file(row));
                functions.put(
                        row.name(), new Variant(jars, row.handler().getName(), event, null, false));
            }
        }
        return functions;
    }

    /// Returns the libraries that the managed runtime provides and the deployed jar does not
    /// contain.
    static List<Path> runtime() throws IOException {
        return classPath().stream()
                .filter(path -> {
                    var name = path.getFileName().toString();
                    return name.startsWith("aws-lambda-java-runtime-interface-client")
                            || name.startsWith("aws-lambda-java-serialization");
                })
                .toList();
    }

    /// Returns the class path of this process. Maven passes it in the manifest of an empty jar.
    private static List<Path> classPath() throws IOException {
        var path = System.getProperty("java.class.path");
        if (path.contains(File.pathSeparator)) {
            return Arrays.stream(path.split(File.pathSeparator, -1)).map(Path::of).toList();
        }
        try (var jar = new JarFile(path)) {
            var entries = jar.getManifest().getMainAttributes().getValue(Name.CLASS_PATH);
            return Arrays.stream(entries.split(" ", -1)).map(URI::create).map(Path::of).toList();
        }
    }

    private static Section section(Results results) {
        var restored = MarkdownTable.of("function", "restored, ms");
        for (var name : RESTORED) {
            restored = restored.row(name, samples(results.restored(), name, Run::millis).text(0));
        }
        return Section.titled("Cold start")
                .prose(
                        "From process start to first response, with `aws-lambda-java-runtime-interface-client`, a Runtime API server, and DynamoDB Local in another process, over plain HTTP. *C1*: tiered compilation stops at level 1, with the serial garbage collector and the JDK's own CDS archive. *AOT*: the same with one JDK 25 AOT cache for all functions, as in the container image. The table has the ten slowest functions.")
                .table(slowest(results))
                .prose(
                        "From the response to `restore/next`, in a process that is already initialised, to the first response. The time in which Lambda restores the snapshot is not included.")
                .table(restored);
    }

    private static MarkdownTable slowest(Results results) {
        var table =
                MarkdownTable.of(
                        "function", "C1, ms", "C1, CPU ms", "AOT, ms", "AOT, CPU ms", "RSS, MB");
        for (var name : slowestFirst(results.plain()).stream().limit(ROWS_MAX).toList()) {
            table =
                    table.row(
                            name,
                            median(results.plain(), name, Run::millis),
                            median(results.plain(), name, Run::cpuMillis),
                            median(results.cached(), name, Run::millis),
                            median(results.cached(), name, Run::cpuMillis),
                            median(results.plain(), name, Run::rssMegabytes));
        }
        return table;
    }

    private static List<String> slowestFirst(Map<String, List<Run>> runs) {
        Set<String> names = runs.keySet();
        return names.stream()
                .sorted(
                        Comparator.<String>comparingDouble(
                                        name -> samples(runs, name, Run::millis).median())
                                .reversed())
                .toList();
    }

    private static String median(
            Map<String, List<Run>> runs, String name, ToDoubleFunction<Run> measure) {
        return number(samples(runs, name, measure).median(), 0);
    }

    private static Samples samples(
            Map<String, List<Run>> runs, String name, ToDoubleFunction<Run> measure) {
        return new Samples(runs.get(name).stream().mapToDouble(measure).boxed().toList());
    }
}
