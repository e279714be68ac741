package plaza.social.like;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// Tests of [GetLikeCountByPostId] and `GetViewCountByPostId`.
class PostCountsTest {
    private static final TestBed bed = new TestBed();

    enum Count {
        LIKES("GetLikeCountByPostId", "likeCount", PostCounter.LIKES),
        VIEWS("GetViewCountByPostId", "viewCount", PostCounter.VIEWS);

        private final String function;
        private final String field;
        private final PostCounter counter;

        Count(String function, String field, PostCounter counter) {
            this.function = function;
            this.field = field;
            this.counter = counter;
        }

        private Item item(PostId post, long count) {
            return PostItems.counter(post, UserId.of("ann"), Map.of(counter, count));
        }
    }

    @ParameterizedTest
    @EnumSource
    void itReturnsTheCount(Count count) {
        bed.user("ann-" + count);
        var post = bed.post("ann-" + count, "Fog.");
        assertThat(get(count, post).json().toString()).isEqualTo(json(count, post, 0));
        set(count, post, 3_000_000_000L);
        var reply = get(count, post);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString()).isEqualTo(json(count, post, 3_000_000_000L));
    }

    @ParameterizedTest
    @EnumSource
    void matchingIfNoneMatchReturns304(Count count) {
        bed.user("ben-" + count);
        var post = bed.post("ben-" + count, "Fog.");
        var tag = get(count, post).header("etag");
        var call = bed.as("x").at("postId", post.value());
        for (var known : List.of(tag, "W/" + tag, "\"a\", " + tag, "*")) {
            var reply = call.header("if-none-match", known).send(count.function);
            assertThat(reply.status()).as(known).isEqualTo(304);
            assertThat(reply.json().isMissingNode()).isTrue();
        }
        set(count, post, 1);
        var changed = call.header("if-none-match", tag).send(count.function);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("etag")).isNotEqualTo(tag);
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownPostReturns404(Count count) {
        var reply = get(count, PostId.of("unknown"));
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.badFields()).containsExactly("postId");
    }

    private static String json(Count count, PostId post, long value) {
        return "{\"postId\":\"%s\",\"%s\":%d}".formatted(post, count.field, value);
    }

    private static void set(Count count, PostId post, long value) {
        bed.table().write(Write.Put.of(count.item(post, value)));
    }

    private static TestResponse get(Count count, PostId post) {
        return bed.as("x").at("postId", post.value()).send(count.function);
    }
}
