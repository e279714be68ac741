package plaza.social.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

final class RecordViewsTest {
    @AutoClose private final TestBed bed = new TestBed();
    private PostId first;
    private PostId second;

    @BeforeEach
    void start() {
        bed.user("ann");
        first = bed.post("ann", "Fog.");
        second = bed.post("ann", "Rain.");
    }

    @Test
    void eachPostCountsOnceForASession() {
        var reply = view("s1", first.value(), second.value(), first.value());

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString()).isEqualTo("{\"recorded\":2,\"unknown\":[]}");
        assertThat(view("s1", first.value(), second.value()).json().toString())
                .isEqualTo("{\"recorded\":2,\"unknown\":[]}");
        assertThat(view("s2", second.value()).json().path("recorded").asInt()).isEqualTo(1);
        bed.drain();
        assertThat(count(first)).isEqualTo(1);
        assertThat(count(second)).isEqualTo(2);
    }

    @Test
    void theViewsAreThoseOfRecordView() {
        var one = bed.as("ben").at("postId", first.value()).at("sessionId", "s1");
        one.send("RecordView").orFail();
        var stored = bed.items(SocialKeys.VIEWS.of(first));
        bed.clock().advance(View.LIFETIME.minus(Duration.ofSeconds(1)));

        assertThat(view("s1", first.value()).json().path("recorded").asInt()).isEqualTo(1);
        assertThat(bed.items(SocialKeys.VIEWS.of(first))).isEqualTo(stored);
        bed.clock().advance(Duration.ofSeconds(1));
        assertThat(view("s1", first.value()).json().path("recorded").asInt()).isEqualTo(1);
        assertThat(bed.items(SocialKeys.VIEWS.of(first))).isNotEqualTo(stored);
        assertThat(one.send("RecordView").status()).isEqualTo(200);
    }

    @Test
    void unknownPostsAreReported() {
        bed.as("ann").at("userId", "ann").at("postId", second.value()).send("DeletePost").orFail();

        var reply = view("s1", "zero", second.value(), first.value(), "zero");

        assertThat(reply.json().toString())
                .isEqualTo("{\"recorded\":1,\"unknown\":[\"zero\",\"" + second + "\"]}");
        assertThat(bed.items(SocialKeys.VIEWS.of(first))).hasSize(1);
        assertThat(bed.items(SocialKeys.VIEWS.of(second))).isEmpty();
    }

    @Test
    void aHundredPostsAreTheLimit() {
        var posts = Collections.nCopies(100, first.value()).toArray(String[]::new);
        assertThat(view("s1", posts).json().path("recorded").asInt()).isEqualTo(1);
        for (var count : new int[] {0, 101}) {
            var refused =
                    view("s2", Collections.nCopies(count, first.value()).toArray(String[]::new));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.badFields()).containsExactly("postIds");
        }
    }

    private TestResponse view(String session, String... posts) {
        var ids =
                Stream.of(posts)
                        .map(post -> '"' + post + '"')
                        .collect(Collectors.joining(",", "{\"postIds\":[", "]}"));
        return bed.as("ben").at("sessionId", session).body(ids).send("RecordViews");
    }

    private int count(PostId post) {
        return bed.as("ben")
                .at("postId", post.value())
                .send("GetViewCountByPostId")
                .json()
                .path("viewCount")
                .asInt();
    }
}
