package plaza.benchmark.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.benchmark.growth.PushOrPull.Design;
import plaza.benchmark.growth.PushOrPull.Habits;
import plaza.benchmark.growth.PushOrPull.Network;

class PushOrPullTest {
    /// User 0 follows user 1.
    private static final FollowGraph PAIR =
            new FollowGraph("pair", List.of(new int[] {1}, new int[0]), 1);

    /// User 1 writes twenty posts a day, which fill the page, and user 0 reads ten pages a day.
    private static final Network NETWORK = network(20);

    private static Network network(double posts) {
        var habits = new Habits(new double[] {0, posts}, new double[] {10, 0});
        return Network.of(PAIR, habits, 1);
    }

    @Test
    void aFullPageReadsOnePostMoreThanItShows() {
        assertThat(NETWORK.pages()).containsExactly(new int[] {51, 0}, new int[] {51});
    }

    /// The posts are written to two timelines: that of user 0 and the author's own.
    @Test
    void theFormerPushReadsPostsAndTheEdgeByKey() {
        var load = NETWORK.load(Design.FORMER);
        assertThat(load.writes()).isEqualTo(2 * 20);
        assertThat(load.pages()).isEqualTo(10 * (references() + 51 + 1));
        assertThat(load.reads() - load.pages()).isCloseTo(20 * Sizes.EDGE / 4_096.0, within(1e-6));
        assertThat(load.queriesMax()).isEqualTo(1);
    }

    /// Half a unit for the number of follows, one for the edge, and a Query of 51 posts.
    @Test
    void pushReadsThePostsOfAnAuthorInOneQuery() {
        var load = NETWORK.load(Design.PUSH);
        assertThat(load.writes()).isEqualTo(2 * 20);
        var posts = Math.ceil(51 * Sizes.POST / 4_096.0) / 2;
        assertThat(load.pages()).isEqualTo(10 * (references() + 0.5 + 1 + posts));
        assertThat(load.queriesMax()).isEqualTo(2);
    }

    /// One Query reads 52 posts of the author, another the list of followees, and a third the
    /// reader's own posts.
    @Test
    void pulledPageMakesOneQueryPerAuthor() {
        var load = NETWORK.load(Design.PULL);
        assertThat(load.writes()).isZero();
        assertThat(load.reads()).isEqualTo(10 * (Math.ceil(52 * Sizes.POST / 4_096.0) / 2 + 1 + 1));
        assertThat(load.queriesMax()).isEqualTo(3);
    }

    /// The author writes 0.2 posts per page of the reader.
    @Test
    void edgeIsPulledAboveTheThresholdOfPostsPerPage() {
        var pulled = network(2).load(Design.mixture(0.19, 1));
        var pushed = network(2).load(Design.mixture(0.21, 1));
        assertThat(pushed.writes() - pulled.writes()).isEqualTo(2);
    }

    /// User 1 follows no user, so a page of theirs reads their own posts without references.
    @Test
    void noMoreThanTheGivenNumberOfAuthorsIsPulled() {
        assertThat(NETWORK.load(Design.mixture(0, 0)).writes()).isEqualTo(20);
        assertThat(NETWORK.load(Design.mixture(0, 1)).writes()).isZero();
    }

    private static double references() {
        return Math.ceil(51 * Sizes.ENTRY / 4_096.0) / 2;
    }

    @Test
    void syntheticGraphIsSkewedAndReproducible() {
        var graph = FollowGraph.skewed(1_000, 20, 7);
        assertThat(graph.followersMax()).isGreaterThan(10 * graph.edges() / graph.users());
        assertThat(FollowGraph.skewed(1_000, 20, 7).followees().get(5))
                .isEqualTo(graph.followees().get(5));
    }
}
