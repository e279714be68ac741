package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.Seeds;

/// A test of the main scenario over HTTP with the whole running system: tokens, gateway, functions
/// and streams.
class HttpScenarioTest {
    private static final int READERS = Seeds.number(40, 200);
    private static final Map<String, String> TOKENS = new HashMap<>();

    private static Runner runner;
    private static HttpTestClient client;

    @BeforeAll
    static void start() throws IOException {
        runner = TestRunner.start();
        client = new HttpTestClient(runner.address());
    }

    @AfterAll
    static void stop() {
        client.close();
        runner.close();
    }

    @Test
    void followersSeeAPostItsEditAndItsDeletionWithExactLikes() {
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
        client.drain();
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

        for (var repetition = 0; repetition < 3; repetition++) {
            for (var fan = 0; fan < 30; fan++) {
                var like = "/posts/" + post + "/likes/reader" + fan;
                send("reader" + fan, "PUT", like, null);
                send("reader" + fan, "PUT", like, null);
                if ((fan + repetition) % 3 == 0) {
                    send("reader" + fan, "DELETE", like, null);
                }
            }
        }
        client.drain();
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

    private static void assertTimelines(String... contents) {
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

    private static int listed(String list) {
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

    private static void user(String user) {
        assertThat(send(user, "PUT", "/users/" + user, "{\"name\":\"" + user + "\"}").statusCode())
                .isEqualTo(201);
    }

    private static HttpResponse<String> send(
            String user, String method, String path, @Nullable String body) {
        var token = TOKENS.computeIfAbsent(user, client::token);
        var call = body == null ? client.ask(method, path) : client.json(method, path, body);
        return call.bearing(token).send();
    }

    private static JsonNode json(HttpResponse<String> response) {
        return HttpTestClient.json(response.body());
    }
}
