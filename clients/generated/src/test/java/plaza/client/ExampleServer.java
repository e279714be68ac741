package plaza.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// A server that responds to each request with an example of `docs/openapi.json`: to the first
/// request of an operation with its first success, to the next one with the next.
final class ExampleServer implements AutoCloseable {
    static final Path DOCUMENT_FILE = Path.of("../../docs/openapi.json").toAbsolutePath();

    private final JsonNode document;
    private final HttpServer server;
    private final List<Operation> operations = new ArrayList<>();

    /// An operation of the document.
    ///
    /// @param successes the success responses by status
    /// @param responded the number of requests so far
    record Operation(
            String method,
            Pattern path,
            JsonNode json,
            List<Success> successes,
            List<String> responded) {
        String id() {
            return json.path("operationId").asText();
        }
    }

    /// A documented success.
    ///
    /// @param mediaType empty if there is no body
    record Success(int status, String mediaType, JsonNode example) {
        byte[] body() {
            return (example.isTextual() ? example.textValue() : example.toString())
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    private ExampleServer(JsonNode document, HttpServer server) {
        this.document = document;
        this.server = server;
    }

    static ExampleServer start() throws IOException {
        var document = new JsonMapper().readTree(DOCUMENT_FILE.toFile());
        var server =
                new ExampleServer(
                        document,
                        HttpServer.create(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        for (var path : document.path("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                if (operation.getValue().has("operationId")) {
                    server.operations.add(server.operation(path.getKey(), operation));
                }
            }
        }
        server.server.createContext("/", server::respond);
        server.server.start();
        return server;
    }

    private Operation operation(String path, Map.Entry<String, JsonNode> operation) {
        var successes = new ArrayList<Success>();
        for (var response : operation.getValue().path("responses").properties()) {
            if (response.getKey().startsWith("2")) {
                var content = resolved(response.getValue()).path("content").properties();
                var media = content.stream().findFirst();
                successes.add(
                        new Success(
                                Integer.parseInt(response.getKey()),
                                media.map(Map.Entry::getKey).orElse(""),
                                media.map(one -> one.getValue().path("example"))
                                        .orElse(MissingNode.getInstance())));
            }
        }
        successes.sort(Comparator.comparingInt(Success::status));
        return new Operation(
                operation.getKey().toUpperCase(Locale.ROOT),
                Pattern.compile(path.replaceAll("\\{[^}]+}", "[^/]+")),
                operation.getValue(),
                successes,
                new ArrayList<>());
    }

    JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    List<Operation> operations() {
        return operations;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            var operation =
                    operations.stream()
                            .filter(one -> one.method().equals(exchange.getRequestMethod()))
                            .filter(one ->
                                    one.path()
                                            .matcher(exchange.getRequestURI().getRawPath())
                                            .matches())
                            // a fixed segment precedes a parameter
                            .min(Comparator.comparing(one -> one.path().pattern().contains("[")))
                            .orElseThrow();
            var successes = operation.successes();
            var success = successes.get(operation.responded().size() % successes.size());
            operation.responded().add(exchange.getRequestURI().toString());
            if (success.mediaType().isEmpty()) {
                exchange.sendResponseHeaders(success.status(), -1);
            } else {
                exchange.getResponseHeaders().set("Content-Type", success.mediaType());
                exchange.sendResponseHeaders(success.status(), success.body().length);
                exchange.getResponseBody().write(success.body());
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
