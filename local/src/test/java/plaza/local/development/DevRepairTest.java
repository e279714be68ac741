package plaza.local.development;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.local.HttpTestClient.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.evolution.SampleMigration;
import plaza.id.UserId;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;
import plaza.migrate.Migrations;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;

/// Tests of `POST /dev/redrive` and `POST /dev/reconcile` over HTTP with the whole running system.
final class DevRepairTest {
    private static final PostId POST = PostId.of("01K9QZV5W0H2J4M6P8R0T2V4X6");
    private static final String FAILURES = "failures/aws/lambda/mapping/";

    @TempDir private Path folder;
    private Runner runner;
    private HttpTestClient client;

    @BeforeEach
    void start() throws IOException {
        runner =
                TestRunner.start(
                        folder,
                        functions -> functions.with(Migrations.class, SampleMigration.DECLARED));
        client = new HttpTestClient(runner.address());
    }

    @AfterEach
    void stop() {
        client.close();
        runner.close();
    }

    @Test
    void discardedRecordsAreRedrivenUnlessTheyAreTooOld() throws IOException {
        runner.backend().table().write(Write.Put.of(PostItems.newCounter(POST, UserId.of("bob"))));
        discard("1-fresh", Instant.now());
        discard("2-old", Instant.now().minus(Ledger.REDRIVE_AGE_MAX).minus(Duration.ofMinutes(1)));

        var report = redrive();

        assertThat(report.toString())
                .isEqualTo(
                        "{\"redriven\":1,\"failed\":0,\"tooOld\":1,\"kept\":[{\"key\":\"aws/lambda/mapping/2-old\",\"reason\":\"too"
                                + " old\"}]}");
        assertThat(likeCount()).isEqualTo(1);
        assertThat(folder.resolve(FAILURES + "1-fresh")).doesNotExist();
        assertThat(folder.resolve(FAILURES + "2-old")).exists();
        assertThat(redrive().path("redriven").asInt(-1)).isZero();
        assertThat(likeCount()).isEqualTo(1);
        assertOnlyPosted("/dev/redrive");
    }

    @Test
    void driftIsReportedAndRepaired() {
        var users = SocialKeys.USER_COUNT.key(UserId.of("ann"));
        client.json("PUT", "/users/ann", "{\"name\": \"Ann\"}").bearing(client.token("ann")).json();
        runner.backend().table().write(Write.Update.of(users).set(UserItems.FOLLOWER_COUNT, 7));

        var seen = reconcile("{\"check\": \"userCounts\"}");
        assertThat(seen.path("driftCount").asInt()).isEqualTo(1);
        assertThat(seen.at("/findings/0/pk").asText()).isEqualTo(users.pk());
        assertThat(seen.at("/findings/0/expected").asText()).isEqualTo("followerCount 0");

        var repaired = reconcile("{\"check\": \"userCounts\", \"repair\": true}");
        assertThat(repaired.path("repaired").asInt()).isEqualTo(1);
        var ann = client.get("/users/ann").bearing(client.token("ann")).json();
        assertThat(ann.path("followerCount").asInt(-1)).isZero();
        assertThat(reconcile("{}").path("driftCount").asInt(-1)).isZero();
        assertThat(client.get("/dev/reconcile").json().path("state").asText()).isEqualTo("done");
    }

    /// A like that the stream has not processed has to be examined again after a quarter of an
    /// hour.
    @Test
    void aRunThatWaitsIsStoppedAndContinued() {
        runner.backend().table().write(Write.Put.of(PostItems.newCounter(POST, UserId.of("bob"))));
        runner.backend()
                .table()
                .write(
                        Write.Put.of(
                                Ledger.row(
                                        SocialKeys.LIKE_LEDGER_ROW.key(POST, UserId.of("ann")),
                                        true,
                                        SequenceNumber.ZERO,
                                        null)));
        var waiting = reconcile("{\"check\":\"likeLedger\"}");
        assertThat(waiting.path("state").asText()).isEqualTo("running");
        assertThat(waiting.path("notBefore").asText()).isNotEmpty();
        assertProblem(client.ask("POST", "/dev/reconcile", json("{}")).send(), 400, "malformed");
        assertThat(reconcile("{\"action\":\"stop\"}").path("state").asText()).isEqualTo("stopped");
        client.json("PUT", "/dev/clock", "{\"now\":\"" + waiting.path("notBefore").asText() + "\"}")
                .json();
        var ended = reconcile("{\"action\":\"resume\"}");
        assertThat(ended.path("state").asText()).isEqualTo("done");
        assertThat(ended.path("driftCount").asInt()).isEqualTo(1);
    }

    @Test
    void aMigrationIsPlannedPerformedAndProvedWhileRequestsAreServed() {
        var response = PlatformKeys.IDEMPOTENCY_RECORD.key(UserId.of("ben"), "digest");
        runner.backend().table().write(Write.Put.of(Item.at(response).build()));

        assertThat(migrate("{\"action\":\"plan\",\"migration\":\"sample\"}").at("/run/old").asInt())
                .isEqualTo(1);
        assertThat(
                        migrate("{\"action\":\"migrate\",\"migration\":\"sample\"}")
                                .at("/run/rewritten")
                                .asInt())
                .isEqualTo(1);
        var proof =
                "{\"action\":\"prove\",\"migration\":\"sample\",\"oldWritersGoneAt\":\"%s\"}"
                        .formatted(Instant.now().minus(Duration.ofMinutes(16)));
        assertThat(migrate(proof).at("/run/state").asText()).isEqualTo("done");

        var status = client.get("/dev/migrate").json();
        assertThat(status.at("/migrations/0/proof/read").asInt()).isPositive();
        assertThat(status.at("/migrations/0/plan/old").asInt()).isEqualTo(1);
        var other = client.ask("PUT", "/dev/migrate", json("{}")).send();
        assertProblem(other, 405, "method-not-allowed");
        assertThat(other.headers().firstValue("allow")).hasValue("GET, POST");
        assertProblem(
                client.ask("POST", "/dev/migrate", json("{\"action\":\"stop\"}")).send(),
                400,
                "malformed");
    }

    private JsonNode migrate(String request) {
        return client.ask("POST", "/dev/migrate", json(request)).json();
    }

    @Test
    void anInvalidRequestReturns400() {
        for (var order : new String[] {"", "[]", "{\"check\": \"all\"}", "{\"fix\": true}"}) {
            assertProblem(
                    client.ask("POST", "/dev/reconcile", json(order)).send(), 400, "malformed");
            assertProblem(client.ask("POST", "/dev/redrive", json(order)).send(), 400, "malformed");
        }
    }

    private JsonNode redrive() {
        return client.ask("POST", "/dev/redrive", json("{}")).json();
    }

    private JsonNode reconcile(String order) {
        return client.ask("POST", "/dev/reconcile", json(order)).json();
    }

    private void assertOnlyPosted(String path) {
        var get = client.get(path).send();
        assertProblem(get, 405, "method-not-allowed");
        assertThat(get.headers().firstValue("allow")).hasValue("POST");
    }

    /// Stores the sample event of AggregateCounts as a discarded record.
    private void discard(String name, Instant arrived) throws IOException {
        var event = Files.readString(Path.of("..", "events", "stream", "AggregateCounts.json"));
        var json = HttpTestClient.JSON.createObjectNode();
        json.putObject("requestContext")
                .put("functionArn", "arn:aws:lambda:local:0:function:AggregateCounts");
        json.putObject("DDBStreamBatchInfo")
                .put("approximateArrivalOfFirstRecord", arrived.toString());
        json.put("payload", event);
        Files.createDirectories(folder.resolve(FAILURES));
        Files.writeString(folder.resolve(FAILURES + name), json.toString());
    }

    private long likeCount() {
        return client.get("/posts/" + POST.value() + "/likes/count")
                .bearing(client.token("ann"))
                .json()
                .path("likeCount")
                .asLong();
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
