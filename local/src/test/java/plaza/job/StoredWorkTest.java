package plaza.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.testkit.ContextKits;
import plaza.testkit.StoredJob;
import plaza.testkit.Works;

/// The items of jobs are read and written as before.
class StoredWorkTest {
    private static final Instant END = Instant.ofEpochSecond(1_772_442_300);

    private static final List<StoredJob> STORED =
            ContextKits.all().flatMap(kit -> kit.storedJobs().stream()).toList();

    @Test
    void everyKindOfWorkIsReadFromItsItem() {
        assertThat(STORED)
                .allSatisfy(stored -> {
                    var job = Job.from(stored.item(END));
                    assertThat(job)
                            .isEqualTo(new Job(stored.work().stored(), 3, List.of("a", "b"), 0));
                    assertThat(Works.of(job)).isEqualTo(stored.work());
                });
        assertThat(STORED.stream().<Class<?>>map(stored -> stored.work().getClass()).distinct())
                .containsExactlyInAnyOrderElementsOf(Works.kinds());
    }

    @Test
    void everyKindOfWorkIsWrittenAsItsItem() {
        assertThat(STORED)
                .allSatisfy(stored ->
                        assertThat(Job.from(stored.item(END)).item(END))
                                .isEqualTo(stored.item(END)));
    }
}
