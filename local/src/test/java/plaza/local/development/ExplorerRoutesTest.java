package plaza.local.development;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.local.HttpTestClient.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;
import plaza.local.backend.Backend;
import plaza.local.load.ModelImport;
import plaza.local.load.TableModel;
import plaza.social.user.UserItems;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.testkit.Await;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Tests of the routes of [ExplorerRoutes] over HTTP with the whole running system.
final class ExplorerRoutesTest {
    private Runner runner;
    private HttpTestClient client;
    private String ann;

    @BeforeEach
    void start() throws IOException {
        runner = TestRunner.start();
        client = new HttpTestClient(runner.address());
        ann = client.token("ann");
    }

    @AfterEach
    void stop() {
        client.close();
        runner.close();
    }

    private void put(String path, String body, String token) {
        var response = client.json("PUT", path, body).bearing(token).send();
        assertThat(response.statusCode()).isBetween(200, 201);
    }

    /// Two profiles, a follow, a post and a like, processed by the stream functions.
    private void populate() {
        var ben = client.token("ben");
        put("/users/ann", "{\"name\":\"Ann\"}", ann);
        put("/users/ben", "{\"name\":\"Ben\",\"content\":\"I collect lighthouses.\"}", ben);
        put("/users/ann/following/ben", "", ann);
        var post =
                client.json("POST", "/users/ben/posts", "{\"content\":\"Low tide.\"}")
                        .bearing(ben)
                        .json()
                        .path("postId")
                        .textValue();
        put("/posts/" + post + "/likes/ann", "", ann);
        put("/users/ann/tags/travel", "{\"tagName\":\"Travel\"}", ann);
        Await.until(
                "the stream is drained",
                Duration.ofSeconds(20),
                () -> runner.streams().behind() == 0);
    }

    private JsonNode latest(String path) {
        return client.get(path).json().path("items").path(0);
    }

    @Test
    void aRequestIsListedWithItsCallsAndTheirCost() {
        put("/users/ann", "{\"name\":\"Ann\"}", ann);
        var put = latest("/dev/requests");
        assertThat(put.path("function").asText()).isEqualTo("PutUserInfo");
        assertThat(put.path("method").asText()).isEqualTo("PUT");
        assertThat(put.path("path").asText()).isEqualTo("/users/ann");
        assertThat(put.path("status").asInt()).isEqualTo(201);
        assertThat(put.path("ms").asDouble()).isPositive();
        var keys = new HashSet<String>();
        put.path("calls").findValues("pk").forEach(key -> keys.add(key.asText()));
        assertThat(keys).contains("u#ann");

        var before = put.path("n").asLong();
        assertThat(client.get("/users/ann/posts?limit=5").bearing(ann).send().statusCode())
                .isEqualTo(200);
        var page = client.get("/dev/requests?after=" + before).json().path("items");
        assertThat(page).hasSize(1);
        var list = page.get(0);
        assertThat(list.path("path").asText()).isEqualTo("/users/ann/posts?limit=5");
        assertThat(list.path("roundTrips").asInt()).isEqualTo(1);
        assertThat(list.path("readUnits").asDouble()).isEqualTo(0.5);
        assertThat(list.path("writeUnits").asDouble()).isZero();
        var query = list.path("calls").path(0);
        assertThat(query.path("operation").asText()).isEqualTo("Query");
        assertThat(query.path("keys").path(0).path("pk").asText()).isEqualTo("u#ann#post");
        assertThat(list.path("budget").path("roundTrips").asInt()).isEqualTo(1);
    }

    @Test
    void theCostOfAListedRequestIsTheOneOfTheBudget() {
        put("/users/ann", "{\"name\":\"Ann\"}", ann);
        var post = client.json("POST", "/users/ann/posts", "{\"content\":\"Low tide.\"}");
        assertThat(post.bearing(ann).send().statusCode()).isEqualTo(201);
        var listed = latest("/dev/requests");
        var budget = listed.path("budget");
        // without the limit, which is off here
        assertThat(listed.path("writeUnits").asDouble())
                .isEqualTo(budget.path("writeUnits").asDouble() - 1);
        assertThat(listed.path("roundTrips").asInt())
                .isEqualTo(budget.path("roundTrips").asInt() - 1);
    }

    @Test
    void rejectedRequestsAreListed() {
        assertThat(client.get("/users/ann").send().statusCode()).isEqualTo(401);
        assertThat(latest("/dev/requests").path("function").asText())
                .isEqualTo("GetUserInfoByUserId");
        assertThat(client.get("/nowhere").send().statusCode()).isEqualTo(404);
        assertThat(latest("/dev/requests").path("function").asText()).isEmpty();
        assertThat(latest("/dev/requests").path("status").asInt()).isEqualTo(404);
    }

    @Test
    void eventsSendWhatHappenedAndContinueAfterTheLastOne() {
        assertThat(client.get("/nowhere").send().statusCode()).isEqualTo(404);
        var first = client.get("/dev/events?after=0").send();
        assertThat(first.headers().firstValue("content-type")).hasValue("text/event-stream");
        assertThat(first.body()).contains("id: 1\nevent: request\ndata: {").contains("/nowhere");
        assertThat(client.get("/elsewhere").send().statusCode()).isEqualTo(404);
        var next = client.get("/dev/events").with("Last-Event-ID", "1").send();
        assertThat(next.body()).contains("id: 2").contains("/elsewhere").doesNotContain("/nowhere");
    }

    @Test
    void invocationsOfStreamFunctionsAreListedWithTheirRecordsAndWrites() {
        populate();
        var functions = new HashSet<String>();
        var written = new HashSet<String>();
        for (var invocation : client.get("/dev/stream-records").json().path("items")) {
            functions.add(invocation.path("function").asText());
            assertThat(invocation.path("records")).isNotEmpty();
            invocation.path("calls").findValues("pk").forEach(key -> written.add(key.asText()));
        }
        assertThat(functions).containsExactlyInAnyOrder("AggregateCounts", "FanOut");
        assertThat(written).contains("u#ann#timeline");
        assertThat(client.get("/dev/jobs").json().path("items")).isEmpty();
        assertThat(client.get("/dev/failures").json().path("items")).isEmpty();
    }

    @Test
    void anItemCollectionIsPaged() {
        populate();
        var first = client.get("/dev/items?pk=u%23ben&limit=1").json();
        assertThat(first.path("items")).hasSize(1);
        var rest =
                client.get("/dev/items?pk=u%23ben&cursor=" + first.path("nextCursor").asText())
                        .json();
        var sks = new ArrayList<>(first.path("items").findValuesAsText("sk"));
        sks.addAll(rest.path("items").findValuesAsText("sk"));
        assertThat(sks).containsExactly("count", "info");
        assertThat(rest.has("nextCursor")).isFalse();
        var byName = client.get("/dev/items?pk=Tag%23ann&index=lsiOne").json();
        assertThat(byName.path("items").findValuesAsText("tagName")).containsExactly("Travel");
        assertProblem(client.get("/dev/items?pk=u%23ben&cursor=x").send(), 400, "malformed");
        assertProblem(client.get("/dev/items?pk=u%23ben&index=x").send(), 400, "malformed");
        assertProblem(client.get("/dev/items").send(), 400, "malformed");
    }

    @Test
    void itemsAreFoundByATextInTheirKeysOrValues() {
        populate();
        assertThat(client.get("/dev/items?contains=lighthouses").json().path("items"))
                .singleElement()
                .satisfies(item -> assertThat(item.path("pk").asText()).isEqualTo("u#ben"));
        assertThat(
                        client.get("/dev/items?contains=%23following")
                                .json()
                                .path("items")
                                .findValuesAsText("sk"))
                .containsExactly("u#ben");
        assertThat(client.get("/dev/items?contains=nothing-has-this").json().path("items"))
                .isEmpty();
    }

    @Test
    void collectionsAreCountedByFamilyInTheTableAndInIndexes() {
        populate();
        var families = client.get("/dev/collections").json().path("families");
        var posts = family(families, KeySpace.POSTS);
        assertThat(posts.path("partitionKey").asText()).isEqualTo("u#{user}#post");
        assertThat(posts.path("sortKeys").path(0).asText()).isEqualTo("p#{post}");
        assertThat(posts.path("items").asInt()).isEqualTo(1);
        assertThat(posts.path("collections").path(0).path("pk").asText()).isEqualTo("u#ben#post");
        assertThat(family(families, KeySpace.GAMERS).path("items").asInt()).isZero();
        var tags = client.get("/dev/collections?index=lsiOne").json().path("families");
        assertThat(family(tags, KeySpace.TAGS).path("items").asInt()).isEqualTo(1);
        assertThat(client.get("/dev/collections?index=gsiTwo").json().path("families"))
                .isNotEmpty();
    }

    private static JsonNode family(JsonNode families, Family wanted) {
        for (var family : families) {
            if (family.path("partitionKey").asText().equals(wanted.text())) {
                return family;
            }
        }
        throw new AssertionError("no family " + wanted);
    }

    @Test
    void anExportedModelImportsAsTheSameItems() {
        populate();
        var part = KeySpace.FOLLOWER_COUNT_PART.key(UserId.of("ben"), 3);
        var _ =
                runner.backend()
                        .table()
                        .write(
                                Write.Put.of(
                                        Item.at(part).with(UserItems.FOLLOWER_COUNT, 0).build()));
        var model = client.get("/dev/model").send().body();
        var exported = items(runner.backend());
        assertThat(exported).hasSizeGreaterThan(8);
        try (var empty = Backend.inMemory(Catalogue.httpFunctions())) {
            var report =
                    new ModelImport(empty.table(), empty.clock(), Runnable::run)
                            .load(model.getBytes(StandardCharsets.UTF_8));
            assertThat(items(empty)).isEqualTo(exported);
            var count = exported.size();
            assertThat(report.counts())
                    .containsEntry(
                            ModelImport.Kind.OTHER, new ModelImport.Counts(count, 0, 0, count, 0));
            var again =
                    new ModelImport(empty.table(), empty.clock(), Runnable::run)
                            .load(model.getBytes(StandardCharsets.UTF_8));
            assertThat(again.counts())
                    .containsEntry(
                            ModelImport.Kind.OTHER, new ModelImport.Counts(count, 0, 0, 0, count));
        }
        assertProblem(
                client.ask("POST", "/dev/import", changed(model).getBytes(StandardCharsets.UTF_8))
                        .send(),
                400,
                "malformed");
    }

    private static String changed(String model) {
        return model.replace("\"u#ben\"", "\"elsewhere#ben\"");
    }

    private static Set<Map<String, AttributeValue>> items(Backend backend) {
        return Set.copyOf(TableModel.items(backend.emulator().client()));
    }
}
