package plaza.benchmark.cold;

import static plaza.benchmark.report.Samples.number;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import plaza.benchmark.cold.ColdProcess.Run;
import plaza.benchmark.cold.ColdProcess.Variant;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Plot;
import plaza.benchmark.report.Samples;
import plaza.benchmark.report.Section;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// A benchmark of the time from process start to first response, of every function behind the API
/// and, for comparison, of simple handlers. Their runs are interleaved.
public final class ColdStartBenchmark implements Benchmark {
    /// Goal for the slowest function without an AOT cache, as a multiple of the stream hello.
    private static final double C1_MAX = 5.2;

    /// Goal for the slowest function with an AOT cache, as a multiple of the stream hello without
    /// one.
    private static final double AOT_MAX = 2.5;

    private static final double AOT_STRETCH = 2.0;
    private static final int CLASSES_MAX = 3_000;
    private static final double RSS_MAX_MEGABYTES = 0.55 * 199;
    private static final double ZIP_MAX_MEGABYTES = 11;

    private static final String HELLO = "hello, stream handler";
    private static final String TRAINED = "GetTimelineByUserId";
    private static final Path JAR =
            Path.of("..", "functions", "target", "plaza-functions.jar").toAbsolutePath();
    private static final Path FOLDER = Path.of("target", "cold").toAbsolutePath();

    /// Number of rounds that include all functions. The later rounds repeat only the handlers for
    /// comparison, because all functions together take long.
    private static final int FUNCTION_ROUNDS_MAX = 3;

    /// Number of functions whose loaded classes are counted, the slowest first.
    private static final int CLASS_COUNTS_MAX = 4;

    /// Number of functions in the report, the slowest first.
    private static final int ROWS_MAX = 10;

    @Override
    public String name() {
        return "cold-start";
    }

    /// The measurements by variant: `plain` with Lambda's defaults, `cached` with an AOT cache.
    private static final class Results {
        private final Map<String, List<Run>> plain = new LinkedHashMap<>();
        private final Map<String, List<Run>> cached = new LinkedHashMap<>();
        private final Map<String, Long> classes = new HashMap<>();

        static Samples samples(
                Map<String, List<Run>> runs, String name, ToDoubleFunction<Run> measure) {
            return new Samples(runs.get(name).stream().mapToDouble(measure).boxed().toList());
        }

        double plainMillis(String name) {
            return samples(plain, name, Run::millis).median();
        }

        double cachedMillis(String name) {
            return samples(cached, name, Run::millis).median();
        }

        double plainCpu(String name) {
            return samples(plain, name, Run::cpuMillis).median();
        }

        double cachedCpu(String name) {
            return samples(cached, name, Run::cpuMillis).median();
        }
    }

    @Override
    public Section run(Effort effort) throws Exception {
        Files.createDirectories(FOLDER);
        try (var bed = new TestBed()) {
            bed.clock().set(Instant.now());
            SampleEvents.prepareAll(bed);
            var sampleItems = bed.everything();
            var process = new ColdProcess(FOLDER, bed.emulator());
            var references = references();
            var functions = functions(effort);
            var restored = restored(functions);
            var caches = new HashMap<String, Path>();
            for (var reference : references.entrySet()) {
                caches.put(
                        reference.getKey(),
                        process.train(
                                reference.getValue(), reference.getKey().replaceAll("\\W+", "-")));
            }
            var shared = process.train(functions.get(TRAINED).withSnapStart(), "functions");
            functions.keySet().forEach(name -> caches.put(name, shared));

            var results = new Results();
            for (var round = 0; round < effort.runs(); round++) {
                var all = new LinkedHashMap<>(references);
                if (round < FUNCTION_ROUNDS_MAX) {
                    all.putAll(functions);
                }
                for (var variant : all.entrySet()) {
                    var name = variant.getKey();
                    bed.restore(sampleItems);
                    add(results.plain, name, process.run(variant.getValue()));
                    bed.restore(sampleItems);
                    add(
                            results.cached,
                            name,
                            process.run(variant.getValue().withCache(caches.get(name))));
                }
                for (var variant : restored.entrySet()) {
                    bed.restore(sampleItems);
                    add(results.plain, variant.getKey(), process.run(variant.getValue()));
                }
            }
            var slowest = slowestFirst(functions.keySet(), results::plainCpu);
            var counted = new LinkedHashMap<>(references);
            slowest.stream()
                    .limit(CLASS_COUNTS_MAX)
                    .forEach(name -> counted.put(name, functions.get(name)));
            for (var variant : counted.entrySet()) {
                bed.restore(sampleItems);
                results.classes.put(
                        variant.getKey(), process.countLoadedClasses(variant.getValue()));
            }
            return section(results, references, functions, restored);
        }
    }

    private static void add(Map<String, List<Run>> runs, String name, Run run) {
        runs.computeIfAbsent(name, _ -> new ArrayList<>()).add(run);
    }

    private static Map<String, Variant> functions(Effort effort) throws IOException {
        var jars = join(List.of(JAR), runtime());
        var functions = new LinkedHashMap<String, Variant>();
        for (var row : Catalogue.httpFunctions()) {
            if (effort != Effort.SMOKE
                    || List.of(TRAINED, "CreatePost", "PutTeamSheet").contains(row.name())) {
                functions.put(row.name(), variant(jars, row.handler(), event(row)));
            }
        }
        return functions;
    }

    private static Map<String, Variant> restored(Map<String, Variant> functions) {
        var restored = new LinkedHashMap<String, Variant>();
        for (var name : List.of(TRAINED, "CreatePost")) {
            restored.put(name + ", restored", functions.get(name).withSnapStart());
        }
        return restored;
    }

    private static Map<String, Variant> references() throws IOException {
        var handlers = handlersJar();
        var withEventJson = join(List.of(JAR, handlers), runtime());
        var managedJson = join(List.of(jarWithoutEventJson(), handlers), runtime());
        var sdkOnly = join(List.of(handlers), join(sdk(), runtime()));
        var event = event(TestBed.row("GetUserInfoByUserId"));
        var references = new LinkedHashMap<String, Variant>();
        references.put(HELLO, variant(withEventJson, HelloStream.class, event));
        references.put("hello, HTTP event", variant(managedJson, HelloHttp.class, event));
        references.put(
                "hello, HTTP event by `EventJson`", variant(withEventJson, HelloHttp.class, event));
        references.put(
                "one GetItem, low-level client, url-connection",
                variant(sdkOnly, PlainGet.class, event));
        references.put(
                "one GetItem, Enhanced client with a bean, url-connection",
                variant(sdkOnly, EnhancedGet.class, event));
        var clients =
                join(
                        withEventJson,
                        jars(
                                "url-connection-client",
                                "apache5-client",
                                "aws-crt",
                                "crt-core",
                                "httpclient5",
                                "httpcore5",
                                "slf4j-api",
                                // the deployed jar lacks the asynchronous classes of this library
                                "utils-"));
        for (var client : HttpClients.values()) {
            references.put(
                    byClient(client),
                    new Variant(
                            clients,
                            ReadUser.class.getName(),
                            event,
                            Map.of("BENCH_HTTP", client.name()),
                            null,
                            false));
        }
        return references;
    }

    private static String byClient(HttpClients client) {
        return "GetUserInfoByUserId by " + client;
    }

    private static Variant variant(List<Path> jars, Class<?> handler, String event) {
        return new Variant(jars, handler.getName(), event, Map.of(), null, false);
    }

    private static String event(HttpFunction row) throws IOException {
        return Files.readString(SampleEvents.file(row));
    }

    /// Returns the libraries that the managed runtime provides and the deployed jar does not
    /// contain.
    private static List<Path> runtime() throws IOException {
        return jars("aws-lambda-java-runtime-interface-client", "aws-lambda-java-serialization");
    }

    /// Returns the class path of a function that uses only the SDK.
    private static List<Path> sdk() throws IOException {
        return classPath().stream()
                .filter(path ->
                        path.toString()
                                        .contains(
                                                "software/amazon/awssdk/"
                                                        .replace('/', File.separatorChar))
                                || Arrays.asList(
                                                "aws-lambda-java-core",
                                                "aws-lambda-java-events",
                                                "eventstream-",
                                                "jackson-",
                                                "reactive-streams",
                                                "slf4j-api")
                                        .stream()
                                        .anyMatch(path.getFileName().toString()::startsWith))
                .filter(path -> {
                    var name = path.getFileName().toString();
                    return !(name.startsWith("apache5") || name.startsWith("aws-crt"));
                })
                .toList();
    }

    private static List<Path> jars(String... names) throws IOException {
        return classPath().stream()
                .filter(path ->
                        Arrays.stream(names).anyMatch(path.getFileName().toString()::startsWith))
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

    /// Writes the handlers of this package and what they use to a jar, because an AOT cache does
    /// not support folders on the class path.
    private static Path handlersJar() throws IOException {
        var jar = FOLDER.resolve("handlers.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var name :
                    List.of(
                            "benchmark/cold/HelloStream",
                            "benchmark/cold/HelloHttp",
                            "benchmark/cold/PlainGet",
                            "benchmark/cold/EnhancedGet",
                            "benchmark/cold/EnhancedGet$User",
                            "benchmark/cold/ReadUser",
                            "benchmark/cold/HttpClients",
                            "benchmark/cold/HttpClients$1",
                            "benchmark/cold/HttpClients$2",
                            "benchmark/cold/HttpClients$3",
                            "testkit/invocation/TestServices")) {
                var file = "plaza/" + name + ".class";
                try (var in = ColdStartBenchmark.class.getClassLoader().getResourceAsStream(file)) {
                    if (in == null) {
                        throw new IOException("Missing class file: " + file);
                    }
                    out.putNextEntry(new JarEntry(file));
                    in.transferTo(out);
                }
            }
        }
        return jar;
    }

    /// Copies the deployed jar without `EventJson`, so that the managed runtime deserializes the
    /// event.
    private static Path jarWithoutEventJson() throws IOException {
        var copy = FOLDER.resolve("managed.jar");
        Files.copy(JAR, copy, StandardCopyOption.REPLACE_EXISTING);
        try (var files = FileSystems.newFileSystem(copy)) {
            Files.delete(
                    files.getPath(
                            "META-INF/services/com.amazonaws.services.lambda.runtime.CustomPojoSerializer"));
        }
        return copy;
    }

    private static <T> List<T> join(List<T> first, List<T> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    private static Section section(
            Results results,
            Map<String, Variant> references,
            Map<String, Variant> functions,
            Map<String, Variant> restored)
            throws IOException {
        var section =
                Section.titled("Cold start")
                        .prose(
                                "From process start to first response, with `aws-lambda-java-runtime-interface-client`, a Runtime API server, and DynamoDB Local in another process, over plain HTTP. *C1*: Lambda's defaults (tiered compilation stops at level 1, serial GC, the JDK's own CDS archive). *AOT*: the same with a JDK 25 AOT cache: one for each variant in the first table, one for all functions in the second, as in the container image. *×*: relative to the stream hello at C1.")
                        .heading("Compared with other handlers")
                        .table(referenceTable(results, references.keySet(), restored.keySet()))
                        .prose(
                                "Other measurements on two cores with JDK 25, one GetItem each, C1 / AOT in ms and classes: plain Dagger 727 / 279, 5,412; Quarkus 828 / 345, 5,875; Spring Boot 1,195 / 527, 8,060. The stream hello took 77 / 59 there, so plain Dagger is at 9.4 × and 3.6 ×, Spring Boot at 15.5 × and 6.8 ×.")
                        .plot(plot(results, references.keySet(), functions.keySet()))
                        .heading("The slowest functions behind the API")
                        .table(functionTable(results, functions.keySet()));
        return goals(section, results, functions);
    }

    private static MarkdownTable referenceTable(
            Results results, Iterable<String> names, Iterable<String> restored) {
        var hello = results.plainMillis(HELLO);
        var table =
                MarkdownTable.of(
                        "variant",
                        "C1, ms",
                        "×",
                        "C1, CPU ms",
                        "AOT, ms",
                        "×",
                        "AOT, CPU ms",
                        "RSS, MB",
                        "classes");
        for (var name : names) {
            table =
                    table.row(
                            name,
                            Results.samples(results.plain, name, Run::millis).text(0),
                            number(results.plainMillis(name) / hello, 1),
                            number(results.plainCpu(name), 0),
                            Results.samples(results.cached, name, Run::millis).text(0),
                            number(results.cachedMillis(name) / hello, 1),
                            number(results.cachedCpu(name), 0),
                            number(
                                    Results.samples(results.plain, name, Run::rssMegabytes)
                                            .median(),
                                    0),
                            number(results.classes.get(name), 0));
        }
        for (var name : restored) {
            table =
                    table.row(
                            name + " (from the response to `restore/next`)",
                            Results.samples(results.plain, name, Run::millis).text(0),
                            number(results.plainMillis(name) / hello, 1),
                            "",
                            "",
                            "",
                            "",
                            "",
                            "");
        }
        return table;
    }

    private static MarkdownTable functionTable(Results results, Set<String> functions) {
        var hello = results.plainMillis(HELLO);
        var table =
                MarkdownTable.of(
                        "function",
                        "C1, ms",
                        "×",
                        "C1, CPU ms",
                        "AOT, ms",
                        "×",
                        "AOT, CPU ms",
                        "RSS, MB");
        for (var name :
                slowestFirst(functions, results::plainMillis).stream().limit(ROWS_MAX).toList()) {
            table =
                    table.row(
                            name,
                            number(results.plainMillis(name), 0),
                            number(results.plainMillis(name) / hello, 1),
                            number(results.plainCpu(name), 0),
                            number(results.cachedMillis(name), 0),
                            number(results.cachedMillis(name) / hello, 1),
                            number(results.cachedCpu(name), 0),
                            number(
                                    Results.samples(results.plain, name, Run::rssMegabytes)
                                            .median(),
                                    0));
        }
        return table;
    }

    private static Plot plot(Results results, Iterable<String> references, Set<String> functions) {
        var names = new ArrayList<String>();
        references.forEach(name -> {
            if (!name.startsWith("GetUserInfoByUserId by ")) {
                names.add(name);
            }
        });
        names.add(slowestFirst(functions, results::plainMillis).getFirst());
        return Plot.bars(
                        "cold-start",
                        "From process start to first response",
                        Plot.Axis.linear("ms"),
                        names.stream().map(ColdStartBenchmark::label).toList())
                .bar("C1", names.stream().mapToDouble(results::plainMillis).toArray())
                .bar("AOT", names.stream().mapToDouble(results::cachedMillis).toArray());
    }

    /// Shortens the name of a variant to fit below its bar.
    private static String label(String name) {
        return name.replaceAll(
                "one | handler| client| with a bean|, url-connection|HTTP event by |`", "");
    }

    private static List<String> slowestFirst(Set<String> names, ToDoubleFunction<String> millis) {
        return names.stream().sorted(Comparator.comparingDouble(millis).reversed()).toList();
    }

    private static Section goals(Section section, Results results, Map<String, Variant> functions)
            throws IOException {
        var names = functions.keySet();
        var plain = slowestFirst(names, results::plainMillis).getFirst();
        var plainRatio = results.plainMillis(plain) / results.plainMillis(HELLO);
        var cached = slowestFirst(names, results::cachedMillis).getFirst();
        var cachedRatio = results.cachedMillis(cached) / results.plainMillis(HELLO);
        var classes =
                names.stream()
                        .filter(results.classes::containsKey)
                        .mapToLong(results.classes::get)
                        .max()
                        .orElseThrow();
        var megabytes =
                names.stream()
                        .mapToDouble(name ->
                                Results.samples(results.plain, name, Run::rssMegabytes).median())
                        .max()
                        .orElseThrow();
        var zip = Files.size(JAR) / 1e6;
        var apache = byClient(HttpClients.APACHE5);
        var url = byClient(HttpClients.URL_CONNECTION);
        var clients = results.plainMillis(apache) / results.plainMillis(url);
        return section.goal(
                        "slowest function, C1 ≤ 5.2 × the stream hello",
                        number(plainRatio, 1) + " × (" + plain + ")",
                        plainRatio <= C1_MAX,
                        number(results.plainCpu(plain) / results.plainCpu(HELLO), 1)
                                + " × by processor time; "
                                + distance(plainRatio, C1_MAX))
                .goal(
                        "slowest function, AOT ≤ 2.5 × the stream hello (stretch 2.0)",
                        number(cachedRatio, 1) + " × (" + cached + ")",
                        cachedRatio <= AOT_MAX,
                        (cachedRatio <= AOT_STRETCH ? "the stretch too; " : "")
                                + number(
                                        results.cachedMillis(cached) / results.cachedMillis(HELLO),
                                        1)
                                + " × the hello with a cache; "
                                + distance(cachedRatio, AOT_MAX))
                .goal(
                        "≤ 3,000 classes",
                        number(classes, 0),
                        classes <= CLASSES_MAX,
                        distance(classes, CLASSES_MAX))
                .goal(
                        "RSS ≤ 0.55 × Spring's 199 MB",
                        number(megabytes, 0) + " MB",
                        megabytes <= RSS_MAX_MEGABYTES,
                        distance(megabytes, RSS_MAX_MEGABYTES))
                .goal(
                        "zip ≤ 11 MB without the runtime client",
                        number(zip, 2) + " MB",
                        zip <= ZIP_MAX_MEGABYTES,
                        distance(zip, ZIP_MAX_MEGABYTES))
                .goal(
                        "the HTTP client's cold start no worse than url-connection's",
                        number(clients, 2) + " ×",
                        clients <= 1,
                        number(results.plainCpu(apache) / results.plainCpu(url), 2)
                                + " × by processor time");
    }

    private static String distance(double measured, double max) {
        return measured <= max
                ? number(100 * (1 - measured / max), 0) + " % below"
                : "missed by " + number(100 * (measured / max - 1), 0) + " %";
    }
}
