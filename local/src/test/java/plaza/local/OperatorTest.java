package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.table.Write;

/// What an operator does, over HTTP with the whole running system: they redrive a record that was
/// given up, find and repair drift, move the clock, restart, and copy the table.
class OperatorTest {
    private static final UserId ANN = UserId.of("ann");

    /// The post of the sample event of AggregateCounts, in which Alice likes it.
    private static final PostId POST = PostId.of("01K9QZV5W0H2J4M6P8R0T2V4X6");

    private static final String GIVEN_UP = "failures/aws/lambda/mapping/1";

    @TempDir private Path folder;
    private Runner runner;
    private HttpTestClient client;

    @BeforeEach
    void start() throws IOException {
        runner = Local.start(settings("plaza.data", folder.toString()));
        client = new HttpTestClient(runner.address());
    }

    @AfterEach
    void stop() {
        client.close();
        runner.close();
    }

    private static Local.Settings settings(String... namesAndValues) {
        var settings = new Properties();
        settings.setProperty("plaza.port", "0");
        for (var place = 0; place < namesAndValues.length; place += 2) {
            settings.setProperty(namesAndValues[place], namesAndValues[place + 1]);
        }
        return Local.Settings.from(settings);
    }

    private void restart() throws IOException {
        stop();
        start();
    }

    @Test
    void recordsAreRedrivenDriftIsRepairedAndARestartKeepsEverything() throws IOException {
        as("ann", "PUT", "/users/ann", "{\"name\":\"Ann\"}");
        as("ben", "PUT", "/users/ben", "{\"name\":\"Ben\"}");
        as("ben", "PUT", "/users/ben/following/ann", null);
        as("ann", "POST", "/users/ann/posts", "{\"content\":\"Fog.\"}");
        client.drain();
        assertThat(timelineOfBen()).hasSize(1);

        // a record was given up during an outage
        runner.backend().table().write(Write.Put.of(PostItems.newCounter(POST, ANN)));
        giveUpTheSampleRecord();
        assertThat(get("/dev/failures").path("items")).hasSize(1);
        assertThat(likes()).isZero();
        assertThat(post("/dev/redrive", "{}").path("redriven").asInt()).isEqualTo(1);
        assertThat(likes()).isEqualTo(1);
        assertThat(get("/dev/failures").path("items")).isEmpty();

        // a count is wrong
        runner.backend()
                .table()
                .write(
                        Write.Update.of(SocialKeys.USER_COUNT.key(ANN))
                                .set(UserItems.FOLLOWER_COUNT, 7));
        var check = "{\"check\":\"userCounts\"%s}";
        assertThat(post("/dev/reconcile", check.formatted("")).path("driftCount").asInt())
                .isEqualTo(1);
        assertThat(followersOfAnn()).as("a report changes nothing").isEqualTo(7);
        post("/dev/reconcile", check.formatted(",\"repair\":true"));
        assertThat(followersOfAnn()).isEqualTo(1);
        assertThat(post("/dev/reconcile", check.formatted("")).path("driftCount").asInt()).isZero();

        // timelines show 30 days
        var later = Instant.now().plus(Duration.ofDays(31));
        client.json("PUT", "/dev/clock", "{\"now\":\"" + later + "\"}").json();
        assertThat(timelineOfBen()).isEmpty();
        assertThat(client.ask("DELETE", "/dev/clock").send().statusCode()).isBetween(200, 299);
        assertThat(timelineOfBen()).hasSize(1);

        var token = client.token("ann");
        restart();
        assertThat(client.get("/users/ann").bearing(token).send().statusCode())
                .as("tokens stay valid")
                .isEqualTo(200);
        assertThat(followersOfAnn()).isEqualTo(1);
        assertThat(timelineOfBen()).hasSize(1);
        assertThat(likes()).isEqualTo(1);
    }

    @Test
    void aCopyOfTheTableServesTheSameResponses(@TempDir Path copies) throws IOException {
        as("ann", "PUT", "/users/ann", "{\"name\":\"Ann\"}");
        as("ann", "POST", "/users/ann/posts", "{\"content\":\"Fog.\"}");
        client.drain();
        var model =
                Files.writeString(
                        copies.resolve("model.json"), client.get("/dev/model").send().body());

        try (var copy = Local.start(settings("plaza.import", model.toString()));
                var copied = new HttpTestClient(copy.address())) {
            for (var path : new String[] {"/users/ann", "/users/ann/posts"}) {
                assertThat(copied.get(path).bearing(copied.token("ann")).json())
                        .isEqualTo(client.get(path).bearing(client.token("ann")).json());
            }
        }
    }

    @Test
    void anExportServesItsUserTheSameResponses(@TempDir Path copies) throws IOException {
        as("ann", "PUT", "/users/ann", "{\"name\":\"Ann\"}");
        as("ben", "PUT", "/users/ben", "{\"name\":\"Ben\"}");
        as("ben", "PUT", "/users/ben/following/ann", null);
        as("ann", "POST", "/users/ann/posts", "{\"content\":\"Fog.\"}");
        var posts = "/users/ann/posts?expand=counts";
        var post = client.get(posts).bearing(client.token("ann")).json().at("/items/0/postId");
        as("ann", "PUT", "/posts/" + post.asText() + "/likes/ann", null);
        as("ben", "PUT", "/posts/" + post.asText() + "/likes/ben", null);
        client.drain();
        var export = client.get("/users/ann/export").bearing(client.token("ann")).send().body();
        var file = Files.writeString(copies.resolve("export.ndjson"), export);

        try (var loaded = Local.start(settings("plaza.load", file.toString()));
                var copied = new HttpTestClient(loaded.address())) {
            copied.drain();
            for (var path :
                    List.of(
                            "/users/ann",
                            posts,
                            "/users/ann/followers",
                            "/users/ann/likes",
                            "/users/ann/timeline")) {
                assertThat(copied.get(path).bearing(copied.token("ann")).json())
                        .isEqualTo(client.get(path).bearing(client.token("ann")).json());
            }
        }
        assertThatThrownBy(() ->
                        Local.start(
                                settings(
                                        "plaza.load",
                                        Files.writeString(file, export + "{").toString())))
                .hasMessageStartingWith("plaza.load: line 6 must be a JSON object");
    }

    private void giveUpTheSampleRecord() throws IOException {
        var json = HttpTestClient.JSON.createObjectNode();
        json.putObject("requestContext")
                .put("functionArn", "arn:aws:lambda:local:0:function:AggregateCounts");
        json.putObject("DDBStreamBatchInfo")
                .put("approximateArrivalOfFirstRecord", Instant.now().toString());
        json.put("payload", Files.readString(Path.of("../events/stream/AggregateCounts.json")));
        Files.createDirectories(folder.resolve(GIVEN_UP).getParent());
        Files.writeString(folder.resolve(GIVEN_UP), json.toString());
    }

    private JsonNode get(String path) {
        return client.get(path).json();
    }

    private JsonNode post(String path, String order) {
        return client.json("POST", path, order).json();
    }

    private void as(String user, String method, String path, @Nullable String body) {
        var call = body == null ? client.ask(method, path) : client.json(method, path, body);
        HttpResponse<String> response = call.bearing(client.token(user)).send();
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    }

    private JsonNode timelineOfBen() {
        return client.get("/users/ben/timeline").bearing(client.token("ben")).json().path("items");
    }

    private long followersOfAnn() {
        return client.get("/users/ann")
                .bearing(client.token("ann"))
                .json()
                .path("followerCount")
                .asLong(-1);
    }

    private long likes() {
        return client.get("/posts/" + POST.value() + "/likes/count")
                .bearing(client.token("ann"))
                .json()
                .path("likeCount")
                .asLong(-1);
    }
}
