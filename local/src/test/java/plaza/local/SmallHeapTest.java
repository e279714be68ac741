package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// When [SmallHeap] collects garbage.
final class SmallHeapTest {
    private static final long MB = 1_024 * 1_024;

    private long used = 50 * MB;
    private long alive = 50 * MB;
    private int collections;

    private final SmallHeap heap =
            new SmallHeap(
                    () -> used,
                    () -> {
                        collections++;
                        used = alive;
                    });

    private int looks(long... usedBytes) {
        for (var bytes : usedBytes) {
            used = bytes;
            heap.look();
        }
        return collections;
    }

    @Test
    void aHeapThatHasGrownIsCollected() {
        assertThat(looks(63 * MB)).isZero();
        assertThat(looks(65 * MB)).isOne();
        assertThat(used).isEqualTo(alive);
        assertThat(looks(113 * MB, 114 * MB)).isOne();
        assertThat(looks(115 * MB)).isEqualTo(2);
    }

    @Test
    void anIdleSystemIsCollectedOnce() {
        assertThat(looks(20 * MB, 21 * MB)).isZero();
        assertThat(looks(21 * MB + 100_000)).isOne();
        assertThat(looks(alive, alive, alive)).isOne();
        assertThat(looks(60 * MB, 60 * MB)).isEqualTo(2);
    }

    /// What is alive is not collected again and again.
    @Test
    void aLargeHeapThatIsAliveIsCollectedOnlyAfterItHasGrown() {
        alive = 500 * MB;
        assertThat(looks(500 * MB, 500 * MB, 500 * MB, 507 * MB, 507 * MB)).isOne();
        assertThat(looks(565 * MB)).isEqualTo(2);
    }

    @Test
    void littleGarbageIsLeft() {
        assertThat(looks(65 * MB, 57 * MB, 57 * MB, 57 * MB)).isOne();
    }
}
