package plaza.benchmark.fanout;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import plaza.benchmark.cold.HttpClients;
import plaza.dynamodb.DynamoDbTable;
import plaza.id.UserId;
import plaza.table.Retry;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// A process that does what `node/fanout.mjs` does, with Plaza's own function. For each line, which
/// contains an author and a post, it delivers the post and prints the time in milliseconds. With a
/// third word, `heap`, it also measures the live heap after each slice and prints the maximum in
/// bytes.
///
/// Argument: the endpoint of the table.
public final class FanOutProcess {
    private FanOutProcess() {}

    public static void main(String[] args) throws IOException {
        var deliveries = new Deliveries(table(URI.create(args[0])));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var words = line.split(" ", -1);
            var withHeap = words.length == 3;
            var heapMax = new AtomicLong();
            Runnable measureHeap =
                    withHeap ? () -> heapMax.accumulateAndGet(liveHeap(), Math::max) : () -> {};
            var post = Deliveries.post(UserId.of(words[0]), words[1]);
            // the author a1000 has 1,000 followers
            var followers = Integer.parseInt(words[0].substring(1));
            var time = deliveries.deliver(post, followers, measureHeap);
            System.out.println(time.toNanos() / 1e6 + (withHeap ? " " + heapMax.get() : ""));
        }
    }

    private static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static DynamoDbTable table(URI endpoint) {
        var client =
                DynamoDbClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.US_EAST_1)
                        .credentialsProvider(
                                StaticCredentialsProvider.create(
                                        AwsBasicCredentials.create("local", "local")))
                        .httpClient(HttpClients.APACHE5.client())
                        .overrideConfiguration(
                                o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                        .build();
        return new DynamoDbTable(client, "Plaza", Retry.standard());
    }
}
