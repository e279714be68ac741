package plaza.benchmark;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The time of one warm Query with each HTTP client, plain and over TLS, against [CannedServer]
/// (arguments: its two ports): blocks of calls, interleaved, and the median over the blocks.
public final class WarmCalls {
    private static final int WARM_UP = 1_500;
    private static final int BLOCKS = 9;
    private static final int CALLS = 300;

    private WarmCalls() {}

    public static void main(String[] args) {
        System.out.println("| client | HTTP, µs a call | spread | TLS, µs a call | spread |");
        System.out.println("|---|---|---|---|---|");
        var plain = measured(URI.create("http://localhost:" + args[0]));
        var secure = measured(URI.create("https://localhost:" + args[1]));
        for (var kind : HttpClients.values()) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s |%n",
                    kind,
                    median(plain.get(kind)),
                    median(secure.get(kind)));
        }
        System.exit(0);
    }

    private static Map<HttpClients, List<Double>> measured(URI endpoint) {
        var clients = new EnumMap<HttpClients, DynamoDbClient>(HttpClients.class);
        var times = new EnumMap<HttpClients, List<Double>>(HttpClients.class);
        for (var kind : HttpClients.values()) {
            var client =
                    DynamoDbClient.builder()
                            .region(Region.US_EAST_1)
                            .endpointOverride(endpoint)
                            .credentialsProvider(
                                    StaticCredentialsProvider.create(
                                            AwsBasicCredentials.create("a", "b")))
                            .httpClient(kind.client())
                            .build();
            clients.put(kind, client);
            times.put(kind, new ArrayList<>());
            calls(client, WARM_UP);
        }
        for (var block = 0; block < BLOCKS; block++) {
            clients.forEach((kind, client) -> {
                var start = System.nanoTime();
                calls(client, CALLS);
                times.get(kind).add((System.nanoTime() - start) / 1e3 / CALLS);
            });
        }
        return times;
    }

    private static void calls(DynamoDbClient client, int count) {
        for (var number = 0; number < count; number++) {
            var answer =
                    client.query(q ->
                            q.tableName("Plaza")
                                    .keyConditionExpression("pk = :pk")
                                    .expressionAttributeValues(
                                            Map.of(":pk", AttributeValue.fromS("u#u1"))));
            if (answer.count() != 2) {
                throw new IllegalStateException("not the answer");
            }
        }
    }

    private static String median(List<Double> times) {
        var sorted = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return String.format(
                Locale.ROOT,
                "%.0f | %.0f–%.0f",
                sorted[sorted.length / 2],
                sorted[0],
                Arrays.stream(sorted).max().orElseThrow());
    }
}
