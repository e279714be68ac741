package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.Catalogue;
import plaza.local.runtime.ChildFunction;
import plaza.local.runtime.LambdaEnvironment;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.fault.Fault;

/// A table that does not come back: callers are told so, in time and with when to try again.
class OutageTest {
    private static final int ATTEMPTS_MAX = 12;

    /// Enough for two requests that hang, too little for three.
    private static final Duration TIME = Duration.ofSeconds(7);

    @TempDir private Path folder;

    @Test
    void everyFunctionGivesUpAfterItsAttemptsAndSaysWhenToTryAgain() {
        try (var stage = new FaultTestBed(ATTEMPTS_MAX)) {
            var social =
                    Catalogue.httpFunctions().stream()
                            .filter(function -> function.context().equals("social"))
                            .toList();
            for (var row : social) {
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

    /// What a server does that takes a request and then says too little.
    enum Silence {
        NO_ANSWER(""),
        NO_BODY(
                "HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: 9\r\n\r\n{");

        private final String words;

        Silence(String words) {
            this.words = words;
        }

        void say(Socket socket) {
            try {
                socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            } catch (IOException gone) {
                // the client has given up
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHangingTableIsGivenUpBeforeTheInvocationEnds(Silence silence) throws IOException {
        var taken = new ConcurrentLinkedQueue<Socket>();
        try (var server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            var _ =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    while (true) {
                                        var socket = server.accept();
                                        taken.add(socket);
                                        silence.say(socket);
                                    }
                                } catch (IOException closed) {
                                    // the test is over
                                }
                            });
            var settings =
                    ChildFunction.Settings.of(TestBed.row("UnlikePost").handler())
                            .within(TIME)
                            .with(
                                    LambdaEnvironment.withTable(
                                            "Plaza", "http://127.0.0.1:" + server.getLocalPort()));
            try (var child = new ChildFunction(settings, folder.resolve("log"))) {
                var event = Files.readAllBytes(Path.of("../events/social/UnlikePost.json"));
                var answer = child.invoke(event);
                var json =
                        Objects.requireNonNull(
                                Children.json(answer), () -> answer + child.output());
                assertThat(json.path("statusCode").asInt()).isEqualTo(503);
                assertThat(json.path("headers").path("retry-after").asText()).isEqualTo("1");
                assertThat(taken).hasSizeGreaterThan(1);
            }
        } finally {
            for (var socket : taken) {
                socket.close();
            }
        }
    }

    private static TestRequest call(FaultTestBed stage, String function) {
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
