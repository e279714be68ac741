package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.Catalogue;

/// The main story over real HTTP, against the whole running system: tokens, gateway, functions,
/// streams.
class HttpScenarioTest {
    private static final int READERS = 200;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> TOKENS = new HashMap<>();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static Runner runner;

    @BeforeAll
    static void start() throws IOException {
        runner =
                Runner.start(
                        0,
                        null,
                        Catalogue.httpFunctions(),
                        functions -> functions,
                        Backend::streams);
    }

    @AfterAll
    static void stop() {
        runner.close();
    }

    @Test
    void twoHundredFollowersReceiveAPostItsEditAndItsDeletionAndLikesAreCountedExactly()
            throws Exception {
        user("author");
        for (var reader = 0; reader < READERS; reader++) {
            user("reader" + reader);
            assertThat(
                            send(
                                            "reader" + reader,
                                            "PUT",
                                            "/users/reader" + reader + "/following/author",
                                            null)
                                    .statusCode())
                    .isEqualTo(201);
        }
        var post =
                json(send("author", "POST", "/users/author/posts", "{\"content\":\"first\"}"))
                        .path("postId")
                        .asText();
        drain();
        assertTimelines("first");

        assertThat(
                        send(
                                        "author",
                                        "PATCH",
                                        "/users/author/posts/" + post,
                                        "{\"content\":\"second\"}")
                                .statusCode())
                .isEqualTo(200);
        assertTimelines("second");

        for (var round = 0; round < 3; round++) {
            for (var fan = 0; fan < 30; fan++) {
                var like = "/posts/" + post + "/likes/reader" + fan;
                send("reader" + fan, "PUT", like, null);
                send("reader" + fan, "PUT", like, null);
                if ((fan + round) % 3 == 0) {
                    send("reader" + fan, "DELETE", like, null);
                }
            }
        }
        drain();
        var likes =
                json(send("author", "GET", "/posts/" + post + "/likes?limit=100", null))
                        .path("items")
                        .size();
        assertThat(likes).isEqualTo(20);
        assertThat(
                        json(send("author", "GET", "/posts/" + post + "/likes/count", null))
                                .path("likeCount")
                                .asInt())
                .isEqualTo(likes);

        for (var reader = 0; reader < READERS; reader += 4) {
            assertThat(
                            send(
                                            "reader" + reader,
                                            "DELETE",
                                            "/users/reader" + reader + "/following/author",
                                            null)
                                    .statusCode())
                    .isEqualTo(204);
        }
        assertThat(json(send("author", "GET", "/users/author", null)).path("followerCount").asInt())
                .isEqualTo(listed("/users/author/followers"))
                .isEqualTo(READERS - READERS / 4);

        assertThat(send("author", "DELETE", "/users/author/posts/" + post, null).statusCode())
                .isEqualTo(204);
        assertTimelines();
    }

    private static void assertTimelines(String... contents) throws Exception {
        for (var reader = 0; reader < READERS; reader++) {
            var items =
                    json(send(
                                    "reader" + reader,
                                    "GET",
                                    "/users/reader" + reader + "/timeline",
                                    null))
                            .path("items");
            var shown = new ArrayList<String>();
            items.forEach(item -> shown.add(item.path("content").asText()));
            assertThat(shown).as("timeline of reader%d", reader).isEqualTo(List.of(contents));
        }
    }

    private static int listed(String list) throws Exception {
        var count = 0;
        var next = list + "?limit=40";
        while (!next.isEmpty()) {
            var page = json(send("author", "GET", next, null));
            count += page.path("items").size();
            var cursor = page.path("nextCursor").asText("");
            next = cursor.isEmpty() ? "" : list + "?limit=40&cursor=" + cursor;
        }
        return count;
    }

    private static void user(String user) throws Exception {
        assertThat(send(user, "PUT", "/users/" + user, "{\"name\":\"" + user + "\"}").statusCode())
                .isEqualTo(201);
    }

    private static void drain() throws Exception {
        var end = System.nanoTime() + 120_000_000_000L;
        while (!json(send("author", "GET", "/dev/streams", null)).path("idle").asBoolean()) {
            assertThat(System.nanoTime()).as("the stream comes to rest in time").isLessThan(end);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private static HttpResponse<String> send(
            String user, String method, String path, @Nullable String body) throws Exception {
        var token = TOKENS.get(user);
        if (token == null) {
            token =
                    json(CLIENT.send(
                                    HttpRequest.newBuilder(at("/dev/token/" + user)).build(),
                                    HttpResponse.BodyHandlers.ofString()))
                            .path("token")
                            .asText();
            TOKENS.put(user, token);
        }
        var request =
                HttpRequest.newBuilder(at(path))
                        .header("authorization", "Bearer " + token)
                        .header("content-type", "application/json")
                        .method(
                                method,
                                body == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body))
                        .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static URI at(String path) {
        return URI.create(runner.address() + path);
    }

    private static JsonNode json(HttpResponse<String> response) throws IOException {
        return JSON.readTree(response.body());
    }
}
