package plaza.clubs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.evolution.MigrationSettings;
import plaza.id.UserId;
import plaza.testkit.TestBed;

/// The migration of `docs/evolution.md`, with members of the release before and of this one.
class MemberOrderTest {
    private static final String ID = MemberOrder.MIGRATION.id();

    @AutoClose private final TestBed bed = new TestBed();

    private static final MigrationSettings HOLDING = new MigrationSettings(Set.of(ID), Set.of());

    @Test
    void membersOfTheReleaseBeforeAreListedAfterTheMigration() {
        join(HOLDING, "cid", "ann");
        join(MigrationSettings.NONE, "ben");
        assertThat(members()).containsExactly("ben");

        assertThat(prove()).containsEntry("old", 2L);
        assertThat(migrate(Map.of("action", "plan", "migration", ID))).containsEntry("old", 2L);
        assertThat(migrate(Map.of("action", "migrate", "migration", ID)))
                .containsEntry("rewritten", 2L)
                .containsEntry("writeUnits", 4L);
        assertThat(prove()).containsEntry("old", 0L);

        assertThat(members()).containsExactly("ben", "ann", "cid");
        assertThat(bed.reconcile(Map.of())).containsEntry("driftCount", 0L);
    }

    private void join(MigrationSettings release, String... users) {
        bed.as("ann").at("clubId", "go").body("{\"name\": \"Go\"}").send("PutClub").orFail();
        for (var user : users) {
            var member = new Member(new ClubId("go"), UserId.of(user), bed.clock().instant());
            bed.putAll(Stream.of(MemberOrder.member(member, release)));
            bed.clock().advance(Duration.ofSeconds(1));
        }
        bed.drain();
    }

    private List<String> members() {
        return bed.as("ann")
                .at("clubId", "go")
                .send("ListClubMembers")
                .json()
                .findValuesAsText("userId");
    }

    private Map<String, Object> prove() {
        var gone = bed.clock().instant().minus(Duration.ofHours(1)).toString();
        return migrate(Map.of("action", "prove", "migration", ID, "oldWritersGoneAt", gone));
    }

    private Map<String, Object> migrate(Map<String, Object> request) {
        return bed.migrate(request);
    }
}
