package plaza.benchmark.fanout;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import plaza.benchmark.http.HttpClients;
import plaza.id.UserId;
import plaza.table.DynamoDbTable;
import plaza.table.Retry;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// A process that does what `node/fanout.mjs` does, with Plaza's own function: for each line, an
/// author and a post, it delivers the post and writes how many milliseconds that took. A third word
/// `heap` makes it look after each slice how much is alive; it then writes the most of that too, in
/// bytes.
///
/// Argument: where the table is.
public final class DeliveringProcess {
    private DeliveringProcess() {}

    public static void main(String[] args) throws IOException {
        var deliveries = new Deliveries(table(URI.create(args[0])));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var words = line.split(" ", -1);
            var live = new AtomicLong();
            Runnable look =
                    words.length < 3 ? () -> {} : () -> live.accumulateAndGet(alive(), Math::max);
            var time = deliveries.deliver(Deliveries.post(UserId.of(words[0]), words[1]), look);
            System.out.println(time.toNanos() / 1e6 + (words.length < 3 ? "" : " " + live.get()));
        }
    }

    private static long alive() {
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
