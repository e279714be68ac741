package plaza.benchmark.warm;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Executors;

/// A process that gives the answers that are in a file (its argument). It prints its port.
public final class ReplayServer {
    private static final int THREADS = 4;

    private ReplayServer() {}

    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var answers = Exchange.read(Path.of(args[0]));
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        var target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
                        var request =
                                new String(
                                        exchange.getRequestBody().readAllBytes(),
                                        StandardCharsets.UTF_8);
                        var answer = answers.get(Exchange.key(target, request));
                        if (answer == null) {
                            exchange.sendResponseHeaders(500, -1);
                            return;
                        }
                        exchange.getResponseHeaders()
                                .set("Content-Type", "application/x-amz-json-1.0");
                        exchange.sendResponseHeaders(200, answer.length);
                        exchange.getResponseBody().write(answer);
                    }
                });
        server.start();
        System.out.println(server.getAddress().getPort());
    }
}
