package plaza.benchmark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import plaza.id.UserId;
import plaza.local.Emulator;
import plaza.social.SocialItems;
import plaza.social.model.UserCounts;
import plaza.social.model.UserInfo;

/// Process start to first answer, under AWS's runtime interface client and a Runtime API server,
/// with the table in this process: another one than the function's.
///
/// Arguments: the deployable jar, the benchmarks' jar, the number of runs, and optionally the names
/// of the variants to run. Prints a table: medians over interleaved runs.
public final class ColdStart {
    private static final String RUNTIME =
            "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final List<String> C1 =
            List.of("-XX:+TieredCompilation", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    private static final String EVENT =
            """
            {"version":"2.0","routeKey":"%s","rawPath":"/users/u1","rawQueryString":"",
             "headers":{"accept":"*/*","authorization":"Bearer x","content-length":"0","host":"api.example.com",
              "user-agent":"bench","x-amzn-trace-id":"Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700",
              "x-forwarded-for":"127.0.0.1","x-forwarded-port":"443","x-forwarded-proto":"https",
              "content-type":"application/json"},
             "requestContext":{"accountId":"123456789012","apiId":"api","domainName":"api.example.com",
              "domainPrefix":"api","http":{"method":"GET","path":"/users/u1","protocol":"HTTP/1.1",
              "sourceIp":"127.0.0.1","userAgent":"bench"},"authorizer":{"jwt":{"claims":{"sub":"u1",
              "token_use":"access","scope":"plaza"},"scopes":["plaza"]}},"requestId":"JKJaXmPLvHcESHA=",
              "routeKey":"%s","stage":"$default","time":"10/Mar/2020:05:16:23 +0000","timeEpoch":1583817383220},
             "pathParameters":{"userId":"u1"},%s"isBase64Encoded":false}\
            """;

    private record Variant(
            String name,
            List<Path> jars,
            String handler,
            String event,
            Map<String, String> environment,
            boolean aot,
            boolean snapStart) {}

    private record Run(double millis, double cpuMillis, double rssMegabytes) {}

    private final Path work;
    private final URI table;

    private ColdStart(Path work, URI table) {
        this.work = work;
        this.table = table;
    }

    public static void main(String[] args) throws Exception {
        var functions = Path.of(args[0]).toAbsolutePath();
        var bench = Path.of(args[1]).toAbsolutePath();
        var runs = Integer.parseInt(args[2]);
        var wanted = List.of(args).subList(3, args.length);
        var work = Files.createTempDirectory("coldstart");
        try (var emulator = Emulator.inMemory()) {
            seed(emulator);
            var endpoint =
                    emulator.client().serviceClientConfiguration().endpointOverride().orElseThrow();
            var bed = new ColdStart(work, endpoint);
            var variants =
                    bed.variants(functions, bench).stream()
                            .filter(v -> wanted.isEmpty() || wanted.contains(v.name()))
                            .toList();
            bed.measure(variants, runs);
        }
        System.exit(0);
    }

    private static void seed(Emulator emulator) {
        var user = UserId.of("u1");
        for (var item :
                List.of(
                        SocialItems.userInfo(
                                new UserInfo(user, "Ann", null, null, java.time.Instant.EPOCH)),
                        SocialItems.userCounts(user, new UserCounts(3, 2, 1)))) {
            emulator.client().putItem(p -> p.tableName(Emulator.TABLE).item(item.attributes()));
        }
    }

    private List<Variant> variants(Path functions, Path bench) throws IOException {
        var runtime = runtimeJars();
        var managed = withoutSerializer(functions);
        var ours = join(List.of(functions, bench), runtime);
        var theirs = join(List.of(managed, bench), runtime);
        var clients = join(ours, clientJars());
        var get = EVENT.formatted("GET /users/{userId}", "GET /users/{userId}", "");
        var timeline =
                EVENT.formatted("GET /users/{userId}/timeline", "GET /users/{userId}/timeline", "");
        var post =
                EVENT.formatted(
                        "POST /users/{userId}/posts",
                        "POST /users/{userId}/posts",
                        "\"body\":\"{\\\"content\\\":\\\"hello\\\"}\",");
        var variants = new ArrayList<Variant>();
        for (var aot : List.of(false, true)) {
            var end = aot ? "+AOT" : "";
            variants.add(plain("hello stream" + end, ours, HelloStream.class.getName(), get, aot));
            variants.add(
                    plain(
                            "hello http, managed serialisation" + end,
                            theirs,
                            HelloHttp.class.getName(),
                            get,
                            aot));
            variants.add(plain("hello http" + end, ours, HelloHttp.class.getName(), get, aot));
            variants.add(
                    plain(
                            "GetUserInfo, managed serialisation" + end,
                            theirs,
                            "plaza.social.GetUserInfoByUserId",
                            get,
                            aot));
            variants.add(
                    plain("GetUserInfo" + end, ours, "plaza.social.GetUserInfoByUserId", get, aot));
            variants.add(
                    plain(
                            "GetTimeline" + end,
                            ours,
                            "plaza.social.GetTimelineByUserId",
                            timeline,
                            aot));
            variants.add(plain("CreatePost" + end, ours, "plaza.social.CreatePost", post, aot));
            for (var client : HttpClients.values()) {
                variants.add(
                        new Variant(
                                "GetUserInfo by " + client + end,
                                clients,
                                ReadUser.class.getName(),
                                get,
                                Map.of("BENCH_HTTP", client.name()),
                                aot,
                                false));
            }
        }
        for (var name : List.of("GetUserInfoByUserId", "CreatePost")) {
            variants.add(
                    new Variant(
                            name + " restored",
                            ours,
                            "plaza.social." + name,
                            name.equals("CreatePost") ? post : get,
                            Map.of(),
                            false,
                            true));
        }
        return variants;
    }

    private static Variant plain(
            String name, List<Path> jars, String handler, String event, boolean aot) {
        return new Variant(name, jars, handler, event, Map.of(), aot, false);
    }

    private void measure(List<Variant> variants, int runs) throws Exception {
        var results = new LinkedHashMap<Variant, List<Run>>();
        var classes = new LinkedHashMap<Variant, Long>();
        for (var variant : variants) {
            results.put(variant, new ArrayList<>());
            if (variant.aot()) {
                run(variant, List.of("-XX:AOTCacheOutput=" + cache(variant)), true);
            }
            var log = work.resolve(variant.name().replaceAll("\\W", "_") + ".classes");
            run(variant, join(aot(variant), List.of("-Xlog:class+load:file=" + log)), false);
            try (var lines = Files.lines(log)) {
                classes.put(variant, lines.filter(l -> l.contains("source:")).count());
            }
        }
        for (var round = 0; round < runs; round++) {
            for (var variant : variants) {
                results.get(variant).add(run(variant, aot(variant), false));
            }
        }
        System.out.println(
                "| variant | ms (median) | min–max | CPU ms (median) | least | classes | RSS MB |");
        System.out.println("|---|---|---|---|---|---|---|");
        results.forEach((variant, all) ->
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %.0f | %.0f–%.0f | %.0f | %.0f | %d | %.0f |%n",
                        variant.name(),
                        median(all.stream().mapToDouble(Run::millis).toArray()),
                        all.stream().mapToDouble(Run::millis).min().orElseThrow(),
                        all.stream().mapToDouble(Run::millis).max().orElseThrow(),
                        median(all.stream().mapToDouble(Run::cpuMillis).toArray()),
                        all.stream().mapToDouble(Run::cpuMillis).min().orElseThrow(),
                        classes.get(variant),
                        median(all.stream().mapToDouble(Run::rssMegabytes).toArray())));
    }

    private List<String> aot(Variant variant) {
        return variant.aot() ? List.of("-XX:AOTCache=" + cache(variant)) : List.of();
    }

    private Path cache(Variant variant) {
        return work.resolve(variant.name().replaceAll("\\W", "_") + ".aot");
    }

    /// @param gently whether the process is asked to end, so that it writes its AOT cache
    private Run run(Variant variant, List<String> options, boolean gently) throws Exception {
        try (var api = new Api(variant.event())) {
            var command = new ArrayList<String>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(C1);
            if (!variant.aot()) {
                // the default; said, because Lambda says it, and refused beside an AOT cache
                command.add("-Xshare:auto");
            }
            command.addAll(options);
            command.addAll(
                    List.of(
                            "--enable-native-access=ALL-UNNAMED",
                            "--sun-misc-unsafe-memory-access=allow",
                            "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                            "-classpath",
                            variant.jars().stream()
                                    .map(Path::toString)
                                    .collect(Collectors.joining(File.pathSeparator)),
                            RUNTIME,
                            variant.handler()));
            var output = work.resolve("output.log").toFile();
            var builder =
                    new ProcessBuilder(command)
                            .directory(work.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output);
            var environment = builder.environment();
            environment.put("AWS_LAMBDA_RUNTIME_API", api.address());
            environment.put("_HANDLER", variant.handler());
            environment.put("AWS_EXECUTION_ENV", "AWS_Lambda_java25");
            environment.put("AWS_REGION", "us-east-1");
            environment.put("AWS_ACCESS_KEY_ID", "local");
            environment.put("AWS_SECRET_ACCESS_KEY", "local");
            environment.put("AWS_LAMBDA_FUNCTION_NAME", "bench");
            environment.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
            environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1769");
            environment.put("AWS_LAMBDA_LOG_GROUP_NAME", "g");
            environment.put("AWS_LAMBDA_LOG_STREAM_NAME", "s");
            environment.put("LAMBDA_TASK_ROOT", work.toString());
            environment.put(
                    "AWS_LAMBDA_INITIALIZATION_TYPE",
                    variant.snapStart() ? "snap-start" : "on-demand");
            environment.put("AWS_ENDPOINT_URL_DYNAMODB", table.toString());
            environment.put("PLAZA_TABLE", Emulator.TABLE);
            environment.put("PLAZA_CURSOR_KEYS", "1:" + "A".repeat(43) + "=");
            environment.putAll(variant.environment());
            var start = System.nanoTime();
            var process = builder.start();
            process.onExit()
                    .thenAccept(_ ->
                            api.answered.completeExceptionally(
                                    new IOException(output + " says why")));
            try {
                var answer = api.answered.get(60, TimeUnit.SECONDS);
                var begun = variant.snapStart() ? api.restoredNanos : start;
                if (!answer.body().startsWith("{\"statusCode\":2")) {
                    throw new IllegalStateException(variant.name() + ": " + answer.body());
                }
                var status = Files.readString(Path.of("/proc/" + process.pid() + "/status"));
                var rss =
                        status.lines()
                                .filter(l -> l.startsWith("VmRSS:"))
                                .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")))
                                .sum();
                return new Run(
                        (answer.nanos() - begun) / 1e6, cpuMillis(process.pid()), rss / 1024.0);
            } catch (java.util.concurrent.TimeoutException slow) {
                throw new IllegalStateException(Files.readString(output.toPath()), slow);
            } finally {
                if (gently) {
                    process.destroy();
                    process.waitFor(60, TimeUnit.SECONDS);
                }
                process.destroyForcibly().waitFor();
            }
        }
    }

    /// The processor time of a process and all its threads; steadier than the clock where others
    /// work on the same machine. The kernel counts it in hundredths of a second.
    private static double cpuMillis(long pid) throws IOException {
        var fields =
                Files.readString(Path.of("/proc/" + pid + "/stat"))
                        .replaceAll("^.*\\) ", "")
                        .split(" ", -1);
        return 10.0 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
    }

    private record Answer(String body, long nanos) {}

    /// The Runtime API for one process and one invocation.
    private static final class Api implements AutoCloseable {
        private final String event;
        private final HttpServer server;
        private final CompletableFuture<Answer> answered = new CompletableFuture<>();
        private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
        private volatile boolean given;
        private volatile long restoredNanos;

        Api(String event) throws IOException {
            this.event = event;
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::handle);
            server.start();
        }

        String address() {
            return "127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            closed.complete(true);
            server.stop(0);
        }

        private void handle(HttpExchange exchange) throws IOException {
            var path = exchange.getRequestURI().getPath();
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (path.endsWith("/restore/next")) {
                restoredNanos = System.nanoTime();
                send(exchange, 200, "");
            } else if (path.endsWith("/invocation/next")) {
                if (given) {
                    closed.join();
                    return;
                }
                given = true;
                var headers = exchange.getResponseHeaders();
                headers.set("Content-Type", "application/json");
                headers.set(
                        "Lambda-Runtime-Aws-Request-Id", "8f2a4c1e-0000-4000-8000-000000000001");
                headers.set(
                        "Lambda-Runtime-Deadline-Ms",
                        Long.toString(System.currentTimeMillis() + 60_000));
                headers.set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:x:1:function:f");
                headers.set("Lambda-Runtime-Trace-Id", "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700");
                send(exchange, 200, event);
            } else {
                answered.complete(new Answer(body, System.nanoTime()));
                send(exchange, 202, "{}");
            }
        }

        private static void send(HttpExchange exchange, int status, String text)
                throws IOException {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        }
    }

    /// The managed runtime's own jars, which are not in the deployed one.
    private static List<Path> runtimeJars() {
        return jars("aws-lambda-java-runtime-interface-client", "aws-lambda-java-serialization");
    }

    private static List<Path> clientJars() {
        return jars(
                "apache5-client", "aws-crt", "crt-core", "httpclient5", "httpcore5", "slf4j-api");
    }

    private static List<Path> jars(String... names) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(p -> Arrays.stream(names).anyMatch(p.getFileName().toString()::startsWith))
                .toList();
    }

    private Path withoutSerializer(Path jar) throws IOException {
        var copy = work.resolve("managed-" + jar.getFileName());
        Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
        try (var files = FileSystems.newFileSystem(copy)) {
            Files.delete(
                    files.getPath(
                            "META-INF/services/com.amazonaws.services.lambda.runtime.CustomPojoSerializer"));
        }
        return copy;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static <T> List<T> join(List<T> first, List<T> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
