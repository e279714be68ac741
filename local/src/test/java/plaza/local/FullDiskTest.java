package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.dynamodb.DynamoDbTable;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Retry;

/// Writes to a data folder until its disk is full. It needs the permission to mount a disk.
@Deep
final class FullDiskTest {
    private static final int WRITERS = 4;

    /// The rejected posts after which the writers stop.
    private static final int REJECTED_MAX = 40;

    /// More posts than fit on the disk.
    private static final int POSTS_MAX = 20_000;

    private static final String CONTENT = "{\"content\":\"" + "x".repeat(2_000) + "\"}";

    private static final long TIME_MAX_SECONDS = 240;

    @TempDir private Path folder;

    @Test
    void noAcknowledgedWriteIsLost() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs"), "a disk cannot be mounted");
        try {
            var data = folder.resolve("data");
            var acknowledged = new ConcurrentLinkedQueue<String>();
            var rejected = new ConcurrentLinkedQueue<Integer>();
            try (var runner = TestRunner.start(data, UnaryOperator.identity());
                    var client = new HttpTestClient(runner.address())) {
                var left = new AtomicInteger(POSTS_MAX);
                var ends = new ArrayList<CompletableFuture<?>>();
                for (var writer = 0; writer < WRITERS; writer++) {
                    var user = "u" + writer;
                    ends.add(
                            CompletableFuture.runAsync(
                                    () -> write(client, user, left, acknowledged, rejected),
                                    task -> Thread.ofVirtual().start(task)));
                }
                for (var end : ends) {
                    end.get(TIME_MAX_SECONDS, TimeUnit.SECONDS);
                }
                assertThat(client.get("/users/u0").bearing(client.token("u0")).send().statusCode())
                        .isEqualTo(200);
            }
            assertThat(acknowledged).hasSizeGreaterThan(WRITERS);
            try (var emulator = Emulator.in(data)) {
                var table = new DynamoDbTable(emulator.client(), Emulator.TABLE, Retry.standard());
                assertThat(acknowledged)
                        .filteredOn(post -> {
                            var parts = post.split(" ", -1);
                            return table.get(
                                            SocialKeys.POST.key(
                                                    UserId.of(parts[0]), PostId.of(parts[1])))
                                    == null;
                        })
                        .as("lost of %d", acknowledged.size())
                        .isEmpty();
            }
            assertThat(rejected).isNotEmpty().containsOnly(507);
        } finally {
            assertThat(run("umount", "-l")).isTrue();
        }
    }

    private static void write(
            HttpTestClient client,
            String user,
            AtomicInteger left,
            ConcurrentLinkedQueue<String> acknowledged,
            ConcurrentLinkedQueue<Integer> rejected) {
        var token = client.token(user);
        var profile =
                client.json("PUT", "/users/" + user, "{\"name\":\"Ann\"}").bearing(token).send();
        assertThat(profile.statusCode()).isEqualTo(201);
        while (rejected.size() < REJECTED_MAX && left.decrementAndGet() > 0) {
            var post =
                    client.json("POST", "/users/" + user + "/posts", CONTENT).bearing(token).send();
            if (post.statusCode() == 201) {
                acknowledged.add(
                        user + " " + HttpTestClient.json(post.body()).path("postId").asText());
            } else {
                rejected.add(post.statusCode());
            }
        }
    }

    private boolean run(String... command) throws IOException, InterruptedException {
        var whole = new ArrayList<>(List.of(command));
        whole.add(folder.toString());
        var output = Files.createTempFile("mount", "");
        try {
            return new ProcessBuilder(whole)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        } finally {
            Files.delete(output);
        }
    }
}
