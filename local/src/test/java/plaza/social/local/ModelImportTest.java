package plaza.social.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.local.HttpTestClient;
import plaza.local.backend.Backend;
import plaza.local.context.LocalParts;
import plaza.local.context.ModelReport.Counts;
import plaza.local.context.ModelReport.Note;
import plaza.local.emulator.Emulator;
import plaza.local.gateway.ApiRequest;
import plaza.local.load.ModelImport;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Query;
import plaza.testkit.SharedData;
import plaza.testkit.StreamDrain;

public final class ModelImportTest {
    private static final UserId ANN = UserId.of("ann");
    private static final UserId BEN = UserId.of("ben");
    private static final UserId CAT = UserId.of("cat");
    private static final PostId POST = PostId.of("p-1");
    private static final PostId BARE = PostId.of("p-2");

    private static final String ROWS =
            """
            {"PK": {"S": "u#ann"}, "SK": {"S": "\\"info\\""}, "name": {"S": "Ann"}, "etc": {"S": "..."}},
            {"PK": {"S": "u#ann"}, "SK": {"S": "\\"count\\""},
             "follower#": {"N": "3000000000"}, "following#": {"N": "1"}, "post#": {"N": "2"}},
            {"PK": {"S": "u#ben"}, "SK": {"S": "info"}, "name": {"S": "Ben"}, "content": {"S": "I am Ben"}},
            {"PK": {"S": "u#ann#follower"}, "SK": {"S": "u#cat"}},
            {"PK": {"S": "u#ann#following"}, "SK": {"S": "u#ben"}},
            {"PK": {"S": "u#ben#follower"}, "SK": {"S": "u#ann"}},
            {"PK": {"S": "u#ann#post"}, "SK": {"S": "p#p-1"}, "content": {"S": "first"},
             "imageUrl": {"S": "s3://...."}, "timestamp": {"S": "1571827560"}},
            {"PK": {"S": "u#ann#post"}, "SK": {"S": "p#p-2"}, "content": {"S": "second"},
             "timestamp": {"S": "1571827561"}},
            {"PK": {"S": "p#p-1#likelist"}, "SK": {"S": "u#cat"}},
            {"PK": {"S": "p#p-1#likecount"}, "SK": {"S": "\\"count\\""}, "etc": {"S": "100"}},
            {"PK": {"S": "p#gone#likelist"}, "SK": {"S": "u#cat"}},
            {"PK": {"S": "p#gone#likecount"}, "SK": {"S": "count"}, "etc": {"S": "7"}},
            {"PK": {"S": "p#p-1#viewcount"}, "SK": {"S": "count"}, "etc": {"S": "9"}},
            {"PK": {"S": "p#p-1#viewlist"}, "SK": {"S": "s#one"}, "ttl": {"N": "1571827560"}},
            {"PK": {"S": "u#ann#timeline"}, "SK": {"S": "p#p-9#u#dan"}, "ttl": {"N": "1571827560"}},
            {"PK": {"S": "something#else"}, "SK": {"S": "1"}}
            """;

    private final Backend backend = Backend.inMemory(Catalogue.ALL.httpFunctions());
    private final ModelImport modelImport =
            new ModelImport(
                    backend.table(),
                    backend.clock(),
                    Catalogue.ALL,
                    LocalParts.registered(),
                    Runnable::run);

    @AfterEach
    void close() {
        backend.close();
    }

    public static byte[] model(String rows) {
        return """
        {"ModelName": "Sample", "ModelMetadata": {"Version": "3.0"}, "DataModel": [
          {"TableName": "Elsewhere",
           "KeyAttributes": {"PartitionKey": {"AttributeName": "id", "AttributeType": "S"}}},
          {"TableName": "SNS",
           "KeyAttributes": {
             "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
             "SortKey": {"AttributeName": "SK", "AttributeType": "S"}},
           "TableData": [%s]}]}
        """
                .formatted(rows)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void rowsBecomeItems() {
        backend.clock().set(Instant.parse("2026-01-31T09:05:00Z"));
        modelImport.load(model(ROWS));
        var table = backend.table();
        var info = table.getAll(List.of(SocialKeys.USER_INFO.key(ANN))).getFirst();
        assertThat(info.text("name")).isEqualTo("Ann");
        assertThat(info.time("createdAt"))
                .isBetween(
                        Instant.parse("2026-01-31T09:05:00Z"),
                        Instant.parse("2026-01-31T09:06:00Z"));
        assertThat(info.has("etc")).isFalse();
        var counts = table.getAll(List.of(SocialKeys.USER_COUNT.key(ANN))).getFirst();
        assertThat(counts.number("followerCount")).isEqualTo(3_000_000_000L);
        var post = table.getAll(List.of(SocialKeys.POST.key(ANN, POST))).getFirst();
        assertThat(post.time("timestamp")).isEqualTo("2019-10-23T10:46:00Z");
        assertThat(post.number("version")).isEqualTo(1);
        var likeCount = table.getAll(List.of(SocialKeys.POST_COUNTER.key(POST))).getFirst();
        assertThat(likeCount.number("likeCount")).isEqualTo(100);
        assertThat(likeCount.text("authorId")).isEqualTo("ann");
        assertThat(likeCount.number("viewCount")).isEqualTo(9);
        var entry =
                table.getAll(
                        List.of(
                                SocialKeys.TIMELINE_ENTRY.key(
                                        ANN, PostId.of("p-9"), UserId.of("dan"))));
        assertThat(entry.getFirst().number("ttl")).isEqualTo(1_571_827_560L);
    }

    @Test
    void missingItemsAreAdded() {
        modelImport.load(model(ROWS));
        var table = backend.table();
        var following = table.getAll(List.of(SocialKeys.FOLLOWEE.key(CAT, ANN)));
        assertThat(following).as("the other half of a follow").hasSize(1);
        assertThat(table.getAll(List.of(SocialKeys.FOLLOWER.key(BEN, ANN)))).hasSize(1);
        var ledger = table.getAll(List.of(SocialKeys.LIKE_LEDGER_ROW.key(POST, CAT))).getFirst();
        assertThat(ledger.flag("on")).isTrue();
        assertThat(ledger.text("sequence")).isEqualTo("0".repeat(40));
        var bare = table.getAll(List.of(SocialKeys.POST_COUNTER.key(BARE))).getFirst();
        assertThat(bare.number("likeCount")).isZero();
        assertThat(bare.number("viewCount")).isZero();
        var ben = table.getAll(List.of(SocialKeys.USER_COUNT.key(BEN))).getFirst();
        assertThat(ben.number("followerCount")).isEqualTo(1);
        assertThat(ben.number("followingCount")).isZero();
    }

    /// Pages find the likes since their oldest post.
    @Test
    void aLikeIsNotOlderThanItsPost() {
        backend.clock().set(Instant.parse("2019-01-31T09:05:00Z"));
        modelImport.load(model(ROWS));
        var like = backend.table().getAll(List.of(SocialKeys.LIKE.key(POST, CAT))).getFirst();
        assertThat(like.time("likedAt")).isEqualTo("2019-10-23T10:46:00Z");
    }

    @Test
    void theReportCountsEveryRowAndListsSkippedOnes() {
        var report = modelImport.load(model(ROWS));
        assertThat(report.counts().get("user info")).isEqualTo(new Counts(2, 0, 0, 2, 0));
        assertThat(report.counts().get("user count")).isEqualTo(new Counts(1, 1, 0, 2, 0));
        assertThat(report.counts().get("follower")).isEqualTo(new Counts(2, 0, 0, 2, 0));
        assertThat(report.counts().get("following")).isEqualTo(new Counts(1, 1, 0, 2, 0));
        assertThat(report.counts().get("post")).isEqualTo(new Counts(2, 0, 0, 2, 0));
        assertThat(report.counts().get("like")).isEqualTo(new Counts(1, 0, 1, 1, 0));
        assertThat(report.counts().get("like ledger")).isEqualTo(new Counts(0, 1, 0, 1, 0));
        // the counter of the first post corresponds to two rows
        assertThat(report.counts().get("post counter")).isEqualTo(new Counts(1, 1, 1, 2, 0));
        assertThat(report.counts().get("view")).isEqualTo(new Counts(0, 0, 1, 0, 0));
        assertThat(report.counts().get("timeline entry")).isEqualTo(new Counts(1, 0, 0, 1, 0));
        assertThat(report.counts().get("other")).isEqualTo(new Counts(0, 0, 1, 0, 0));
        assertThat(report.notes())
                .contains(
                        new Note(
                                "DataModel[1].TableData[0].etc",
                                "user info",
                                "skipped: a user info has no such attribute"),
                        new Note(
                                "DataModel[1].TableData[14]",
                                "timeline entry",
                                "p#p-9#u#dan: the file does not contain the post, so no"
                                        + " timeline shows it"),
                        new Note(
                                "DataModel[1].TableData[14]",
                                "timeline entry",
                                "p#p-9#u#dan: expired at 2019-10-23T10:46:00Z"),
                        new Note(
                                "DataModel[1].TableData[14]",
                                "timeline entry",
                                "p#p-9#u#dan: no user of the file follows its author"),
                        new Note(
                                "DataModel[1].TableData[10]",
                                "like",
                                "skipped: the file does not contain the post"));
    }

    @Test
    void aSecondImportChangesNothing() {
        modelImport.load(model(ROWS));
        var before = everything();
        assertThat(before).isNotEmpty();
        backend.clock().set(Instant.now().plus(Duration.ofDays(1)));
        var again = modelImport.load(model(ROWS));
        assertThat(everything()).isEqualTo(before);
        assertThat(again.counts().values()).allSatisfy(of -> assertThat(of.written()).isZero());
        assertThat(again.counts().get("like")).isEqualTo(new Counts(1, 0, 1, 0, 1));
    }

    private List<?> everything() {
        return backend.emulator().client().scan(s -> s.tableName(Emulator.TABLE)).items();
    }

    @Test
    void theStreamFunctionsProcessNoImportedItemButAllLaterChanges() {
        backend.clock().set(Instant.parse("2019-10-23T10:50:00Z"));
        try (var streams = backend.streams()) {
            streams.start();
            new ModelImport(
                            backend.table(),
                            backend.clock(),
                            Catalogue.ALL,
                            LocalParts.registered(),
                            streams::place)
                    .load(model(ROWS));
            assertThat(streams.behind()).isZero();
            assertThat(likeCount()).isEqualTo(100);
            assertThat(timeline(CAT)).as("imported posts are not delivered").isEmpty();
            assertThat(backend.call("ben", ApiRequest.of("PUT", "/posts/p-1/likes/ben")).status())
                    .isEqualTo(201);
            StreamDrain.await(streams);
            assertThat(likeCount()).isEqualTo(101);
            assertThat(
                            backend.call("cat", ApiRequest.of("DELETE", "/posts/p-1/likes/cat"))
                                    .status())
                    .isEqualTo(204);
            StreamDrain.await(streams);
            assertThat(likeCount()).isEqualTo(100);
            var post = ApiRequest.of("POST", "/users/ann/posts").json("{\"content\": \"news\"}");
            assertThat(backend.call("ann", post).status()).isEqualTo(201);
            StreamDrain.await(streams);
            assertThat(timeline(CAT)).as("an imported follower receives new posts").hasSize(1);
        }
    }

    private List<?> timeline(UserId user) {
        return backend.table()
                .read(Query.in(SocialKeys.TIMELINE.of(user)).consistent(), 10, null)
                .items();
    }

    private long likeCount() {
        var reply = backend.call("ben", ApiRequest.of("GET", "/posts/p-1/likes/count"));
        assertThat(reply.status()).isEqualTo(200);
        return HttpTestClient.json(reply.text()).path("likeCount").asLong();
    }

    /// Imports the file that AWS publishes with this schema and reads it through the API.
    @Test
    void allSevenReadsWorkOnTheModelThatAwsPublishes() throws IOException {
        var file = Files.readAllBytes(SharedData.file("SocialNetworkSchema.json"));
        var report = modelImport.load(file);
        assertThat(
                        report.counts().values().stream()
                                .mapToInt(of -> of.mapped() + of.skipped())
                                .sum())
                .isEqualTo(17);
        assertThat(get("/users/12345"))
                .contains("\"name\":\"hyuklee\"", "\"followerCount\":3000000000")
                .contains("\"followingCount\":971", "\"postCount\":4945");
        assertThat(get("/users/12345/followers")).contains("23456", "34567", "45678");
        assertThat(get("/users/12345/following")).contains("56789", "67890", "78912");
        assertThat(get("/users/12345/posts"))
                .containsSubsequence("\"postId\":\"23456\"", "\"postId\":\"12345\"")
                .contains("2019-10-23T10:46:00.000Z");
        assertThat(get("/posts/12345/likes")).contains("23456", "34567", "45678");
        assertThat(get("/posts/12345/likes/count"))
                .isEqualTo("{\"postId\":\"12345\",\"likeCount\":100}");
        assertThat(get("/users/12345/timeline")).isEqualTo("{\"items\":[]}");
        backend.clock().set(Instant.parse("2019-10-23T10:00:00Z"));
        assertThat(get("/users/12345/timeline"))
                .as("not expired at that time, but the posts do not exist")
                .isEqualTo("{\"items\":[]}");
        assertThat(report.notes())
                .filteredOn(note -> note.text().contains("no user of the file"))
                .extracting(Note::text)
                .containsExactly("p#56789#u#78901: no user of the file follows its author");
    }

    private String get(String path) {
        var reply = backend.call("12345", ApiRequest.of("GET", path));
        assertThat(reply.status()).as(path).isEqualTo(200);
        return reply.text();
    }
}
