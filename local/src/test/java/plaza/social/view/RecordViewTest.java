package plaza.social.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class RecordViewTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    @Test
    void aSessionCountsOnce() {
        var post = post("ann");

        var reply = view("ben", post, "session-1");

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"postId\":\""
                                + post
                                + "\",\"sessionId\":\"session-1\","
                                + "\"viewedAt\":\"2026-11-20T10:00:00.000Z\"}");
        bed.clock().advance(Duration.ofHours(1));
        var again = view("cat", post, "session-1"); // a session does not belong to a user
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(reply.json());
        assertThat(view("ben", post, "session-2").status()).isEqualTo(201);
        assertThat(bed.items(SocialKeys.VIEWS.of(post)))
                .extracting(item -> item.key().sk())
                .containsExactly("s#session-1", "s#session-2");
    }

    @Test
    void aSessionCountsAgainAfterADay() {
        var post = post("dan");
        view("eve", post, "s");
        bed.clock().advance(View.LIFETIME.minus(Duration.ofSeconds(1)));
        assertThat(view("eve", post, "s").status()).isEqualTo(200);

        bed.clock().advance(Duration.ofSeconds(1));

        var next = view("eve", post, "s");
        assertThat(next.status()).isEqualTo(201);
        assertThat(next.json().path("viewedAt").asText()).isEqualTo("2026-11-21T10:00:00.000Z");
        assertThat(bed.items(SocialKeys.VIEWS.of(post)))
                .singleElement()
                .satisfies(item ->
                        assertThat(item.number("ttl"))
                                .isEqualTo(
                                        bed.clock()
                                                .instant()
                                                .plus(View.LIFETIME)
                                                .getEpochSecond()));
    }

    @Test
    void viewingAMissingPostReturns404() {
        var post = post("fay");
        assertThat(view("gus", post, "s1").status()).isEqualTo(201);
        bed.as("fay").at("userId", "fay").at("postId", post.value()).send("DeletePost");
        for (var gone : List.of(post, PostId.of("never"))) {
            var reply = view("gus", gone, "s2");
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.badFields()).containsExactly("postId");
        }
        assertThat(bed.items(SocialKeys.VIEWS.of(post))).hasSize(1);
        assertThat(bed.items(SocialKeys.VIEWS.of(PostId.of("never")))).isEmpty();
    }

    private static PostId post(String author) {
        bed.user(author);
        return bed.post(author, "Fog.");
    }

    private static TestResponse view(String caller, PostId post, String session) {
        return bed.as(caller)
                .at("postId", post.value())
                .at("sessionId", session)
                .send("RecordView");
    }
}
