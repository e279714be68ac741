package plaza.clubs;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.local.HttpTestClient.json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.kit.LocalSystem;

/// This context and social in one system, on one table.
class BesideSocialTest {
    @RegisterExtension static final LocalSystem PLAZA = LocalSystem.of("social,clubs");

    @Test
    void bothContextsCountAndAreDocumented() {
        var _ = PLAZA.send("ann", "PUT", "/users/ann", "{\"name\":\"Ann\"}");
        var post =
                json(PLAZA.send("ann", "POST", "/users/ann/posts", "{\"content\":\"Fog.\"}").body())
                        .path("postId")
                        .asText();
        var _ = PLAZA.send("ann", "PUT", "/posts/" + post + "/likes/ann");
        var _ = PLAZA.send("ann", "PUT", "/clubs/chess", "{\"name\":\"Chess\"}");
        var _ = PLAZA.send("ann", "PUT", "/clubs/chess/members/ann");
        PLAZA.drain();

        var likes = PLAZA.send("ann", "GET", "/posts/" + post + "/likes/count");
        var club = PLAZA.send("ann", "GET", "/clubs/chess");
        var document = json(PLAZA.send("ann", "GET", "/openapi.json").body());
        var report = PLAZA.send("ann", "POST", "/dev/reconcile", "{}");

        assertThat(json(likes.body()).path("likeCount").asInt()).isEqualTo(1);
        assertThat(json(club.body()).path("memberCount").asInt()).isEqualTo(1);
        assertThat(document.path("paths").has("/clubs/{clubId}")).isTrue();
        assertThat(document.path("paths").has("/posts/{postId}")).isTrue();
        assertThat(document.path("paths").has("/gamers/{gamerId}")).isFalse();
        assertThat(json(report.body()).path("driftCount").asInt(-1)).isZero();
        assertThat(PLAZA.send("ann", "GET", "/gamers/ann").statusCode()).isEqualTo(404);
    }
}
