package plaza.benchmark.cold;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.local.emulator.Emulator;
import plaza.local.runtime.LambdaEnvironment;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.local.runtime.RuntimeApiServer;

/// Starts functions as Lambda does, under AWS's runtime interface client and with a Runtime API
/// server, and measures the time until the first response. The table runs in this process, not in
/// the function's process.
final class ColdProcess {
    private static final String NAME = "bench";
    private static final String RUNTIME =
            "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final List<String> AS_IN_LAMBDA =
            List.of("-XX:+TieredCompilation", "-XX:+UseSerialGC");

    /// Tiered compilation stops at the compiler C1.
    static final List<String> C1 = List.of("-XX:TieredStopAtLevel=1");

    /// The JVM's own choice: C1 first, then C2.
    static final List<String> C1_AND_C2 = List.of();

    /// Limit of the time from process start to first response, in seconds.
    private static final int START_SECONDS_MAX = 60;

    private static final int EARLY = 100;
    private static final int LATE = 300;

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
            @Nullable Path cache,
            boolean snapStart) {
        Variant withCache(Path aotCache) {
            return new Variant(jars, handler, event, aotCache, snapStart);
        }

        Variant withSnapStart() {
            return new Variant(jars, handler, event, cache, true);
        }
    }

    private record Response(InvocationResult result, long nanos) {}

    /// The measurements of one start.
    record Run(double millis, double cpuMillis, double rssMegabytes) {}

    /// Starts a function once and waits for its first response.
    Run run(Variant variant) throws Exception {
        return run(variant, C1, cacheOptions(variant), false);
    }

    /// Runs a function once and creates an AOT cache from that run.
    Path train(Variant variant, String name) throws Exception {
        var cache = folder.resolve(name + ".aot");
        run(variant, C1, List.of("-XX:AOTCacheOutput=" + cache), true);
        return cache;
    }

    /// The processor time of a restored process, in milliseconds for each invocation.
    ///
    /// @param firstMillis the time from the restore to the first response
    /// @param early of the second to the hundredth invocation, with the compilation of their code
    /// @param late of the invocations after them
    record Warming(double firstMillis, double early, double late) {}

    /// Restores a function and invokes it again and again.
    ///
    /// @param events the event of each invocation, by its number
    Warming warm(Variant variant, List<String> compiler, IntFunction<String> events)
            throws Exception {
        try (var api = new RuntimeApiServer(LambdaEnvironment.functionArn(NAME))) {
            var first = invoke(api, events.apply(0));
            var process = start(api, variant, compiler, cacheOptions(variant));
            try {
                var firstMillis = (succeeded(variant, first).nanos() - api.restoredNanos()) / 1e6;
                var before = cpuMillis(process.pid());
                for (var number = 1; number < EARLY; number++) {
                    succeeded(variant, invoke(api, events.apply(number)));
                }
                var early = cpuMillis(process.pid());
                for (var number = EARLY; number < EARLY + LATE; number++) {
                    succeeded(variant, invoke(api, events.apply(number)));
                }
                return new Warming(
                        firstMillis,
                        (early - before) / (EARLY - 1),
                        (cpuMillis(process.pid()) - early) / LATE);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static List<String> cacheOptions(Variant variant) {
        // -Xshare:auto is the default, but Lambda passes it; the JVM rejects it with an AOT cache
        return List.of(
                variant.cache() == null ? "-Xshare:auto" : "-XX:AOTCache=" + variant.cache());
    }

    private static CompletableFuture<Response> invoke(RuntimeApiServer api, String event) {
        return api.invoke(
                        event.getBytes(StandardCharsets.UTF_8),
                        Instant.now().plusSeconds(START_SECONDS_MAX))
                .thenApply(result -> new Response(result, System.nanoTime()));
    }

    private Process start(
            RuntimeApiServer api, Variant variant, List<String> compiler, List<String> options)
            throws IOException {
        var output = folder.resolve("output.log");
        var builder =
                new ProcessBuilder(command(variant, compiler, options))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        environment(builder.environment(), variant, api);
        var process = builder.start();
        var _ = process.onExit().thenAccept(_ -> api.exited("The function ended; see " + output));
        return process;
    }

    /// Waits for the response of a successful invocation: of a route, or of a stream function that
    /// reports no failed record.
    private Response succeeded(Variant variant, CompletableFuture<Response> invocation)
            throws Exception {
        try {
            var response = invocation.get(START_SECONDS_MAX, TimeUnit.SECONDS);
            if (response.result() instanceof InvocationResult.Returned(var payload)) {
                var text = new String(payload, StandardCharsets.UTF_8);
                if (text.startsWith("{\"statusCode\":2")
                        || text.equals("{\"batchItemFailures\":[]}")) {
                    return response;
                }
                throw new IllegalStateException(variant.handler() + ": " + text);
            }
            throw new IllegalStateException(variant.handler() + ": " + response.result());
        } catch (TimeoutException timeout) {
            throw new IllegalStateException(
                    Files.readString(folder.resolve("output.log")), timeout);
        }
    }

    /// @param writesCache whether the process ends normally, which makes it write its AOT cache
    private Run run(
            Variant variant, List<String> compiler, List<String> options, boolean writesCache)
            throws Exception {
        try (var api = new RuntimeApiServer(LambdaEnvironment.functionArn(NAME))) {
            var invocation = invoke(api, variant.event());
            var startNanos = System.nanoTime();
            var process = start(api, variant, compiler, options);
            try {
                var first = succeeded(variant, invocation);
                var fromNanos = variant.snapStart() ? api.restoredNanos() : startNanos;
                return new Run(
                        (first.nanos() - fromNanos) / 1e6,
                        cpuMillis(process.pid()),
                        residentMegabytes(process.pid()));
            } finally {
                if (writesCache) {
                    process.destroy();
                    process.waitFor(START_SECONDS_MAX, TimeUnit.SECONDS);
                }
                process.destroyForcibly().waitFor();
            }
        }
    }

    /// Returns the processor time that a process has used in all its threads, in milliseconds.
    /// Other load on the machine changes it less than elapsed time. Linux only; the kernel counts
    /// in hundredths of a second.
    private static double cpuMillis(long pid) throws IOException {
        var fields =
                Files.readString(Path.of("/proc/" + pid + "/stat"))
                        .replaceAll("(?s)^.*\\) ", "")
                        .split(" ", -1);
        return 10.0 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
    }

    private static double residentMegabytes(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/status"))
                        .lines()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                / 1024.0;
    }

    private static List<String> command(
            Variant variant, List<String> compiler, List<String> options) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(AS_IN_LAMBDA);
        command.addAll(compiler);
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

    private void environment(
            Map<String, String> environment, Variant variant, RuntimeApiServer api) {
        environment.putAll(LambdaEnvironment.of(NAME, 1_769, api.address()));
        environment.put("_HANDLER", variant.handler());
        environment.put("LAMBDA_TASK_ROOT", folder.toString());
        environment.put(
                "AWS_LAMBDA_INITIALIZATION_TYPE", variant.snapStart() ? "snap-start" : "on-demand");
        environment.putAll(
                LambdaEnvironment.withTable(Emulator.TABLE, table.endpoint().toString()));
    }
}
