package plaza.benchmark.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A server that responds to every request with the same items of one user, over HTTP and over TLS.
/// It prints its two ports. Its argument is the path of a PKCS12 key store with the password
/// `changeit`.
public final class CannedServer {
    private static final byte[] RESPONSE =
            """
            {"Count":2,"ScannedCount":2,"Items":[{"pk":{"S":"u#u1"},"sk":{"S":"info"},"name":{"S":"Ann"},\
            "createdAt":{"N":"1700000000000"}},{"pk":{"S":"u#u1"},"sk":{"S":"count"},"followerCount":{"N":"3"},\
            "followingCount":{"N":"2"},"postCount":{"N":"1"}}],"ConsumedCapacity":{"TableName":"Plaza","CapacityUnits":0.5}}\
            """
                    .getBytes(StandardCharsets.UTF_8);

    private CannedServer() {}

    public static void main(String[] args) throws IOException, GeneralSecurityException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var plain = HttpServer.create(address, 0);
        var secure = HttpsServer.create(address, 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(context(args[0])));
        for (var server : new HttpServer[] {plain, secure}) {
            server.setExecutor(Executors.newCachedThreadPool());
            server.createContext("/", CannedServer::respond);
            server.start();
        }
        System.out.println(plain.getAddress().getPort() + " " + secure.getAddress().getPort());
    }

    private static SSLContext context(String keyStore)
            throws IOException, GeneralSecurityException {
        var keys = KeyStore.getInstance("PKCS12");
        try (var file = new FileInputStream(keyStore)) {
            keys.load(file, "changeit".toCharArray());
        }
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(200, RESPONSE.length);
            exchange.getResponseBody().write(RESPONSE);
        }
    }
}
