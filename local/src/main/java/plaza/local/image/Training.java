package plaza.local.image;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import plaza.local.runtime.LambdaEnvironment;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.local.runtime.RuntimeApiServer;

/// Creates the AOT cache of the container image: it runs one function as Lambda does and ends it;
/// the JVM of the function then writes the cache.
///
/// The environment announces a snapshot, so that the function primes itself: this exercises every
/// operation of the table, and the events, responses and cursors of all functions. The function
/// then responds to one request from an empty table.
public final class Training {
    private static final String ARN = "arn:aws:lambda:us-east-1:000000000000:function:training";
    private static final Duration START_MAX = Duration.ofSeconds(60);
    private static final Duration RESPONSE_MAX = Duration.ofSeconds(30);

    /// The JVM assembles the cache when it ends.
    private static final Duration END_MAX = Duration.ofMinutes(3);

    private Training() {}

    /// Arguments: the entry script of the image, the function's class, and a file with an event for
    /// it.
    public static void main(String[] args) throws IOException, InterruptedException {
        train(
                Path.of(args[0]),
                args[1],
                Files.readAllBytes(Path.of(args[2])),
                ProcessBuilder.Redirect.INHERIT);
    }

    /// Runs `start --train` until the cache exists.
    ///
    /// @throws IllegalStateException if the function does not start, respond or end as expected
    public static void train(
            Path start, String handler, byte[] event, ProcessBuilder.Redirect output)
            throws IOException, InterruptedException {
        var table = emptyTable();
        try (var api = new RuntimeApiServer(ARN)) {
            var builder =
                    new ProcessBuilder(start.toString(), "--train", handler)
                            .redirectOutput(output)
                            .redirectError(output);
            var environment = builder.environment();
            environment.put("JAVA_HOME", System.getProperty("java.home"));
            environment.putAll(LambdaEnvironment.of("training", 1_024, api.address()));
            environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start");
            environment.putAll(
                    LambdaEnvironment.withTable(
                            "training", "http://127.0.0.1:" + table.getAddress().getPort()));
            var process = builder.start();
            try {
                var _ = process.onExit().thenAccept(_ -> api.exited("the function has ended"));
                invoke(api, event);
                process.destroy();
                if (!process.waitFor(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
                    throw new IllegalStateException("the function does not end");
                }
            } finally {
                process.destroyForcibly();
            }
        } finally {
            table.stop(0);
        }
    }

    private static void invoke(RuntimeApiServer api, byte[] event) throws InterruptedException {
        try {
            api.ready().get(START_MAX.toSeconds(), TimeUnit.SECONDS);
            var result =
                    api.invoke(event, Instant.now().plus(RESPONSE_MAX))
                            .get(RESPONSE_MAX.toSeconds(), TimeUnit.SECONDS);
            if (!(result instanceof InvocationResult.Returned(var payload)
                    && new String(payload, StandardCharsets.UTF_8)
                            .startsWith("{\"statusCode\":200"))) {
                throw new IllegalStateException("unexpected response of the function: " + result);
            }
        } catch (ExecutionException | TimeoutException fault) {
            throw new IllegalStateException("the function cannot be trained", fault);
        }
    }

    /// Starts a server that responds to every read as an empty table does.
    private static HttpServer emptyTable() throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", Training::nothing);
        server.start();
        return server;
    }

    private static void nothing(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            var body = "{\"Count\":0,\"Items\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
