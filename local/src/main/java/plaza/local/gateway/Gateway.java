package plaza.local.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import plaza.http.Json;
import plaza.http.Problem;

/// An HTTP server on a loopback port that passes requests to a function and writes its responses.
///
/// It uses Jetty, which comes with DynamoDB Local, because the JDK's HttpServer responds to a URL
/// that it cannot parse with an HTML page of its own.
public final class Gateway implements AutoCloseable {
    /// API Gateway's limit for the body of a request.
    public static final int BODY_BYTES_MAX = 10 * 1_024 * 1_024;

    /// API Gateway's limit for the request line and all headers together.
    public static final int HEADER_BYTES_MAX = 10_240;

    /// The maximum number of bytes of a body that are read, including those discarded because the
    /// body is too large: a client that is still sending does not read the response.
    private static final int DRAIN_BYTES_MAX = 64 * 1_024 * 1_024;

    private static final int COPY_BYTES = 16 * 1_024;

    private static final String UNREADABLE = "The request cannot be read as HTTP/1.1.";

    /// The time that threads have to finish when the gateway closes.
    private static final Duration STOP_MAX = Duration.ofMillis(500);

    /// The limits for clients.
    ///
    /// @param idle the longest time without a byte while no request is processed, and the time to
    ///   complete a header, from the last response
    /// @param body the time to complete a body, from the end of its header
    /// @param connections the most open connections; further ones wait until others close. If more
    ///   than half of them have no complete header, the oldest one is closed
    record Limits(Duration idle, Duration body, int connections) {
        /// Ample for a client on the same machine: the largest body needs 170 KB per second. The
        /// number of connections stays well below the common limit of 1,024 open files.
        static final Limits STANDARD =
                new Limits(Duration.ofSeconds(30), Duration.ofMinutes(1), 500);
    }

    private final Server server;

    private Gateway(Server server) {
        this.server = server;
    }

    /// Starts a server on the loopback address.
    ///
    /// @param port 0 for any free port
    /// @param handler returns the response to a request; it may block
    /// @throws IOException if the port is in use
    public static Gateway listen(int port, Function<ApiRequest, ApiResponse> handler)
            throws IOException {
        return listen(port, handler, Limits.STANDARD);
    }

    static Gateway listen(int port, Function<ApiRequest, ApiResponse> handler, Limits limits)
            throws IOException {
        var threads = new QueuedThreadPool(32, 2);
        threads.setName("gateway");
        threads.setDaemon(true);
        threads.setStopTimeout(STOP_MAX.toMillis());
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        var server = new Server(threads);
        var connector =
                new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.setIdleTimeout(limits.idle().toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        var waiting =
                new WaitingConnections(
                        connector.getScheduler(),
                        limits.idle(),
                        Math.ceilDiv(limits.connections(), 2));
        connector.addBean(waiting);
        server.setHandler(new JettyAdapter(handler, limits.body(), waiting));
        server.setErrorHandler(Gateway::rejectUnreadable);
        server.setStopTimeout(0);
        try {
            server.start();
        } catch (Exception fault) {
            stop(server);
            throw fault instanceof IOException taken ? taken : new IOException(fault);
        }
        return new Gateway(server);
    }

    private static HttpConfiguration configuration() {
        var configuration = new HttpConfiguration();
        configuration.setRequestHeaderSize(HEADER_BYTES_MAX);
        configuration.setSendServerVersion(false);
        // paths reach the handlers as sent; the handlers reject them with a reason
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        return configuration;
    }

    /// Returns the port that the server listens on.
    public int port() {
        return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    /// Returns the base URL of the server.
    public URI address() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /// Returns the number of open connections.
    int connections() {
        return server.getConnectors()[0].getConnectedEndPoints().size();
    }

    @Override
    public void close() {
        stop(server);
    }

    private static void stop(Server server) {
        try {
            server.stop();
        } catch (Exception fault) {
            throw new IllegalStateException("the gateway cannot be stopped", fault);
        }
    }

    private static final class JettyAdapter extends Handler.Abstract {
        private final Function<ApiRequest, ApiResponse> handler;
        private final Duration bodyMax;
        private final WaitingConnections waiting;

        JettyAdapter(
                Function<ApiRequest, ApiResponse> handler,
                Duration bodyMax,
                WaitingConnections waiting) {
            this.handler = handler;
            this.bodyMax = bodyMax;
            this.waiting = waiting;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback)
                throws IOException {
            var connection = request.getConnectionMetaData().getConnection().getEndPoint();
            waiting.end(connection);
            var reply =
                    switch (body(request)) {
                        case Body.Whole(var bytes) -> handler.apply(call(request, bytes));
                        case Body.TooLarge _ ->
                                ApiResponse.of(
                                        Problem.Kind.TOO_LARGE,
                                        "The body must be at most " + BODY_BYTES_MAX + " bytes.");
                        case Body.TooSlow _ ->
                                problem(
                                                HttpStatus.REQUEST_TIMEOUT_408,
                                                "The body must arrive within %d seconds, without long pauses. Send the request again."
                                                        .formatted(bodyMax.toSeconds()))
                                        .with("connection", "close");
                    };
            // before the end of the response, after which the next request can begin
            var end = Callback.from(() -> waiting.begin(connection), callback);
            write(reply, request, response, end);
            return true;
        }

        private static ApiRequest call(Request request, byte[] body) {
            var headers = new TreeMap<String, List<String>>();
            for (var field : request.getHeaders()) {
                headers.computeIfAbsent(
                                field.getName().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                        .add(field.getValue() == null ? "" : field.getValue());
            }
            var uri = request.getHttpURI();
            return new ApiRequest(
                    request.getMethod(),
                    uri.getPath() == null ? "" : uri.getPath(),
                    uri.getQuery() == null ? "" : uri.getQuery(),
                    headers,
                    body,
                    Request.getRemoteAddr(request));
        }

        private Body body(Request request) throws IOException {
            var end = System.nanoTime() + bodyMax.toNanos();
            // not closed, because closing fails a request whose body is not read to its end
            var in = Content.Source.asInputStream(request);
            var body = new ByteArrayOutputStream();
            var part = new byte[COPY_BYTES];
            var size = 0;
            try {
                for (var read = in.read(part);
                        read >= 0 && size < DRAIN_BYTES_MAX;
                        read = in.read(part)) {
                    if (System.nanoTime() - end > 0) {
                        return new Body.TooSlow();
                    }
                    size += read;
                    if (size <= BODY_BYTES_MAX) {
                        body.write(part, 0, read);
                    }
                }
            } catch (IOException fault) {
                if (isTimeout(fault)) {
                    return new Body.TooSlow();
                }
                throw fault;
            }
            return size <= BODY_BYTES_MAX
                    ? new Body.Whole(body.toByteArray())
                    : new Body.TooLarge();
        }

        /// Whether Jetty's idle timeout ended a read.
        private static boolean isTimeout(IOException fault) {
            return fault.getCause() instanceof TimeoutException;
        }
    }

    /// The result of reading a body.
    private sealed interface Body {
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Whole(byte[] bytes) implements Body {}

        record TooLarge() implements Body {}

        record TooSlow() implements Body {}
    }

    /// Writes a response. The response to HEAD has the headers of the response to GET, with the
    /// length of the body that it leaves out (RFC 9110, sections 8.6 and 9.3.2).
    private static void write(
            ApiResponse reply, Request request, Response response, Callback callback) {
        response.setStatus(reply.status());
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        reply.cookies().forEach(cookie -> response.getHeaders().add(HttpHeader.SET_COOKIE, cookie));
        var hasLength = reply.status() != 204 && reply.status() != 304;
        if (hasLength) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
        }
        var hasBody = hasLength && !isHead(request);
        response.write(true, hasBody ? ByteBuffer.wrap(reply.body()) : null, callback);
    }

    private static boolean isHead(Request request) {
        return request.getMethod().equals("HEAD");
    }

    /// Responds to a request that Jetty itself rejects because it is not HTTP, its headers are too
    /// large, or the handler failed.
    private static boolean rejectUnreadable(Request request, Response response, Callback callback) {
        var status = Math.max(response.getStatus(), HttpStatus.BAD_REQUEST_400);
        var reply =
                switch (status) {
                    case HttpStatus.BAD_REQUEST_400 ->
                            ApiResponse.of(Problem.Kind.MALFORMED, UNREADABLE);
                    case HttpStatus.INTERNAL_SERVER_ERROR_500 -> ApiResponse.internalServerError();
                    case HttpStatus.URI_TOO_LONG_414,
                            HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
                            problem(
                                    status,
                                    "The request line and all headers must together have at most "
                                            + HEADER_BYTES_MAX
                                            + " bytes.");
                    default -> problem(status, UNREADABLE);
                };
        write(reply, request, response, callback);
        return true;
    }

    /// Creates the response to a write while the disk of the data folder is almost full.
    public static ApiResponse diskFull() {
        return ApiResponse.of(
                Problem.Kind.COLLECTION_FULL,
                "The disk of the data folder is almost full. Free space on it, and send the request again.");
    }

    /// Creates a problem for a status that has no kind in the API. Its type is `about:blank` and
    /// its title is the phrase of the status (RFC 9457, section 4.2.1).
    static ApiResponse problem(int status, String detail) {
        var json =
                Json.object()
                        .with("type", "about:blank")
                        .with("title", HttpStatus.getMessage(status))
                        .with("status", status)
                        .with("detail", detail);
        return ApiResponse.of(
                status, "application/problem+json", json.text().getBytes(StandardCharsets.UTF_8));
    }
}
