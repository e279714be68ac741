package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.dynamodb.DynamoDbTable;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Key;
import plaza.table.Retry;

/// Kills the program while it writes to a data folder. Every write that it acknowledged must exist
/// after the next start.
///
/// `-Dplaza.kills` sets the number of kills; `-Dplaza.seed` determines the number of writes before
/// each.
final class KillTest {
    private static final int WRITERS = 8;
    private static final int WRITES_MIN = 20;
    private static final int WRITES_MAX = 200;
    private static final Duration TIME_MAX = Duration.ofSeconds(60);

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

    @Test
    void acknowledgedWritesSurviveAKill(@TempDir Path folder) throws Exception {
        var seed = Long.getLong("plaza.seed", System.nanoTime());
        var random = new Random(seed);
        var data = folder.resolve("data");
        for (var kill = 0; kill < Integer.getInteger("plaza.kills", 1); kill++) {
            writeAndKill(folder, data, random.nextInt(WRITES_MIN, WRITES_MAX));
        }
        var lost = lost(data);
        assertThat(lost).as("seed %d, %d acknowledged writes", seed, acknowledged.size()).isEmpty();
        System.err.printf(
                "KillTest: seed %d, %d acknowledged writes, 0 lost%n", seed, acknowledged.size());
    }

    private void writeAndKill(Path folder, Path data, int writes) throws Exception {
        var process =
                LocalTest.start(folder.resolve("stderr"), "plaza.port=0", "plaza.data=" + data);
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            var ready = out.readLine();
            assertThat(ready).startsWith("Plaza is ready: ");
            var address = URI.create(ready.substring(ready.indexOf("http")));
            var left = new AtomicInteger(writes);
            var ends = new ArrayList<CompletableFuture<?>>();
            for (var writer = 0; writer < WRITERS; writer++) {
                var user = "u" + writer;
                ends.add(
                        CompletableFuture.runAsync(
                                () -> write(address, user, left, process),
                                task -> Thread.ofVirtual().start(task)));
            }
            for (var end : ends) {
                end.get(TIME_MAX.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(process.waitFor(TIME_MAX)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    /// Creates posts, each in a transaction, and kills the process as soon as the last write is
    /// acknowledged.
    private void write(URI address, String user, AtomicInteger left, Process process) {
        try (var client = new HttpTestClient(address)) {
            var token = client.token(user);
            client.json("PUT", "/users/" + user, "{\"name\":\"Ann\"}").bearing(token).send();
            while (true) {
                var post =
                        client.json("POST", "/users/" + user + "/posts", "{\"content\":\"x\"}")
                                .bearing(token)
                                .send();
                if (post.statusCode() == 201) {
                    if (left.decrementAndGet() == 0) {
                        process.destroyForcibly();
                    }
                    var id = HttpTestClient.json(post.body()).path("postId").asText();
                    acknowledged.add(user + " " + id);
                } else {
                    // not acknowledged, because the machine is busy
                    assertThat(post.statusCode()).isEqualTo(503);
                }
            }
        } catch (UncheckedIOException _) {
            // killed
        }
    }

    private List<String> lost(Path data) {
        try (var emulator = Emulator.in(data)) {
            var table = new DynamoDbTable(emulator.client(), Emulator.TABLE, Retry.standard());
            return acknowledged.stream().filter(post -> table.get(key(post)) == null).toList();
        }
    }

    private static Key key(String post) {
        var parts = post.split(" ", -1);
        return SocialKeys.POST.key(UserId.of(parts[0]), PostId.of(parts[1]));
    }
}
