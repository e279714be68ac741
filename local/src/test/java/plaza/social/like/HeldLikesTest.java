package plaza.social.like;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.evolution.MigrationSettings;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.table.KeySpace;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Likes of version 1, written while the migration is held: they count, can be removed, and are
/// migrated like those of an older release.
final class HeldLikesTest {
    private static final TestBed bed = new TestBed();
    private static RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> heldLikePost;
    private PostId post;

    @BeforeAll
    static void start() {
        bed.user("ann");
        bed.user("ben");
        var held = TestBed.holding(LikeItems.BY_USER);
        heldLikePost =
                bed.functions().with(MigrationSettings.class, held).http(TestBed.row("LikePost"));
    }

    @BeforeEach
    void write() {
        post = bed.post("ann", "Fog.");
    }

    @Test
    void aHeldLikeIsCountedOnceByBothReleases() {
        assertThat(likeHeld()).isEqualTo(201);
        assertThat(likeHeld()).isEqualTo(200);
        assertThat(ben().send("LikePost").status()).isEqualTo(200);

        assertThat(storedVersion()).isEqualTo(1);
        assertThat(count()).isOne();
        assertThat(drift()).isEqualTo(Map.of());
    }

    @Test
    void aHeldLikeIsRemovedByTheNewRelease() {
        likeHeld();
        assertThat(count()).isOne();

        ben().send("UnlikePost").orFail();

        assertThat(storedVersion()).isZero();
        assertThat(count()).isZero();
        assertThat(drift()).isEqualTo(Map.of());
    }

    @Test
    void aHeldLikeIsMigratedWithoutAnotherCount() {
        likeHeld();
        assertThat(count()).isOne();
        assertThat(listed()).doesNotContain(post.value());

        bed.migrate(
                Map.of(
                        "action",
                        "migrate",
                        "migration",
                        LikeItems.BY_USER.id(),
                        "unitsPerSecond",
                        1_000));

        assertThat(storedVersion()).isEqualTo(2);
        assertThat(count()).isOne();
        assertThat(listed()).contains(post.value());
        assertThat(drift()).isEqualTo(Map.of());
        ben().send("UnlikePost").orFail();
        assertThat(count()).isZero();
        assertThat(drift()).isEqualTo(Map.of());
    }

    private TestRequest ben() {
        return bed.as("ben").at("userId", "ben").at("postId", post.value());
    }

    private int likeHeld() {
        return ben().send("LikePost", heldLikePost).status();
    }

    private int storedVersion() {
        var like = bed.table().getConsistent(KeySpace.LIKE.key(post, UserId.of("ben")));
        return like == null ? 0 : like.version();
    }

    private int count() {
        bed.drain();
        return ben().send("GetLikeCountByPostId").json().path("likeCount").asInt();
    }

    private List<String> listed() {
        return ben().send("ListLikedPosts").column("postId");
    }

    private Object drift() {
        return requireNonNull(bed.reconcile(Map.of()).get("driftByCheck"));
    }
}
