package plaza.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.testkit.invocation.TestClock;

class UlidsTest {
    private final TestClock clock = new TestClock(Instant.ofEpochMilli(1_571_827_560_000L));

    @Test
    void idsAreUlidsOfTheirTime() {
        var stamp = new Ulids(clock, new SplittableRandom(1)).next();
        assertThat(stamp.id()).hasSize(26).startsWith("01DQW3JBJ0");
        assertThat(stamp.time()).isEqualTo(clock.instant());
    }

    @Test
    void idsIncreaseWhenTheClockStepsBackSlightly() {
        Seeds.forEach(
                "idsIncreaseWhenTheClockStepsBackSlightly",
                50,
                random -> {
                    var ids = new Ulids(clock, random);
                    var last = ids.next();
                    for (var index = 0; index < 500; index++) {
                        clock.advance(Duration.ofMillis(random.nextInt(-3, 4)));
                        var next = ids.next();
                        assertThat(next.id()).isGreaterThan(last.id());
                        assertThat(next.time()).isAfterOrEqualTo(last.time());
                        last = next;
                    }
                });
    }

    @Test
    void idsFollowAClockThatWasSetBack() {
        var ids = new Ulids(clock, new SplittableRandom(1));
        ids.next();
        clock.set(Instant.ofEpochMilli(1_000_000_000_000L));
        assertThat(ids.next().time()).isEqualTo(Instant.ofEpochMilli(1_000_000_000_000L));
    }

    @Test
    void copiesOfOneSnapshotGenerateDifferentIdsAfterForget() {
        var ids = new HashSet<>();
        for (var copy = 0; copy < 2; copy++) {
            var snapshot = new Ulids(clock, new java.security.SecureRandom());
            snapshot.next();
            snapshot.forget();
            for (var index = 0; index < 100; index++) {
                ids.add(snapshot.next().id());
            }
        }
        assertThat(ids).hasSize(200);
    }
}
