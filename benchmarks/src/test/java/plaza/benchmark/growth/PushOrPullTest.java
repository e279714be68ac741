package plaza.benchmark.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.benchmark.growth.PushOrPull.Habits;

class PushOrPullTest {
    /// User 0 follows user 1.
    private static final FollowGraph PAIR =
            new FollowGraph("pair", List.of(new int[] {1}, new int[0]), 1);

    /// User 1 writes two posts a day, and user 0 reads ten pages a day.
    private static final Habits HABITS = new Habits(new double[] {0, 2}, new double[] {10, 0});

    /// The author writes 60 posts in 30 days, so a page reads 51 of them and one edge.
    @Test
    void pushedPageReadsReferencesPostsAndTheEdge() {
        var load = PushOrPull.load(PAIR, HABITS, PushOrPull.PUSH);
        assertThat(load.writes()).isEqualTo(2);
        var references = Math.ceil(51 * Sizes.ENTRY / 4_096.0) / 2;
        assertThat(load.reads())
                .isCloseTo(10 * (references + 51 + 1) + 2 * Sizes.EDGE / 4_096.0, within(1e-6));
        assertThat(load.queriesMax()).isEqualTo(1);
    }

    /// One Query reads 52 posts of the author, and another reads the list of followees.
    @Test
    void pulledPageMakesOneQueryPerAuthor() {
        var load = PushOrPull.load(PAIR, HABITS, PushOrPull.PULL);
        assertThat(load.writes()).isZero();
        assertThat(load.reads()).isEqualTo(10 * (Math.ceil(52 * Sizes.POST / 4_096.0) + 1));
        assertThat(load.queriesMax()).isEqualTo(2);
    }

    /// The author writes 0.2 posts per page of the reader.
    @Test
    void edgeIsPulledAboveTheThresholdOfPostsPerPage() {
        assertThat(PushOrPull.load(PAIR, HABITS, 0.19).writes()).isZero();
        assertThat(PushOrPull.load(PAIR, HABITS, 0.21).writes()).isEqualTo(2);
    }

    @Test
    void syntheticGraphIsSkewedAndReproducible() {
        var graph = FollowGraph.skewed(1_000, 20, 7);
        assertThat(graph.followersMax()).isGreaterThan(10 * graph.edges() / graph.users());
        assertThat(FollowGraph.skewed(1_000, 20, 7).followees().get(5))
                .isEqualTo(graph.followees().get(5));
    }
}
