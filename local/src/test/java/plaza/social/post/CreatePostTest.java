package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.dynamodb.DynamoDbTable;
import plaza.http.Idempotency;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.key.SocialKeys;
import plaza.testkit.InterceptedTable;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

class CreatePostTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    @Test
    void createPostWritesThePostItsCountersAndThePostCount() {
        bed.user("ann");

        var reply =
                create(
                        "ann",
                        "{\"content\": \"Fog.\", \"imageUrl\": \"https://images.example/f.png\"}");

        assertThat(reply.status()).isEqualTo(201);
        var id = reply.json().path("postId").asText();
        assertThat(id).matches("[0-9A-HJKMNP-TV-Z]{26}");
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"userId\":\"ann\",\"postId\":\""
                                + id
                                + "\",\"content\":\"Fog.\","
                                + "\"imageUrl\":\"https://images.example/f.png\","
                                + "\"timestamp\":\"2026-11-20T10:00:00.000Z\"}");
        assertThat(reply.header("location")).isEqualTo("/users/ann/posts/" + id);
        assertThat(bed.items(SocialKeys.POSTS.of(UserId.of("ann")))).hasSize(1);
        var read = bed.as("x").at("userId", "ann").at("postId", id).send("GetPost");
        assertThat(read.json()).isEqualTo(reply.json());
        assertThat(reply.header("etag")).isEqualTo(read.header("etag"));
        assertThat(bed.as("x").at("postId", id).send("GetLikeCountByPostId").json().toString())
                .isEqualTo("{\"postId\":\"" + id + "\",\"likeCount\":0}");
        assertThat(bed.as("x").at("postId", id).send("GetViewCountByPostId").json().toString())
                .isEqualTo("{\"postId\":\"" + id + "\",\"viewCount\":0}");
        assertThat(postCount("ann")).isEqualTo(1);
    }

    /// The first attempt expects a user whose posts everyone sees.
    @Test
    void othersDoNotSeeThePostOfAUserWhoWasProtectedFromTheBeginning() {
        bed.protect("pia", true);
        var post = bed.post("pia", "Fog.");
        for (var function : List.of("GetLikeCountByPostId", "GetThread")) {
            var read = bed.as("x").at("userId", "pia").at("postId", post.value()).send(function);
            assertThat(read.status()).as(function).isEqualTo(403);
        }
    }

    @Test
    void withoutAnIdempotencyKeyEachRequestCreatesAPost() {
        bed.user("ben");
        var one = create("ben", "{\"content\": \"Same.\"}");
        var other = create("ben", "{\"content\": \"Same.\"}");
        assertThat(one.json().path("postId")).isNotEqualTo(other.json().path("postId"));
        assertThat(postCount("ben")).isEqualTo(2);
    }

    @Test
    void theSameKeyAndBodyReplayTheStoredResponse() {
        bed.user("cat");
        var first = create("cat", "key-1", "{\"content\": \"Once.\"}");
        bed.clock().advance(Duration.ofHours(1));

        var again = create("cat", "key-1", "{\"content\": \"Once.\"}");

        assertThat(first.status()).isEqualTo(201);
        assertThat(again).isEqualTo(first);
        assertThat(bed.items(SocialKeys.POSTS.of(UserId.of("cat")))).hasSize(1);
        assertThat(postCount("cat")).isEqualTo(1);
    }

    @Test
    void theSameKeyWithAnotherBodyReturns422() {
        bed.user("dan");
        create("dan", "key-1", "{\"content\": \"One.\"}");
        for (var body : List.of("{\"content\": \"Other.\"}", "{\"content\":\"One.\"}")) {
            var reply = create("dan", "key-1", body);
            assertThat(reply.status()).isEqualTo(422);
            assertThat(reply.badFields()).containsExactly("Idempotency-Key");
        }
        assertThat(postCount("dan")).isEqualTo(1);
    }

    @Test
    void aKeyIsBoundToItsCaller() {
        bed.user("eve");
        bed.user("fay");
        var hers = create("eve", "key-1", "{\"content\": \"Hers.\"}");
        var other = create("fay", "key-1", "{\"content\": \"Other.\"}");
        assertThat(other.status()).isEqualTo(201);
        assertThat(other.json().path("postId")).isNotEqualTo(hers.json().path("postId"));
    }

    @Test
    void aKeyExpiresAfterADay() {
        bed.user("gus");
        var first = create("gus", "key-1", "{\"content\": \"Daily.\"}");
        bed.clock().advance(Idempotency.LIFETIME.minus(Duration.ofSeconds(1)));
        assertThat(create("gus", "key-1", "{\"content\": \"Daily.\"}")).isEqualTo(first);

        bed.clock().advance(Duration.ofSeconds(1));

        var next = create("gus", "key-1", "{\"content\": \"Another day.\"}");
        assertThat(next.status()).isEqualTo(201);
        assertThat(next.json().path("postId")).isNotEqualTo(first.json().path("postId"));
        assertThat(postCount("gus")).isEqualTo(2);
    }

    @Test
    void simultaneousRequestsWithTheSameKeyCreateOnePost() {
        bed.user("hal");
        var replies =
                Threads.call(8, 24, () -> create("hal", "key-1", "{\"content\": \"Twice?\"}"));
        assertThat(replies).containsOnly(replies.getFirst());
        assertThat(replies.getFirst().status()).isEqualTo(201);
        assertThat(bed.items(SocialKeys.POSTS.of(UserId.of("hal")))).hasSize(1);
        assertThat(postCount("hal")).isEqualTo(1);
    }

    @Test
    void anInvalidKeyIsRejected() {
        bed.user("ida");
        for (var key : List.of("", " ", "a b", "\u00e9", "a\n", "x".repeat(256))) {
            var reply = create("ida", key, "{\"content\": \"x\"}");
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.badFields()).containsExactly("Idempotency-Key");
        }
        assertThat(create("ida", "x".repeat(255), "{\"content\": \"x\"}").status()).isEqualTo(201);
        assertThat(postCount("ida")).isEqualTo(1);
    }

    @Test
    void contentIsLimitedInGraphemesAndInBytes() {
        bed.user("jon");
        var flag = "\ud83c\uddf3\ud83c\uddf4"; // one grapheme, 8 bytes
        var family = "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67"; // one grapheme, 18 bytes
        var good = List.of("x".repeat(2_000), flag.repeat(1_000), family.repeat(444), " x\\n\\ty ");
        for (var content : good) {
            assertThat(create("jon", content(content)).status()).isEqualTo(201);
        }
        var bad =
                List.of(
                        "",
                        " \\n ",
                        "x".repeat(2_001),
                        flag.repeat(1_001),
                        family.repeat(445),
                        "a" + "\u0301".repeat(4_001),
                        "x".repeat(60_000),
                        "\\u0000",
                        "\\u001b[31m",
                        "\\ud83d",
                        "\\udc68\\ud83d",
                        "\\uffff");
        for (var content : bad) {
            var reply = create("jon", content(content));
            assertThat(reply.status())
                    .as(content.substring(0, Math.min(8, content.length())))
                    .isEqualTo(400);
            assertThat(reply.badFields()).containsExactly("content");
        }
        assertThat(bed.items(SocialKeys.POSTS.of(UserId.of("jon")))).hasSize(good.size());
        assertThat(postCount("jon")).isEqualTo(good.size());
    }

    @Test
    void postingRequiresAProfile() {
        bed.user("kim");
        var before = bed.everything();
        var reply = create("ghost", "key-1", "{\"content\": \"Boo.\"}");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.badFields()).containsExactly("userId");
        assertThat(bed.everything()).isEqualTo(before);
    }

    @Test
    void aPostWhoseAuthorChangesBeforeEveryAttemptReturns503() {
        bed.user("ola");
        var changes = new AtomicInteger();
        var retried = new DynamoDbTable(bed.emulator().client(), Emulator.TABLE, TestBed.retry(3));
        var table =
                new InterceptedTable(
                        retried,
                        write -> {
                            if (SocialKeys.USER_COUNT.is(write.key())) {
                                bed.protect("ola", changes.getAndIncrement() % 2 == 0);
                            }
                        });

        var response =
                bed.as("ola")
                        .at("userId", "ola")
                        .body(content("Who may see this?"))
                        .send("CreatePost", new CreatePost(bed.services(table)));

        assertThat(response.status()).isEqualTo(503);
        assertThat(changes).hasValue(6);
        assertThat(postCount("ola")).isZero();
    }

    @Test
    void postsOfTheSameMillisecondAreOrderedById() {
        bed.user("nat");
        var ids =
                IntStream.range(0, 20).mapToObj(n -> bed.post("nat", "post " + n).value()).toList();
        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    private static String content(String content) {
        return "{\"content\": \"" + content + "\"}";
    }

    private static TestResponse create(String author, String body) {
        return bed.as(author).at("userId", author).body(body).send("CreatePost");
    }

    private static TestResponse create(String author, String key, String body) {
        return bed.as(author)
                .at("userId", author)
                .header("idempotency-key", key)
                .body(body)
                .send("CreatePost");
    }

    private static int postCount(String user) {
        return bed.as("x")
                .at("userId", user)
                .send("GetUserInfoByUserId")
                .json()
                .path("postCount")
                .asInt();
    }
}
