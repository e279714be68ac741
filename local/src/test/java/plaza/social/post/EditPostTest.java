package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.id.UserId;
import plaza.social.gate.Audience;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
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
            var reply =
                    edit("{\"content\": \"Sun " + version + ".\"}")
                            .header("if-match", tags)
                            .send("EditPost");
            assertThat(reply.status()).as(tags).isEqualTo(200);
            assertThat(reply.header("etag")).isEqualTo("\"" + ++version + "\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"content\": \"Fog.\"}",
                "{\"content\": \" Fog. \"}",
                "{\"content\": \"Fog.\", \"imageUrl\": \"https://h/1\"}",
                "{\"imageUrl\": \"https://h/1\"}"
            })
    void anEditThatChangesNothingWritesNothingForEveryVersion(String body) {
        edit("{\"imageUrl\": \"https://h/1\"}").send("EditPost");
        var key = SocialKeys.POST.key(UserId.of("ann"), post);
        var before = bed.table().get(key);
        bed.clock().advance(Duration.ofHours(1));
        for (var tags : Arrays.asList(null, "*", "\"1\"", "\"2\"", "\"other\"")) {
            var request = edit(body);
            var reply =
                    (tags == null ? request : request.header("if-match", tags)).send("EditPost");

            assertThat(reply.status()).as(tags).isEqualTo(200);
            assertThat(reply.header("etag")).isEqualTo("\"2\"");
            assertThat(reply.json()).isEqualTo(get().json());
            assertThat(bed.table().get(key)).isEqualTo(before);
        }
    }

    @Test
    void aNewPostThatAnEditDoesNotChangeHasNoTimeOfAnEdit() {
        var reply = edit("{\"content\": \"Fog.\", \"imageUrl\": null}").send("EditPost");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("etag")).isEqualTo("\"1\"");
        assertThat(reply.json().has("editedAt")).isFalse();
    }

    @Test
    void aRepeatedEditOfTheOldVersionHasTheResponseOfTheFirst() {
        var first = editIfMatch("\"1\"");
        bed.clock().advance(Duration.ofMinutes(1));
        var again = editIfMatch("\"1\"");
        assertThat(first.status()).isEqualTo(200);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(again.header("etag")).isEqualTo("\"2\"").isEqualTo(first.header("etag"));
    }

    @Test
    void anEditOfTheImageAloneKeepsTheContent() {
        var reply = edit("{\"imageUrl\": \"https://h/1\"}").send("EditPost");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("content").asText()).isEqualTo("Fog.");
        assertThat(reply.json().path("imageUrl").asText()).isEqualTo("https://h/1");
        assertThat(edit("{\"content\": null}").send("EditPost").badFields())
                .containsExactly("content");
    }

    @Test
    void ifMatchAndIfNoneMatchAcceptAnyNumberOfTags() {
        assertThat(editIfMatch(tags(2, 300)).status()).isEqualTo(412);
        assertThat(editIfMatch(tags(2, 300) + ", \"1\"").status()).isEqualTo(200);
        var reply =
                bed.as("ann")
                        .at("userId", "ann")
                        .at("postId", post.value())
                        .header("if-none-match", tags(3, 300) + ", W/\"2\"")
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
        var edits = new AtomicInteger();
        var statuses =
                Threads.call(
                        6,
                        12,
                        () ->
                                edit("{\"content\": \"Sun " + edits.incrementAndGet() + ".\"}")
                                        .header("if-match", "\"1\"")
                                        .send("EditPost")
                                        .status());
        assertThat(statuses).containsOnly(200, 412).containsOnlyOnce(200);
        assertThat(get().header("etag")).isEqualTo("\"2\"");
    }

    /// Between the read and the write of an edit, another edit or a suspension takes place.
    @Test
    void anEditSeesWhatHappensBeforeItsWrite() {
        assertThat(
                        editAfter(() -> edit("{\"imageUrl\": \"https://h/1\"}").send("EditPost"))
                                .status())
                .isEqualTo(200);
        assertThat(get().json().path("content").asText()).isEqualTo("Late.");
        assertThat(get().json().path("imageUrl").asText()).isEqualTo("https://h/1");
        assertThat(get().header("etag")).isEqualTo("\"3\"");

        post = bed.post("ann", "Fog.");
        var other = SocialKeys.POST.key(UserId.of("ann"), post);
        var refused =
                editAfter(() -> {
                    bed.suspend("ann", true);
                    bed.table().write(Audience.AUTHOR.in(Write.Update.of(other)));
                });
        bed.suspend("ann", false);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(Objects.requireNonNull(bed.table().get(other)).text(PostItems.CONTENT))
                .isEqualTo("Fog.");
    }

    private TestResponse editAfter(Runnable event) {
        var isFirst = new AtomicBoolean(true);
        var functions =
                bed.functions()
                        .on(table ->
                                new InterceptedTable(
                                        table,
                                        write -> {
                                            if (SocialKeys.POST.is(write.key())
                                                    && isFirst.getAndSet(false)) {
                                                event.run();
                                            }
                                        }));
        return edit("{\"content\": \"Late.\"}")
                .send("EditPost", functions.http(TestBed.row("EditPost")));
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
        assertThat(bed.table().get(SocialKeys.POST.key(UserId.of("ann"), post))).isNotNull();
        assertThat(bed.table().get(SocialKeys.POST.key(UserId.of("ann"), PostId.of("unknown"))))
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
