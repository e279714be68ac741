package plaza.local;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/// Placeholder of the runner: opens the port, says so, stops on SIGTERM.
public final class Local {
    private Local() {}

    /// Runs until the process is told to stop.
    public static void main(String[] args) throws IOException {
        String port = System.getProperty("plaza.port", "");
        HttpServer server =
                HttpServer.create(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(),
                                port.isEmpty() ? 8080 : Integer.parseInt(port)),
                        0);
        server.createContext(
                "/",
                exchange -> {
                    byte[] body = "Plaza".getBytes(java.nio.charset.StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> server.stop(0)));
        // Maven ends this process when it is ended itself; if Maven is killed outright nobody would
        if (Boolean.getBoolean("plaza.exitWithParent")) {
            ProcessHandle.current()
                    .parent()
                    .ifPresent(parent -> {
                        var _ = parent.onExit().thenRun(() -> System.exit(0));
                    });
        }
        server.start();
        System.out.println("Plaza is ready: http://127.0.0.1:" + server.getAddress().getPort());
    }
}
