package plaza.local.runtime;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import plaza.local.runtime.LambdaFunction.InvocationResult;

/// The Lambda Runtime API for one runtime process: it hands out invocations and receives responses.
/// A process that initializes for SnapStart is resumed immediately, without a snapshot.
///
/// Each process needs its own server: a process that is killed while it waits leaves a pending
/// request behind, which would consume the next invocation.
public final class RuntimeApiServer implements AutoCloseable {
    private static final String ROOT = "/2018-06-01/runtime/";
    private static final String INVOCATION = ROOT + "invocation/";
    private static final Duration WAIT = Duration.ofMillis(200);

    private final String functionArn;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Invocation> waiting = new LinkedBlockingQueue<>();
    private final Map<String, Invocation> open = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private volatile boolean closed;
    private volatile long restoredNanos;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Invocation(
            String id,
            byte[] event,
            Instant deadline,
            CompletableFuture<InvocationResult> result) {}

    public RuntimeApiServer(String functionArn) {
        this.functionArn = functionArn;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        server.setExecutor(threads);
        server.createContext(ROOT, this::handle);
        server.start();
    }

    /// Returns host and port in the form of AWS_LAMBDA_RUNTIME_API.
    public String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /// Returns a future that completes when the runtime requests its first invocation, or fails
    /// with the runtime's initialization.
    public CompletableFuture<Void> ready() {
        return ready;
    }

    /// Returns when a process that initializes for SnapStart was resumed, in terms of
    /// [System#nanoTime].
    public long restoredNanos() {
        return restoredNanos;
    }

    /// Queues an invocation.
    public CompletableFuture<InvocationResult> invoke(byte[] event, Instant deadline) {
        var invocation =
                new Invocation(
                        UUID.randomUUID().toString(), event, deadline, new CompletableFuture<>());
        open.put(invocation.id(), invocation);
        waiting.add(invocation);
        return invocation.result();
    }

    /// Fails all pending invocations because the process has ended.
    public void exited(String error) {
        ready.completeExceptionally(new IllegalStateException(error));
        open.values()
                .forEach(invocation ->
                        invocation.result().complete(new InvocationResult.Failed(error)));
        open.clear();
    }

    @Override
    public void close() {
        closed = true;
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var body = exchange.getRequestBody().readAllBytes();
            if (path.equals(INVOCATION + "next")) {
                next(exchange);
            } else if (path.equals(ROOT + "restore/next")) {
                restoredNanos = System.nanoTime();
                send(exchange, 200, new byte[0]);
            } else if (path.equals(ROOT + "init/error")) {
                exited("initialization failed: " + new String(body, StandardCharsets.UTF_8));
                send(exchange, 202, "{\"status\":\"OK\"}".getBytes(StandardCharsets.UTF_8));
            } else if (path.startsWith(INVOCATION)) {
                var parts = path.substring(INVOCATION.length()).split("/", -1);
                complete(exchange, parts[0], parts.length == 2 ? parts[1] : "", body);
            } else {
                send(exchange, 404, new byte[0]);
            }
        }
    }

    private void next(HttpExchange exchange) throws IOException {
        ready.complete(null);
        try {
            while (!closed) {
                var invocation = waiting.poll(WAIT.toMillis(), TimeUnit.MILLISECONDS);
                if (invocation != null) {
                    var headers = exchange.getResponseHeaders();
                    headers.set("Content-Type", "application/json");
                    headers.set("Lambda-Runtime-Aws-Request-Id", invocation.id());
                    headers.set(
                            "Lambda-Runtime-Deadline-Ms",
                            Long.toString(invocation.deadline().toEpochMilli()));
                    headers.set("Lambda-Runtime-Invoked-Function-Arn", functionArn);
                    headers.set(
                            "Lambda-Runtime-Trace-Id",
                            "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=0");
                    send(exchange, 200, invocation.event());
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void complete(HttpExchange exchange, String id, String kind, byte[] body)
            throws IOException {
        var invocation = open.remove(id);
        if (invocation == null || !(kind.equals("response") || kind.equals("error"))) {
            send(exchange, 400, new byte[0]);
            return;
        }
        send(exchange, 202, "{\"status\":\"OK\"}".getBytes(StandardCharsets.UTF_8));
        invocation
                .result()
                .complete(
                        kind.equals("response")
                                ? new InvocationResult.Returned(body)
                                : new InvocationResult.Failed(
                                        new String(body, StandardCharsets.UTF_8)));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }
}
