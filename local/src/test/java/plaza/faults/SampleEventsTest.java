package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.social.SocialItems;
import plaza.social.model.Post;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// Sample events through AWS's runtime interface client, in processes as Lambda starts them.
class SampleEventsTest {
    private static final UserId ALICE = UserId.of("alice");
    private static final UserId BOB = UserId.of("bob");

    @TempDir private Path folder;

    @Test
    void aPostIsWrittenFromItsSampleEvent() throws IOException {
        try (var emulator = Emulator.inMemory();
                var bed = new TestBed(emulator, functions -> functions)) {
            bed.user("alice");
            var answer = Objects.requireNonNull(Children.json(answer("CreatePost", emulator)));
            assertThat(answer.path("statusCode").asInt()).isEqualTo(201);
            assertThat(answer.path("body").asText()).contains("Dungeness at low tide.");
            assertThat(bed.items(KeySpace.postsOf(ALICE))).hasSize(1);
        }
    }

    @Test
    void aPostGoesOutFromItsSampleRecords() throws IOException {
        try (var emulator = Emulator.inMemory();
                var bed = new TestBed(emulator, functions -> functions)) {
            bed.user("alice");
            bed.user("bob");
            bed.follow("alice", "bob");
            var written = Instant.ofEpochMilli(1_795_168_800_000L);
            bed.table()
                    .write(
                            Write.Put.of(
                                    SocialItems.post(
                                            new Post(
                                                    BOB,
                                                    PostId.of("01K9QZV5W0H2J4M6P8R0T2V4X6"),
                                                    "Fog over the harbour.",
                                                    null,
                                                    written,
                                                    null,
                                                    1))));
            var answer = Objects.requireNonNull(Children.json(answer("FanOut", emulator)));
            assertThat(answer.path("batchItemFailures")).isEmpty();
            assertThat(bed.items(KeySpace.timelineOf(ALICE))).hasSize(1);
            assertThat(bed.items(KeySpace.timelineOf(BOB))).hasSize(1);
        }
    }

    private InvocationResult answer(String function, Emulator emulator) throws IOException {
        var row = Children.row(function);
        var event = Path.of("../events", row.context(), function + ".json");
        try (var child = Children.of(row, emulator, folder)) {
            return child.invoke(Files.readAllBytes(event));
        }
    }
}
