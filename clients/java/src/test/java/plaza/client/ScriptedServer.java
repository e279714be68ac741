package plaza.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/// Responds to requests as planned, whatever they ask for.
final class ScriptedServer implements AutoCloseable {
    /// A request that arrived.
    record Received(String method, Headers headers, byte[] body) {}

    private record Reply(int status, String body) {}

    private final HttpServer server;
    private final Queue<Reply> replies = new ArrayDeque<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    ScriptedServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    /// Adds the response to the next request. A client that repeats the request does not wait.
    ScriptedServer reply(int status, String body) {
        replies.add(new Reply(status, body));
        return this;
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(
                    new Received(
                            exchange.getRequestMethod(),
                            exchange.getRequestHeaders(),
                            exchange.getRequestBody().readAllBytes()));
            var reply = replies.remove();
            var body = reply.body.getBytes(UTF_8);
            exchange.getResponseHeaders().add("retry-after", "0");
            exchange.sendResponseHeaders(reply.status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    Plaza plaza() {
        return Plaza.connect(url(), () -> "token");
    }

    /// The requests that arrived, in their order.
    List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
