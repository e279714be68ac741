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
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import plaza.http.Json;
import plaza.http.Problem;

/// HTTP on a loopback port: reads requests, asks what to answer, writes responses.
///
/// Jetty, which comes with DynamoDB Local, instead of the JDK's HttpServer: that one answers a URL
/// it cannot parse with an HTML page before any code of ours sees it.
public final class Gateway implements AutoCloseable {
    /// API Gateway's limit for a request.
    public static final int BODY_BYTES_MAX = 10 * 1_024 * 1_024;

    /// API Gateway's limit for all headers together.
    public static final int HEADER_BYTES_MAX = 10_240;

    /// What is read and dropped of a body that is too large: a client that is still sending would
    /// not see our answer.
    private static final int DRAIN_BYTES_MAX = 64 * 1_024 * 1_024;

    private static final int COPY_BYTES = 16 * 1_024;

    private static final String UNREADABLE = "The request cannot be read as HTTP/1.1.";

    /// How long the threads may take to end what they do when the gateway closes.
    private static final Duration STOP_MAX = Duration.ofMillis(500);

    /// How long a client may take, and how many connections there may be at once.
    ///
    /// @param idle without a byte, while a request or a response is under way
    /// @param header until a header is complete, from the opening of the connection or the end of
    ///   the response before it: so also how long a connection stays open without a request
    /// @param body until a body is complete, from the end of its header
    /// @param response until a response is taken, from its first byte
    /// @param connections above it, new ones wait until others close
    record Limits(
            Duration idle, Duration header, Duration body, Duration response, int connections) {
        /// Long for a client on the same machine: the largest body needs 170 KB a second. The
        /// connections stay well below the 1,024 open files that a process commonly may have.
        static final Limits STANDARD =
                new Limits(
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1),
                        500);
    }

    private final Server server;

    private Gateway(Server server) {
        this.server = server;
    }

    /// Listens on `port` of the loopback address, 0 for any free one.
    ///
    /// @param answer what to answer; it may block
    /// @throws IOException when the port is taken
    public static Gateway listen(int port, Function<ApiRequest, ApiResponse> answer)
            throws IOException {
        return listen(port, answer, Limits.STANDARD);
    }

    static Gateway listen(int port, Function<ApiRequest, ApiResponse> answer, Limits limits)
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
        var deadlines =
                new ClientDeadlines(connector.getScheduler(), limits.header(), limits.response());
        connector.addBean(deadlines);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        server.setHandler(new JettyAdapter(answer, limits.body(), deadlines));
        server.setErrorHandler(Gateway::answerUnreadable);
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
        // paths reach the handlers as they were sent, and are refused there with a reason
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        return configuration;
    }

    /// The port that it listens on.
    public int port() {
        return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    /// Where it is reached.
    public URI address() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /// How many connections are open.
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
            throw new IllegalStateException("the gateway does not stop", fault);
        }
    }

    private static final class JettyAdapter extends Handler.Abstract {
        private final Function<ApiRequest, ApiResponse> answer;
        private final Duration bodyMax;
        private final ClientDeadlines deadlines;

        JettyAdapter(
                Function<ApiRequest, ApiResponse> answer,
                Duration bodyMax,
                ClientDeadlines deadlines) {
            this.answer = answer;
            this.bodyMax = bodyMax;
            this.deadlines = deadlines;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback)
                throws IOException {
            var client = deadlines.clientOrNull(request.getConnectionMetaData().getConnection());
            if (client == null || !client.requested()) {
                callback.failed(new EofException("the connection is closed"));
                return true;
            }
            request.addHttpStreamWrapper(stream -> new Answered(stream, client));
            var reply =
                    switch (body(request)) {
                        case Body.Whole(var bytes) -> answer.apply(call(request, bytes));
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
            client.responding();
            write(reply, request, response, callback);
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
            // not closed: that would fail a request whose body is not read to its end
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

    /// What came of reading a body.
    private sealed interface Body {
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Whole(byte[] bytes) implements Body {}

        record TooLarge() implements Body {}

        record TooSlow() implements Body {}
    }

    /// Begins the time of the next header when a response has ended, before Jetty reads on.
    private static final class Answered extends HttpStream.Wrapper {
        private final ClientDeadlines.Client client;

        Answered(HttpStream stream, ClientDeadlines.Client client) {
            super(stream);
            this.client = client;
        }

        @Override
        public void succeeded() {
            client.responded();
            super.succeeded();
        }
    }

    private static void write(
            ApiResponse reply, Request request, Response response, Callback callback) {
        response.setStatus(reply.status());
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        reply.cookies().forEach(cookie -> response.getHeaders().add(HttpHeader.SET_COOKIE, cookie));
        var hasBody = reply.status() != 204 && reply.status() != 304 && !isHead(request);
        if (hasBody) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
        }
        response.write(true, hasBody ? ByteBuffer.wrap(reply.body()) : null, callback);
    }

    private static boolean isHead(Request request) {
        return request.getMethod().equals("HEAD");
    }

    /// Answers a request that Jetty itself rejects: it is not HTTP, its headers are too large, or
    /// the handler failed.
    private static boolean answerUnreadable(Request request, Response response, Callback callback) {
        var status = Math.max(response.getStatus(), HttpStatus.BAD_REQUEST_400);
        var reply =
                switch (status) {
                    case HttpStatus.BAD_REQUEST_400 ->
                            ApiResponse.of(Problem.Kind.MALFORMED, UNREADABLE);
                    case HttpStatus.INTERNAL_SERVER_ERROR_500 ->
                            ApiResponse.of(
                                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                                    "application/json",
                                    "{\"message\":\"Internal Server Error\"}"
                                            .getBytes(StandardCharsets.US_ASCII));
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

    /// A problem that says no more than its status, of which the API has no kind of its own. RFC
    /// 9457, 4.2.1: its type is `about:blank`, its title is the phrase of the status.
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
