package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Catalogue;
import plaza.TestBed;
import plaza.local.stream.ChildFunction;

/// A table that does not come back: callers are told so, in time and with when to try again.
class OutageTest {
    private static final int ATTEMPTS_MAX = 12;

    @TempDir private Path folder;

    @Test
    void everyFunctionGivesUpAfterItsAttemptsAndSaysWhenToTryAgain() {
        try (var stage = new Stage(ATTEMPTS_MAX)) {
            for (var row : Catalogue.httpFunctions()) {
                for (var fault :
                        List.of(
                                Fault.THROTTLING,
                                Fault.INTERNAL_SERVER_ERROR,
                                Fault.TIMEOUT,
                                Fault.RESET)) {
                    var before = stage.paused();
                    stage.faults().begin(_ -> fault);
                    var reply = call(stage, row.name()).send(row.name());
                    assertThat(reply.status()).as("%s, %s", row.name(), fault).isEqualTo(503);
                    assertThat(reply.headers()).containsEntry("retry-after", "1");
                    assertThat(stage.faults().sent()).hasSize(ATTEMPTS_MAX);
                    assertThat(stage.paused().minus(before)).isLessThan(Duration.ofSeconds(9));
                }
            }
        }
    }

    /// The deployed client on a server that takes requests and says nothing.
    @Test
    void aHangingTableIsGivenUpBeforeTheInvocationEnds() throws IOException {
        try (var silent = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            var row = TestBed.row("UnlikePost");
            var settings =
                    ChildFunction.Settings.of(row.handler())
                            .within(Duration.ofSeconds(10))
                            .with(
                                    Map.of(
                                            "PLAZA_TABLE",
                                            "Plaza",
                                            "PLAZA_CURSOR_KEYS",
                                            "1:" + Base64.getEncoder().encodeToString(new byte[32]),
                                            "AWS_ENDPOINT_URL_DYNAMODB",
                                            URI.create("http://127.0.0.1:" + silent.getLocalPort())
                                                    .toString()));
            try (var child = new ChildFunction(settings, folder.resolve("log"))) {
                var event = Files.readAllBytes(Path.of("../events/social/UnlikePost.json"));
                var answer = child.invoke(event);
                var json =
                        Objects.requireNonNull(
                                Children.json(answer), () -> answer + child.output());
                assertThat(json.path("statusCode").asInt()).isEqualTo(503);
                assertThat(json.path("headers").path("retry-after").asText()).isEqualTo("1");
            }
        }
    }

    private static TestBed.Call call(Stage stage, String function) {
        var call =
                stage.bed()
                        .as("ann")
                        .at("userId", "ann")
                        .at("followeeId", "ben")
                        .at("postId", "01K9QZV5W0H2J4M6P8R0T2V4X6")
                        .at("sessionId", "s1");
        return switch (function) {
            case "PutUserInfo" -> call.body("{\"name\": \"Ann\"}");
            case "CreatePost", "EditPost" -> call.body("{\"content\": \"words\"}");
            default -> call;
        };
    }
}
