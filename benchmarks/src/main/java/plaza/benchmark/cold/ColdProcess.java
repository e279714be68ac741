package plaza.benchmark.cold;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import plaza.benchmark.process.ChildProcess;
import plaza.local.emulator.Emulator;
import plaza.local.runtime.LambdaEnvironment;

/// Starts functions as Lambda does, under AWS's runtime interface client and with a Runtime API
/// server, and measures the time until the first response. The table runs in this process, not in
/// the function's process.
final class ColdProcess {
    private static final String RUNTIME =
            "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final List<String> AS_IN_LAMBDA =
            List.of("-XX:+TieredCompilation", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /// Limit of the time from process start to first response, in seconds.
    private static final int START_SECONDS_MAX = 60;

    private final Path folder;
    private final Emulator table;

    /// @param folder the folder for logs and AOT caches
    ColdProcess(Path folder, Emulator table) {
        this.folder = folder;
        this.table = table;
    }

    /// A function and the way to start it.
    ///
    /// @param cache an AOT cache, or null to start without one
    /// @param snapStart whether the function primes itself as it does before a snapshot; the
    ///   measurement then starts at the restore
    record Variant(
            List<Path> jars,
            String handler,
            String event,
            Map<String, String> environment,
            @org.jspecify.annotations.Nullable Path cache,
            boolean snapStart) {
        Variant withCache(Path aotCache) {
            return new Variant(jars, handler, event, environment, aotCache, snapStart);
        }

        Variant withSnapStart() {
            return new Variant(jars, handler, event, environment, cache, true);
        }
    }

    /// The measurements of one start.
    record Run(double millis, double cpuMillis, double rssMegabytes) {}

    /// Starts a function once and waits for its first response.
    Run run(Variant variant) throws Exception {
        return run(variant, cacheOptions(variant), false);
    }

    /// Starts a function once and counts the classes that it loads.
    long countLoadedClasses(Variant variant) throws Exception {
        var log = folder.resolve("classes.log");
        var options = new ArrayList<>(cacheOptions(variant));
        options.add("-Xlog:class+load:file=" + log);
        run(variant, options, false);
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("source:")).count();
        }
    }

    /// Runs a function once and creates an AOT cache from that run.
    Path train(Variant variant, String name) throws Exception {
        var cache = folder.resolve(name + ".aot");
        run(variant, List.of("-XX:AOTCacheOutput=" + cache), true);
        return cache;
    }

    private static List<String> cacheOptions(Variant variant) {
        // -Xshare:auto is the default, but Lambda passes it; the JVM rejects it with an AOT cache
        return List.of(
                variant.cache() == null ? "-Xshare:auto" : "-XX:AOTCache=" + variant.cache());
    }

    /// @param writesCache whether the process ends normally, which makes it write its AOT cache
    private Run run(Variant variant, List<String> options, boolean writesCache) throws Exception {
        try (var api = new RuntimeApi(variant.event())) {
            var output = folder.resolve("output.log");
            var builder =
                    new ProcessBuilder(command(variant, options))
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile());
            environment(builder.environment(), variant, api);
            var startNanos = System.nanoTime();
            var process = builder.start();
            var _ =
                    process.onExit()
                            .thenAccept(_ ->
                                    api.firstResponse.completeExceptionally(
                                            new IOException("The function ended; see " + output)));
            try {
                var response = api.firstResponse.get(START_SECONDS_MAX, TimeUnit.SECONDS);
                var fromNanos = variant.snapStart() ? api.restoredNanos : startNanos;
                if (!response.body().startsWith("{\"statusCode\":2")) {
                    throw new IllegalStateException(variant.handler() + ": " + response.body());
                }
                return new Run(
                        (response.nanos() - fromNanos) / 1e6,
                        ChildProcess.cpuMillis(process.pid()),
                        residentMegabytes(process.pid()));
            } catch (TimeoutException timeout) {
                throw new IllegalStateException(Files.readString(output), timeout);
            } finally {
                if (writesCache) {
                    process.destroy();
                    process.waitFor(START_SECONDS_MAX, TimeUnit.SECONDS);
                }
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static double residentMegabytes(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/status"))
                        .lines()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                / 1024.0;
    }

    private static List<String> command(Variant variant, List<String> options) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(AS_IN_LAMBDA);
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
        return command;
    }

    private void environment(Map<String, String> environment, Variant variant, RuntimeApi api) {
        environment.putAll(LambdaEnvironment.of("bench", 1_769, api.address()));
        environment.put("_HANDLER", variant.handler());
        environment.put("LAMBDA_TASK_ROOT", folder.toString());
        environment.put(
                "AWS_LAMBDA_INITIALIZATION_TYPE", variant.snapStart() ? "snap-start" : "on-demand");
        environment.putAll(
                LambdaEnvironment.withTable(Emulator.TABLE, table.endpoint().toString()));
        environment.putAll(variant.environment());
    }

    private record Response(String body, long nanos) {}

    /// A Runtime API server for one process and one invocation.
    private static final class RuntimeApi implements AutoCloseable {
        private final String event;
        private final HttpServer server;
        private final CompletableFuture<Response> firstResponse = new CompletableFuture<>();
        private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
        private volatile boolean invocationSent;
        private volatile long restoredNanos;

        RuntimeApi(String event) throws IOException {
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
                if (invocationSent) {
                    closed.join();
                    return;
                }
                invocationSent = true;
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
                firstResponse.complete(new Response(body, System.nanoTime()));
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
}
