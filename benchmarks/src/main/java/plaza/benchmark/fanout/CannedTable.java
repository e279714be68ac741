package plaza.benchmark.fanout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A process that serves the DynamoDB operations of a fan-out immediately and stores nothing: the
/// author `a1000` has a thousand followers, every post exists, and every write succeeds. The
/// process prints its port.
public final class CannedTable {
    /// About as many followers as DynamoDB returns in a page of 1 MB.
    private static final int PAGE_MAX = 10_000;

    private static final int THREADS = 8;

    private static final Pattern FOLLOWERS = Pattern.compile("u#a(\\d+)#follower");
    private static final Pattern FOLLOWER = Pattern.compile("u#f(\\d+)");

    private static final JsonMapper JSON = new JsonMapper();

    private static final byte[] WRITTEN = bytes("{\"UnprocessedItems\":{}}");
    private static final byte[] POST =
            bytes("{\"Item\":{\"pk\":{\"S\":\"post\"},\"sk\":{\"S\":\"post\"}}}");
    private static final byte[] EMPTY = bytes("{}");

    private static final Map<Page, byte[]> PAGES = new ConcurrentHashMap<>();

    private record Page(String author, int first, int end, boolean isLast) {}

    private CannedTable() {}

    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var server = HttpServer.create(address, 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/", CannedTable::respond);
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            var request = exchange.getRequestBody().readAllBytes();
            var target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            var response =
                    switch (target.substring(target.indexOf('.') + 1)) {
                        case "BatchWriteItem" -> WRITTEN;
                        case "GetItem" -> POST;
                        case "Query" -> page(JSON.readTree(request));
                        default -> EMPTY;
                    };
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(200, response.length);
            exchange.getResponseBody().write(response);
        }
    }

    private static byte[] page(JsonNode query) {
        var values = query.path("ExpressionAttributeValues").toString();
        var author = FOLLOWERS.matcher(values);
        if (!author.find()) {
            throw new IllegalArgumentException("The query does not read followers: " + query);
        }
        // a range of followers names its first and its last one
        var end = largest(FOLLOWER.matcher(values), number(author) - 1) + 1;
        var first = largest(FOLLOWER.matcher(query.path("ExclusiveStartKey").toString()), -1) + 1;
        var pageEnd = Math.min(end, first + query.path("Limit").asInt(PAGE_MAX));
        return PAGES.computeIfAbsent(
                new Page(author.group(), first, pageEnd, pageEnd == end), CannedTable::page);
    }

    private static int largest(Matcher matcher, int otherwise) {
        return matcher.results().mapToInt(CannedTable::number).max().orElse(otherwise);
    }

    private static byte[] page(Page page) {
        var json = new StringBuilder("{\"Items\":[");
        for (var follower = page.first(); follower < page.end(); follower++) {
            json.append(follower == page.first() ? "{" : ",{")
                    .append(key(page, follower))
                    .append(",\"followedAt\":{\"N\":\"1700000000000\"}}");
        }
        json.append("],\"Count\":").append(page.end() - page.first());
        if (!page.isLast()) {
            json.append(",\"LastEvaluatedKey\":{").append(key(page, page.end() - 1)).append('}');
        }
        return bytes(json.append('}').toString());
    }

    private static String key(Page page, int follower) {
        return "\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"u#f%08d\"}"
                .formatted(page.author(), follower);
    }

    private static int number(MatchResult match) {
        return Integer.parseInt(match.group(1));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
