package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.table.KeySpace;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;
import plaza.text.IsoTime;

class EditPostTest {
    private static final TestBed bed = new TestBed();

    private PostId post = PostId.of("none");

    @BeforeEach
    void write() {
        bed.user("ann");
        post = bed.post("ann", "Fog.");
    }

    @Test
    void anEditChangesContentTimeAndVersionOnly() {
        bed.clock().advance(Duration.ofHours(1));
        var time = IsoTime.format(bed.clock().instant());
        var written = get().json().path("timestamp").asText();

        var reply = edit("{\"content\": \" Sun. \"}").send("EditPost");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"userId\":\"ann\",\"postId\":\""
                                + post
                                + "\",\"content\":\"Sun.\","
                                + "\"timestamp\":\""
                                + written
                                + "\",\"editedAt\":\""
                                + time
                                + "\"}");
        assertThat(reply.header("etag")).isEqualTo("\"2\"");
        assertThat(get().json()).isEqualTo(reply.json());
        var again = edit("{\"content\": \"Rain.\"}").send("EditPost");
        assertThat(again.header("etag")).isEqualTo("\"3\"");
    }

    @Test
    void theImageChangesOnlyIfTheBodyContainsIt() {
        edit("{\"content\": \"a\", \"imageUrl\": \"https://h/1\"}").send("EditPost");
        assertThat(get().json().path("imageUrl").asText()).isEqualTo("https://h/1");
        edit("{\"content\": \"b\"}").send("EditPost");
        assertThat(get().json().path("imageUrl").asText()).isEqualTo("https://h/1");
        edit("{\"content\": \"c\", \"imageUrl\": null}").send("EditPost");
        assertThat(get().json().has("imageUrl")).isFalse();
        assertThat(get().json().path("content").asText()).isEqualTo("c");
    }

    @Test
    void ifMatchWithAnotherVersionReturns412() {
        for (var tags :
                List.of(
                        "\"2\"",
                        "W/\"1\"",
                        "\"other\"",
                        "",
                        "1",
                        "\"01\"",
                        "\"*\"",
                        "\"-1\"",
                        "\"0\"",
                        "\"9999999999999999999\"")) {
            var reply = edit("{\"content\": \"Lost.\"}").header("if-match", tags).send("EditPost");
            assertThat(reply.status()).as(tags).isEqualTo(412);
            assertThat(reply.json().path("type").asText())
                    .isEqualTo("urn:plaza:problem:precondition-failed");
            assertThat(get().json().path("content").asText()).isEqualTo("Fog.");
        }
        var version = 1;
        for (var tags :
                List.of("\"1\"", "\"7\", \"2\"", "W/\"9\",\"3\"", "*", "\"a\", \"5\", \"b\"")) {
            var reply = edit("{\"content\": \"Sun.\"}").header("if-match", tags).send("EditPost");
            assertThat(reply.status()).as(tags).isEqualTo(200);
            assertThat(reply.header("etag")).isEqualTo("\"" + ++version + "\"");
        }
    }

    @Test
    void ifMatchAcceptsAtMost100DifferentTags() {
        var hundred = tags(1, 100);
        assertThat(editIfMatch(hundred + "," + hundred).status()).isEqualTo(200);
        assertThat(editIfMatch(tags(100, 199)).status()).isEqualTo(412);

        var reply = editIfMatch(tags(1, 101));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.badFields()).containsExactly("If-Match");
        assertThat(reply.json().path("detail").asText())
                .isEqualTo("The header `If-Match` must contain at most 100 different entity tags.");
        assertThat(get().header("etag")).isEqualTo("\"2\"");
    }

    @Test
    void ifNoneMatchAcceptsAnyNumberOfTags() {
        var reply =
                bed.as("ann")
                        .at("userId", "ann")
                        .at("postId", post.value())
                        .header("if-none-match", tags(2, 300) + ", W/\"1\"")
                        .send("GetPost");
        assertThat(reply.status()).isEqualTo(304);
    }

    private TestResponse editIfMatch(String tags) {
        return edit("{\"content\": \"Sun.\"}").header("if-match", tags).send("EditPost");
    }

    /// The entity tags of all versions from `first` to `last`.
    private static String tags(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(version -> "\"" + version + "\"")
                .collect(Collectors.joining(", "));
    }

    @Test
    void oneOfSeveralSimultaneousEditsOfAVersionSucceeds() {
        var statuses =
                Threads.call(
                        6,
                        12,
                        () ->
                                edit("{\"content\": \"Sun.\"}")
                                        .header("if-match", "\"1\"")
                                        .send("EditPost")
                                        .status());
        assertThat(statuses).containsOnly(200, 412).containsOnlyOnce(200);
        assertThat(get().header("etag")).isEqualTo("\"2\"");
    }

    @Test
    void editingAMissingPostReturns404AndCreatesNothing() {
        for (var tags : List.of("*", "\"1\"")) {
            var reply =
                    bed.as("ann")
                            .at("userId", "ann")
                            .at("postId", "unknown")
                            .header("if-match", tags)
                            .body("{\"content\": \"x\"}")
                            .send("EditPost");
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.badFields()).containsExactly("postId");
        }
        assertThat(bed.table().get(KeySpace.POST.key(UserId.of("ann"), post))).isNotNull();
        assertThat(bed.table().get(KeySpace.POST.key(UserId.of("ann"), PostId.of("unknown"))))
                .isNull();
    }

    @Test
    void anotherUsersPostDoesNotExistUnderTheCallersId() {
        bed.user("ben");
        var own =
                bed.as("ben")
                        .at("userId", "ben")
                        .at("postId", post.value())
                        .body("{\"content\": \"x\"}");
        assertThat(own.send("EditPost").status()).isEqualTo(404);
        assertThat(get().json().path("content").asText()).isEqualTo("Fog.");
    }

    @Test
    void anInvalidEditChangesNothing() {
        var reply =
                edit("{\"content\": \"\", \"imageUrl\": \"x\", \"version\": 9}").send("EditPost");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.badFields()).containsExactlyInAnyOrder("content", "imageUrl", "version");
        assertThat(get().header("etag")).isEqualTo("\"1\"");
    }

    private TestRequest edit(String body) {
        return bed.as("ann").at("userId", "ann").at("postId", post.value()).body(body);
    }

    private TestResponse get() {
        return bed.as("x").at("userId", "ann").at("postId", post.value()).send("GetPost");
    }
}
