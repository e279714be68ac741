package plaza.benchmark.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A program that makes warm calls. Each line of its input has a constant of [HttpClients], an
/// endpoint and a number of calls. For each line it makes that many Queries, one after the other,
/// and prints the average time of a Query in microseconds.
public final class WarmCalls {
    private WarmCalls() {}

    public static void main(String[] args) throws IOException {
        var clients = new HashMap<String, DynamoDbClient>();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var words = line.split(" ", -1);
            var client =
                    clients.computeIfAbsent(
                            words[0] + words[1],
                            _ -> client(HttpClients.valueOf(words[0]), URI.create(words[1])));
            var calls = Integer.parseInt(words[2]);
            var start = System.nanoTime();
            for (var number = 0; number < calls; number++) {
                call(client);
            }
            System.out.println((System.nanoTime() - start) / 1e3 / calls);
        }
    }

    private static DynamoDbClient client(HttpClients kind, URI endpoint) {
        return DynamoDbClient.builder()
                .region(Region.US_EAST_1)
                .endpointOverride(endpoint)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
                .httpClient(kind.client())
                .build();
    }

    private static void call(DynamoDbClient client) {
        var response =
                client.query(q ->
                        q.tableName("Plaza")
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(
                                        Map.of(":pk", AttributeValue.fromS("u#u1"))));
        if (response.count() != 2) {
            throw new IllegalStateException("Unexpected response: " + response);
        }
    }
}
