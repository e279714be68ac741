package plaza.clubs;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.local.HttpTestClient.json;

import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.kit.LocalSystem;

/// What the routes of this context do, over HTTP on the running local system.
class ClubsTest {
    @RegisterExtension static final LocalSystem PLAZA = LocalSystem.of("clubs");

    @Test
    void onlyTheFounderRenamesAClub() {
        assertThat(put("ann", "/clubs/chess", "{\"name\":\"Chess\"}").statusCode()).isEqualTo(201);

        var renamed = put("ann", "/clubs/chess", "{\"name\":\"The chess club\"}");
        var refused = put("ben", "/clubs/chess", "{\"name\":\"Ben's club\"}");

        assertThat(renamed.statusCode()).isEqualTo(200);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(json(get("/clubs/chess").body()).path("name").asText())
                .isEqualTo("The chess club");
    }

    @Test
    void membersAreCountedOnceAndListedNewestFirst() {
        PLAZA.clock().set(Instant.parse("2027-01-01T00:00:00Z"));
        var _ = put("ann", "/clubs/go", "{\"name\":\"Go\"}");
        for (var user : new String[] {"cid", "ann", "ben"}) {
            assertThat(join(user, "go").statusCode()).isEqualTo(201);
            assertThat(join(user, "go").statusCode()).isEqualTo(200);
            PLAZA.clock().set(PLAZA.clock().instant().plusSeconds(1));
        }
        assertThat(PLAZA.send("cid", "DELETE", "/clubs/go/members/cid").statusCode())
                .isEqualTo(204);
        PLAZA.drain();

        assertThat(json(get("/clubs/go").body()).path("memberCount").asInt()).isEqualTo(2);
        var first = json(get("/clubs/go/members?limit=1").body());
        var second =
                json(
                        get("/clubs/go/members?limit=1&cursor=" + first.path("nextCursor").asText())
                                .body());
        assertThat(first.at("/items/0/userId").asText()).isEqualTo("ben");
        assertThat(second.at("/items/0/userId").asText()).isEqualTo("ann");
    }

    @Test
    void aClubThatDoesNotExistHasNoMembers() {
        assertThat(join("ann", "none").statusCode()).isEqualTo(404);
        assertThat(get("/clubs/none").statusCode()).isEqualTo(404);
        assertThat(get("/clubs/none/members").statusCode()).isEqualTo(404);
    }

    private static HttpResponse<String> join(String user, String club) {
        return PLAZA.send(user, "PUT", "/clubs/" + club + "/members/" + user);
    }

    private static HttpResponse<String> put(String user, String target, String body) {
        return PLAZA.send(user, "PUT", target, body);
    }

    private static HttpResponse<String> get(String target) {
        return PLAZA.send("ann", "GET", target);
    }
}
