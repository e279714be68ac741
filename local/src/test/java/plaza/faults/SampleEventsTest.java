package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.id.UserId;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.table.Write;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// Sample events in processes as Lambda starts them, through AWS's runtime interface client.
class SampleEventsTest {
    private static final UserId ALICE = UserId.of("alice");
    private static final UserId BOB = UserId.of("bob");

    @TempDir private Path folder;

    @Test
    void theSampleEventOfCreatePostCreatesAPost() throws IOException {
        try (var bed = new TestBed()) {
            bed.user("alice");
            var response =
                    Objects.requireNonNull(FunctionProcesses.json(invoke("CreatePost", bed)));
            assertThat(response.path("statusCode").asInt()).isEqualTo(201);
            assertThat(response.path("body").asText()).contains("Dungeness at low tide.");
            assertThat(bed.items(SocialKeys.POSTS.of(ALICE))).hasSize(1);
        }
    }

    @Test
    void theSampleRecordsOfFanOutDeliverAPost() throws IOException {
        try (var bed = new TestBed()) {
            bed.user("alice");
            bed.user("bob");
            bed.follow("alice", "bob");
            var post =
                    new Post(
                            BOB,
                            PostId.of("01K9QZV5W0H2J4M6P8R0T2V4X6"),
                            "Fog over the harbour.",
                            null,
                            Instant.parse("2099-11-13T17:30:00Z"),
                            null,
                            1);
            bed.table().write(Write.Put.of(PostItems.post(post)));
            var response = Objects.requireNonNull(FunctionProcesses.json(invoke("FanOut", bed)));
            assertThat(response.path("batchItemFailures")).isEmpty();
            assertThat(bed.items(SocialKeys.TIMELINE.of(ALICE))).hasSize(1);
            assertThat(bed.items(SocialKeys.TIMELINE.of(BOB))).hasSize(1);
        }
    }

    private InvocationResult invoke(String function, TestBed bed) throws IOException {
        var row = FunctionProcesses.row(function);
        try (var child = FunctionProcesses.of(row, bed.emulator(), folder)) {
            return child.invoke(Files.readAllBytes(SampleEvents.file(row)));
        }
    }
}
