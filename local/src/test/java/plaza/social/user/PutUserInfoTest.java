package plaza.social.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

class PutUserInfoTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    @Test
    void theFirstPutCreatesTheProfileWithAllCountsAtZero() {
        var reply =
                put(
                        "ann",
                        """
                        {"name": "Ann", "content": "I sail.", "imageUrl": "s3://images/ann.png"}
                        """);

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"userId\":\"ann\",\"name\":\"Ann\",\"content\":\"I sail.\","
                                + "\"imageUrl\":\"s3://images/ann.png\","
                                + "\"createdAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"followerCount\":0,\"followingCount\":0,\"postCount\":0}");
        assertThat(bed.items(SocialKeys.USERS.of(UserId.of("ann"))))
                .extracting(item -> item.key().sk())
                .containsExactly("count", "info");
        var read = bed.as("ben").at("userId", "ann").send("GetUserInfoByUserId");
        assertThat(read.json()).isEqualTo(reply.json());
        assertThat(reply.header("etag")).isEqualTo(read.header("etag"));
    }

    @Test
    void aLaterPutKeepsTheCreationTimeAndTheCounts() {
        put("cat", "{\"name\": \"Cat\", \"content\": \"I sing.\", \"imageUrl\": \"https://h/c\"}");
        bed.user("fan");
        bed.follow("fan", "cat");
        bed.clock().advance(Duration.ofHours(1));

        var reply = put("cat", "{\"name\": \"Catherine\", \"content\": null}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"userId\":\"cat\",\"name\":\"Catherine\","
                                + "\"createdAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"followerCount\":1,\"followingCount\":0,\"postCount\":0}");
        assertThat(bed.items(SocialKeys.USERS.of(UserId.of("cat")))).hasSize(2);
    }

    @Test
    void aTextIsTrimmedAndNormalised() {
        var reply = put("dan", "{\"name\": \" Andre\u0301 \", \"content\": \"\"}");
        assertThat(reply.json().path("name").asText()).isEqualTo("Andr\u00e9");
        assertThat(reply.json().path("content").asText("absent")).isEmpty();
    }

    @Test
    void aNameIsLimitedInGraphemesAndInBytes() {
        var family = "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67"; // one grapheme, 18 bytes
        assertThat(putName("x".repeat(50)).status()).isLessThan(300);
        assertThat(putName("x".repeat(51)).badFields()).containsExactly("name");
        assertThat(putName("\u00e9".repeat(50)).status()).isLessThan(300);
        assertThat(putName("e\u0301".repeat(50)).status()).isLessThan(300);
        assertThat(putName("\u00e9".repeat(51)).badFields()).containsExactly("name");
        assertThat(putName(family.repeat(11)).status()).isLessThan(300);
        assertThat(putName(family.repeat(12)).badFields()).containsExactly("name");
        assertThat(putName("a" + "\u0301".repeat(200)).badFields()).containsExactly("name");
    }

    @Test
    void allInvalidFieldsAreReportedAndNothingIsWritten() {
        var reply =
                put(
                        "eve",
                        """
                        {"name": "", "content": "%s", "imageUrl": "javascript:alert(1)", "age": 3}
                        """
                                .formatted("x".repeat(501)));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.badFields())
                .containsExactlyInAnyOrder("name", "content", "imageUrl", "age");
        assertThat(bed.items(SocialKeys.USERS.of(UserId.of("eve")))).isEmpty();
        bed.user("eve");
        assertThat(bed.items(SocialKeys.USERS.of(UserId.of("eve")))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "a\\u0000",
                "a\\u0007b",
                "a\\nb",
                "a\\tb",
                "\\u009f",
                "\\u007f",
                "\\ud800",
                "\\udc00\\ud800",
                "a\\ud83d",
                "\\u3164",
                "\\u00a0",
                "\\u2800",
                "\\u200b",
                "a\\u2028b",
                "\\u202ea",
                "\\ufffe",
                "\\ufdd0"
            })
    void anInvisibleNameIsRejected(String name) {
        var reply = putName(name);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.badFields()).containsExactly("name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "//host/a",
                "https:",
                "https://",
                "ftp://host/a",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "data:text/html,x",
                "https://user:word@host/a",
                "https://host/a b",
                "https://host/\\u0000"
            })
    void anInvalidImageUrlIsRejected(String url) {
        var reply = put("fay", "{\"name\": \"Fay\", \"imageUrl\": \"" + url + "\"}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.badFields()).containsExactly("imageUrl");
        assertThat(bed.items(SocialKeys.USERS.of(UserId.of("fay")))).isEmpty();
    }

    @Test
    void oneOfSeveralSimultaneousPutsReturns201() {
        var statuses = Threads.call(8, 16, () -> put("ida", "{\"name\": \"Ida\"}").status());
        assertThat(statuses).containsOnly(200, 201).containsOnlyOnce(201);
    }

    /// Another request creates the profile after this one has found none.
    @Test
    void aPutThatIsTooLateToCreateTheProfileUpdatesIt() {
        var table =
                new InterceptedTable(
                        bed.table(),
                        write -> {
                            if (write instanceof Write.Put
                                    && write.key()
                                            .equals(SocialKeys.USER_INFO.key(UserId.of("joe")))) {
                                put("joe", "{\"name\": \"First\"}");
                            }
                        });
        var reply =
                bed.as("joe")
                        .at("userId", "joe")
                        .body("{\"name\": \"Second\"}")
                        .send("PutUserInfo", new PutUserInfo(bed.services(table)));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("name").asText()).isEqualTo("Second");
    }

    @Test
    void theWordsAreThoseOfTheLastNameIfAnotherPutRenamesMeanwhile() {
        put("lea", "{\"name\": \"Lea\"}").orFail();
        assertThat(putAfter("lea", "Leana", () -> put("lea", "{\"name\": \"Leonie\"}")).status())
                .isEqualTo(200);
        assertThat(found("leana")).containsExactly("lea");
        assertThat(found("leonie")).isEmpty();
    }

    @Test
    void profileAndStandingAgreeIfAnotherPutProtectsMeanwhile() {
        put("mia", "{\"name\": \"Mia\"}").orFail();
        var other = "{\"name\": \"Mia\", \"protected\": true}";
        assertThat(putAfter("mia", "Mia", () -> put("mia", other).orFail()).status())
                .isEqualTo(200);
        var counts = bed.table().getConsistent(SocialKeys.USER_COUNT.key(UserId.of("mia")));
        assertThat(Standing.of(counts).isProtected()).isFalse();
    }

    @Test
    void aUserWhoIsSuspendedMeanwhileCannotProtectTheirPosts() {
        put("ned", "{\"name\": \"Ned\"}").orFail();
        var handler =
                bed.interrupted(
                        "PutUserInfo",
                        () -> {
                            bed.suspend("ned", true);
                            bed.drain();
                        });
        var reply =
                bed.as("ned")
                        .at("userId", "ned")
                        .body("{\"name\": \"Ned\", \"protected\": true}")
                        .send("PutUserInfo", handler);
        assertThat(reply.status()).isEqualTo(403);
    }

    @Test
    void ifMatchWithAnotherVersionReturns412() {
        var tag = put("pia", "{\"name\": \"Pia\", \"content\": \"I sail.\"}").header("etag");
        var other = put("pia", "{\"name\": \"Pia\", \"content\": \"I row.\"}").header("etag");
        for (var tags : List.of(tag, "W/" + other, "\"1\"", "")) {
            var reply = putIfMatch("pia", tags, "{\"name\": \"Lost\"}");
            assertThat(reply.status()).as(tags).isEqualTo(412);
            assertThat(reply.json().path("type").asText())
                    .isEqualTo("urn:plaza:problem:precondition-failed");
            assertThat(get("pia").json().path("content").asText()).isEqualTo("I row.");
        }
        var saved = putIfMatch("pia", other, "{\"name\": \"Pia\", \"protected\": true}");
        assertThat(saved.status()).isEqualTo(200);
        assertThat(saved.header("etag")).isEqualTo(get("pia").header("etag"));
        assertThat(putIfMatch("pia", other, "{\"name\": \"Pia\"}").status()).isEqualTo(412);
        assertThat(putIfMatch("pia", "*", "{\"name\": \"Pia\"}").status()).isEqualTo(200);
    }

    @Test
    void aProfileWithNewCountsHasTheVersionThatTheUserHasRead() {
        put("rex", "{\"name\": \"Rex\"}").orFail();
        var before = bed.as("rex").query("expand", "mine").send("GetMe").header("etag");
        bed.user("fan");
        bed.follow("fan", "rex");
        assertThat(get("rex").header("etag")).isNotEqualTo(before);
        assertThat(putIfMatch("rex", before, "{\"name\": \"Rexford\"}").status()).isEqualTo(200);
    }

    @Test
    void aPutThatChangesNothingSucceedsForEveryVersion() {
        var tag = put("sam", "{\"name\": \"Sam\"}").header("etag");
        var first = putIfMatch("sam", tag, "{\"name\": \"Samuel\"}");
        var again = putIfMatch("sam", tag, "{\"name\": \"Samuel\"}");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(again.header("etag")).isEqualTo(first.header("etag"));
    }

    @Test
    void ifMatchCreatesNoProfile() {
        assertThat(putIfMatch("tom", "*", "{\"name\": \"Tom\"}").status()).isEqualTo(412);
        assertThat(bed.items(SocialKeys.USERS.of(UserId.of("tom")))).isEmpty();
    }

    /// Of a user who has left, the counts remain until their id is free.
    @Test
    void aUserWhoHasLeftReceives410AlsoWithIfMatch() {
        put("una", "{\"name\": \"Una\"}").orFail();
        bed.as("una").at("userId", "una").body("{\"userId\": \"una\"}").send("EraseUser").orFail();
        bed.drain();
        assertThat(bed.items(SocialKeys.USERS.of(UserId.of("una")))).hasSize(1);
        assertThat(putIfMatch("una", "*", "{\"name\": \"Una\"}").status()).isEqualTo(410);
    }

    @Test
    void oneOfSeveralSimultaneousPutsOfAVersionSucceeds() {
        var tag = put("vic", "{\"name\": \"Vic\"}").header("etag");
        var puts = new AtomicInteger();
        var statuses =
                Threads.call(
                        6,
                        12,
                        () -> {
                            var content = "I have " + puts.incrementAndGet() + " boats.";
                            var body = "{\"name\": \"Vic\", \"content\": \"" + content + "\"}";
                            return putIfMatch("vic", tag, body).status();
                        });
        assertThat(statuses).containsOnly(200, 412).containsOnlyOnce(200);
    }

    /// The name and the image are the same, so that only `If-Match` finds the other put.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"Wim\", \"content\": \"Of another window.\"}",
                "{\"name\": \"Wim\", \"imageUrl\": \"https://h/other\"}"
            })
    void aPutWithIfMatchSeesAnotherPutBeforeItsWrite(String other) {
        var tag = put("wim", "{\"name\": \"Wim\", \"content\": \"I sail.\"}").header("etag");
        var mine = "{\"name\": \"Wim\", \"content\": \"Mine.\"}";
        var handler = bed.interrupted("PutUserInfo", () -> put("wim", other).orFail());
        var reply =
                bed.as("wim")
                        .at("userId", "wim")
                        .header("if-match", tag)
                        .body(mine)
                        .send("PutUserInfo", handler);
        assertThat(reply.status()).isEqualTo(412);
        assertThat(get("wim").json().path("content").asText()).isNotEqualTo("Mine.");
        assertThat(put("wim", mine).status()).isEqualTo(200);
    }

    private static TestResponse putIfMatch(String user, String tags, String body) {
        return bed.as(user)
                .at("userId", user)
                .header("if-match", tags)
                .body(body)
                .send("PutUserInfo");
    }

    private static TestResponse get(String user) {
        return bed.as(user).at("userId", user).send("GetUserInfoByUserId");
    }

    private static List<String> found(String word) {
        return bed.as("nia").query("q", word).send("GetUsersByIds").column("userId");
    }

    private static TestResponse putAfter(String user, String name, Runnable other) {
        return bed.as(user)
                .at("userId", user)
                .body("{\"name\": \"" + name + "\"}")
                .send("PutUserInfo", bed.interrupted("PutUserInfo", other));
    }

    private static TestResponse putName(String name) {
        return put("kim", "{\"name\": \"" + name + "\"}");
    }

    private static TestResponse put(String user, String body) {
        return bed.as(user).at("userId", user).body(body).send("PutUserInfo");
    }
}
