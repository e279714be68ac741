package plaza.local.development;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static plaza.local.HttpTestClient.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;
import plaza.local.backend.Backend;
import plaza.local.context.LocalParts;
import plaza.local.context.ModelReport;
import plaza.local.load.ModelImport;
import plaza.local.load.TableModel;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.Await;
import plaza.testkit.TestBed;
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
        assertThat(response.statusCode()).isBetween(200, 202);
    }

    /// Three profiles, a follow, a post and a like, processed by the stream functions.
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
        put("/users/cat", "{\"name\":\"Cat\",\"protected\":true}", client.token("cat"));
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
        // the posts and, at the same time, the caller's gate
        assertThat(list.path("roundTrips").asInt()).isEqualTo(2);
        assertThat(list.path("readUnits").asDouble()).isEqualTo(1.5);
        assertThat(list.path("writeUnits").asDouble()).isZero();
        assertThat(list.path("calls").findValuesAsText("operation"))
                .containsExactlyInAnyOrder("Query", "GetItem");
        assertThat(list.path("calls").findValuesAsText("pk"))
                .containsExactlyInAnyOrder("u#ann#post", "u#ann");
        assertThat(list.path("sums").findValuesAsText("families"))
                .containsExactlyInAnyOrder("u#{user}", "u#{user}#post");
    }

    @Test
    void aRequestLikeADocumentedCaseCostsAsMuchWithoutTheLimit() {
        put("/users/ann", "{\"name\":\"Ann\"}", ann);
        var post = client.json("POST", "/users/ann/posts", "{\"content\":\"Low tide.\"}");
        assertThat(post.bearing(ann).send().statusCode()).isEqualTo(201);
        var listed = latest("/dev/requests");
        var documented = listed.path("documented");
        assertThat(documented.path("when").asText())
                .isEqualTo("below 1 KB, without Idempotency-Key");
        // the limit is off here
        assertThat(documented.path("writeUnits").asDouble())
                .isEqualTo(TestBed.row("CreatePost").budget().writeUnits() - 1)
                .isEqualTo(listed.path("writeUnits").asDouble());
        assertThat(documented.path("roundTrips").asInt())
                .isEqualTo(TestBed.row("CreatePost").budget().roundTrips() - 1)
                .isEqualTo(listed.path("roundTrips").asInt());
        var withKey = client.json("POST", "/users/ann/posts", "{\"content\":\"High tide.\"}");
        assertThat(withKey.bearing(ann).with("Idempotency-Key", "k1").send().statusCode())
                .isEqualTo(201);
        assertThat(latest("/dev/requests").has("documented")).isFalse();
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
    void theLogIsPagedFromTheNewestAndFilteredInUpperOrLowerCase() {
        for (var path : List.of("/first", "/second", "/third")) {
            assertThat(client.get(path).send().statusCode()).isEqualTo(404);
        }
        var newest = client.get("/dev/requests?limit=2&view=summary").json();
        assertThat(newest.path("items").findValuesAsText("path"))
                .containsExactly("/third", "/second");
        assertThat(newest.path("items").findValue("calls")).isNull();
        assertThat(newest.path("last").asLong()).isEqualTo(3);
        var older =
                client.get("/dev/requests?limit=2&before=" + newest.path("nextBefore").asLong())
                        .json();
        assertThat(older.path("items").findValuesAsText("path")).containsExactly("/first");
        assertThat(older.path("items").path(0).path("calls").isArray()).isTrue();
        assertThat(older.has("nextBefore")).isFalse();
        var found = client.get("/dev/requests?contains=SECOND").json().path("items");
        assertThat(found.findValuesAsText("path")).containsExactly("/second");
        var one = client.get("/dev/requests?n=1").json().path("items");
        assertThat(one.findValuesAsText("path")).containsExactly("/first");
    }

    @Test
    void requestsAreSortedByAField() {
        populate();
        var units =
                client.get("/dev/requests?sort=-writeUnits&limit=3&view=summary")
                        .json()
                        .path("items")
                        .findValuesAsText("writeUnits");
        assertThat(units)
                .hasSize(3)
                .isSortedAccordingTo(
                        Comparator.<String>comparingDouble(Double::parseDouble).reversed());
        assertProblem(client.get("/dev/requests?sort=x").send(), 400, "malformed");
    }

    @Test
    void aRequestIsListedWithItsMessagesWithoutTokensAndWithWhatTheStreamDid() {
        populate();
        var post = latest("/dev/requests?contains=createpost");
        assertThat(post.path("request").path("body").asText()).contains("Low tide.");
        assertThat(post.path("request").path("headers").path("authorization").asText())
                .isEqualTo("Bearer …");
        assertThat(post.path("response").path("body").asText()).contains("\"postId\"");
        assertThat(post.path("response").path("headers").path("content-type").asText())
                .isEqualTo("application/json");
        var caused = client.get("/dev/stream-records?request=" + post.path("n").asLong()).json();
        assertThat(caused.path("items").findValuesAsText("function")).contains("FanOut");
        assertThat(caused.path("items").findValuesAsText("pk")).contains("u#ben#post");
    }

    @Test
    void responsesAreCompressedIfTheClientAcceptsThat() throws IOException {
        assertThat(client.get("/nowhere").send().statusCode()).isEqualTo(404);
        for (var path : List.of("/dev/requests", "/explorer/explorer.js", "/openapi.json")) {
            var plain = client.get(path).send();
            assertThat(plain.headers().firstValue("content-encoding")).isEmpty();
            assertThat(plain.headers().firstValue("vary").orElse("")).contains("accept-encoding");
            var compressed = client.get(path).with("accept-encoding", "br, gzip").bytes();
            assertThat(compressed.headers().firstValue("content-encoding")).hasValue("gzip");
            try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(plain.body());
            }
        }
        // API Gateway does not compress the responses of routes
        var route = client.get("/nowhere").with("accept-encoding", "gzip").send();
        assertThat(route.headers().firstValue("content-encoding")).isEmpty();
    }

    @Test
    void idsThatExistAreFound() {
        populate();
        assertThat(ids("name=userId&contains=B")).containsExactly("ben");
        assertThat(ids("name=followeeId")).containsExactly("ann", "ben", "cat");
        assertThat(ids("name=postId")).hasSize(1);
        assertThat(ids("name=cursor")).isEmpty();
        // what belongs to the given user is first
        var post =
                client.json("POST", "/users/ann/posts", "{\"content\":\"High tide.\"}")
                        .bearing(ann)
                        .json()
                        .path("postId")
                        .textValue();
        assertThat(ids("name=postId&of=ann")).hasSize(2).startsWith(post);
        assertThat(ids("name=postId&of=ben")).hasSize(2).endsWith(post);
        assertThat(ids("name=postId&of=ann,ann")).hasSize(2).startsWith(post);
    }

    private List<String> ids(String query) {
        return client.get("/dev/ids?" + query)
                .json()
                .path("items")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void costsAreTheUnitsOfTheRecordedRequestsByRoute() {
        populate();
        var units = new double[2];
        for (var request : client.get("/dev/requests").json().path("items")) {
            units[0] += request.path("readUnits").asDouble();
            units[1] += request.path("writeUnits").asDouble();
        }
        var costs = client.get("/dev/costs").json();
        var total = costs.path("total");
        assertThat(total.path("calls").asInt()).isEqualTo(6);
        assertThat(total.path("readUnits").asDouble()).isEqualTo(units[0]);
        assertThat(total.path("writeUnits").asDouble()).isEqualTo(units[1]).isPositive();
        assertThat(total.path("dollars").asDouble())
                .isEqualTo((units[0] * 0.125 + units[1] * 0.625) / 1e6);
        var shares = 0.0;
        for (var route : costs.path("routes")) {
            shares += route.path("share").asDouble();
            assertThat(route.path("asDocumented").asInt())
                    .isLessThanOrEqualTo(route.path("calls").asInt());
        }
        assertThat(shares).isCloseTo(1, within(1e-9));
        assertThat(costs.path("routes").findValuesAsText("function"))
                .contains("PutUserInfo", "CreatePost", "LikePost");
        assertThat(total.path("asDocumented").asInt()).isPositive();
        assertThat(costs.path("unmeasured").findValuesAsText("function"))
                .containsExactly("AggregateCounts", "FanOut");
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
        put("/users/ann/following/cat", "", ann);
        var byTime = client.get("/dev/items?pk=u%23cat%23request&index=lsiOne").json();
        assertThat(byTime.path("items").findValuesAsText("sk")).containsExactly("u#ann");
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
        var first = client.get("/dev/items?contains=LIGHTHOUSES&from=0&limit=1").json();
        assertThat(first.path("items")).hasSize(1);
        assertThat(first.path("count").asInt()).isEqualTo(1);
        assertThat(client.get("/dev/items?contains=lighthouses&from=1").json().path("items"))
                .isEmpty();
        assertThat(client.get("/dev/items?contains=nothing-has-this").json().path("items"))
                .isEmpty();
    }

    @Test
    void collectionsAreCountedByFamilyInTheTableAndInIndexes() {
        populate();
        put("/users/ann/following/cat", "", ann);
        var families = client.get("/dev/collections").json().path("families");
        var posts = family(families, SocialKeys.POSTS);
        assertThat(posts.path("partitionKey").asText()).isEqualTo("u#{user}#post");
        assertThat(posts.path("sortKeys").path(0).asText()).isEqualTo("p#{post}");
        assertThat(posts.path("items").asInt()).isEqualTo(1);
        assertThat(posts.path("collections").path(0).path("pk").asText()).isEqualTo("u#ben#post");
        assertThat(family(families, SocialKeys.VIEWS).path("items").asInt()).isZero();
        var users = client.get("/dev/collections?family=u%23%7Buser%7D&contains=BEN").json();
        assertThat(users.path("families")).hasSize(1);
        assertThat(users.path("families").findValuesAsText("pk")).containsExactly("u#ben");
        var requests = client.get("/dev/collections?index=lsiOne").json().path("families");
        assertThat(family(requests, SocialKeys.REQUESTS).path("items").asInt()).isEqualTo(1);
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
        var part = SocialKeys.FOLLOWER_COUNT_PART.key(UserId.of("ben"), 3);
        var _ =
                runner.backend()
                        .table()
                        .write(
                                Write.Put.of(
                                        Item.at(part).with(UserItems.FOLLOWER_COUNT, 0).build()));
        var model = client.get("/dev/model").send().body();
        var exported = items(runner.backend());
        assertThat(exported).hasSizeGreaterThan(8);
        try (var empty = Backend.inMemory(Catalogue.ALL.httpFunctions())) {
            var report =
                    new ModelImport(
                                    empty.table(),
                                    empty.clock(),
                                    Catalogue.ALL,
                                    LocalParts.registered(),
                                    Runnable::run)
                            .load(model.getBytes(StandardCharsets.UTF_8));
            assertThat(items(empty)).isEqualTo(exported);
            var count = exported.size();
            assertThat(report.counts())
                    .containsEntry("other", new ModelReport.Counts(count, 0, 0, count, 0));
            var again =
                    new ModelImport(
                                    empty.table(),
                                    empty.clock(),
                                    Catalogue.ALL,
                                    LocalParts.registered(),
                                    Runnable::run)
                            .load(model.getBytes(StandardCharsets.UTF_8));
            assertThat(again.counts())
                    .containsEntry("other", new ModelReport.Counts(count, 0, 0, 0, count));
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
