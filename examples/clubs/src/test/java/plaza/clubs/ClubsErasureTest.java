package plaza.clubs;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.local.HttpTestClient.json;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.kit.LocalSystem;
import plaza.testkit.Await;

/// A user of social who leaves, with their clubs.
class ClubsErasureTest {
    @RegisterExtension static final LocalSystem PLAZA = LocalSystem.of("social,clubs");

    @Test
    void theScanErasesAFounderAndMember() {
        var _ = PLAZA.send("ann", "PUT", "/clubs/go", "{\"name\":\"Go\"}");
        var _ = PLAZA.send("ann", "PUT", "/clubs/go/members/ann");
        var _ = PLAZA.send("ben", "PUT", "/clubs/go/members/ben");
        var _ = PLAZA.send("ann", "PUT", "/clubs/bridge", "{\"name\":\"Bridge\"}");
        var _ = PLAZA.send("ann", "PUT", "/clubs/bridge/members/ann");
        var _ = PLAZA.send("ann", "POST", "/users/ann/erasure", "{\"userId\":\"ann\"}");
        PLAZA.drain();
        reconcile();

        var club = json(PLAZA.send("ben", "GET", "/clubs/go").body());
        assertThat(club.path("founderId").asText()).isEqualTo("ben");
        assertThat(club.path("memberCount").asInt()).isEqualTo(1);
        assertThat(PLAZA.send("ben", "GET", "/clubs/go/members").body()).doesNotContain("ann");
        assertThat(PLAZA.send("ben", "GET", "/clubs/bridge").statusCode()).isEqualTo(404);
    }

    /// Performs a run of Reconcile, which waits for the counts of the members that it deletes.
    private static void reconcile() {
        var _ = PLAZA.send("boss", "POST", "/dev/reconcile", "{}");
        Await.until(
                "the end of the run",
                Duration.ofMinutes(1),
                () -> {
                    PLAZA.drain();
                    PLAZA.clock().set(PLAZA.clock().instant().plusSeconds(60));
                    var report = PLAZA.send("boss", "GET", "/dev/reconcile");
                    return json(report.body()).path("state").asText().equals("done");
                });
    }
}
