package plaza.local;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
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

    private final Server server;

    private Gateway(Server server) {
        this.server = server;
    }

    /// Listens on `port` of the loopback address, 0 for any free one.
    ///
    /// @param answer what to answer; it may block
    /// @throws IOException when the port is taken
    public static Gateway listen(int port, Function<Call, Reply> answer) throws IOException {
        var threads = new QueuedThreadPool(32, 2);
        threads.setName("gateway");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        var server = new Server(threads);
        var connector =
                new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        server.setHandler(new Door(answer));
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

    private static final class Door extends Handler.Abstract {
        private final Function<Call, Reply> answer;

        Door(Function<Call, Reply> answer) {
            this.answer = answer;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback)
                throws IOException {
            var body = body(request);
            var reply =
                    body == null
                            ? Reply.of(
                                    Problem.Kind.TOO_LARGE,
                                    "The body must be at most " + BODY_BYTES_MAX + " bytes.")
                            : answer.apply(call(request, body));
            write(reply, request, response, callback);
            return true;
        }

        private static Call call(Request request, byte[] body) {
            var headers = new TreeMap<String, List<String>>();
            for (var field : request.getHeaders()) {
                headers.computeIfAbsent(
                                field.getName().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                        .add(field.getValue() == null ? "" : field.getValue());
            }
            var uri = request.getHttpURI();
            return new Call(
                    request.getMethod(),
                    uri.getPath() == null ? "" : uri.getPath(),
                    uri.getQuery() == null ? "" : uri.getQuery(),
                    headers,
                    body,
                    Request.getRemoteAddr(request));
        }

        /// The whole body, or null where it is too large.
        private static byte @Nullable [] body(Request request) throws IOException {
            try (var in = Content.Source.asInputStream(request)) {
                var body = in.readNBytes(BODY_BYTES_MAX + 1);
                if (body.length <= BODY_BYTES_MAX) {
                    return body;
                }
                var dropped = new byte[COPY_BYTES];
                for (var bytes = 0; bytes < DRAIN_BYTES_MAX; ) {
                    var read = in.read(dropped);
                    if (read < 0) {
                        break;
                    }
                    bytes += read;
                }
                return null;
            }
        }
    }

    private static void write(Reply reply, Request request, Response response, Callback callback) {
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
                    case HttpStatus.BAD_REQUEST_400 -> Reply.of(Problem.Kind.MALFORMED, UNREADABLE);
                    case HttpStatus.INTERNAL_SERVER_ERROR_500 ->
                            Reply.of(
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
    private static Reply problem(int status, String detail) {
        var json =
                Json.object()
                        .with("type", "about:blank")
                        .with("title", HttpStatus.getMessage(status))
                        .with("status", status)
                        .with("detail", detail);
        return Reply.of(
                status, "application/problem+json", json.text().getBytes(StandardCharsets.UTF_8));
    }
}
