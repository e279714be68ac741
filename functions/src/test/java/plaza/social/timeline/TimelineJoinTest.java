package plaza.social.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;

class TimelineJoinTest {
    private static final UserId ME = UserId.of("me");

    @Test
    void anEmptyPageNeedsNoReads() {
        assertThat(TimelineJoin.of(ME, List.of(), 5L))
                .isEqualTo(new TimelineJoin(List.of(), List.of(), List.of()));
    }

    @Test
    void aSinglePostIsReadByItsKeyEventuallyAndTheFollowStrongly() {
        var join = TimelineJoin.of(ME, List.of(post("ann", 1)), 1L);

        assertThat(join.ranges()).isEmpty();
        assertThat(join.eventual()).containsExactly(post("ann", 1));
        assertThat(join.strong()).containsExactly(SocialKeys.FOLLOWEE.key(ME, UserId.of("ann")));
    }

    @Test
    void ownPostsAreReadStronglyAndNeedNoFollow() {
        var one = TimelineJoin.of(ME, List.of(post("me", 1)), 0L);
        var two = TimelineJoin.of(ME, List.of(post("me", 2), post("me", 1)), 0L);

        assertThat(one.strong()).containsExactly(post("me", 1));
        assertThat(two.strong()).isEmpty();
        assertThat(two.ranges()).hasSize(1);
        assertThat(two.ranges().getFirst().query().strong()).isTrue();
    }

    @Test
    void thePostsOfAnAuthorAreReadInOneQuery() {
        var posts = List.of(post("ann", 7), post("ben", 6), post("ann", 3), post("ann", 1));

        var join = TimelineJoin.of(ME, posts, null);

        assertThat(join.eventual()).containsExactly(post("ben", 6));
        var range = join.ranges().getFirst();
        assertThat(range.keys()).containsExactly(post("ann", 1), post("ann", 3), post("ann", 7));
        assertThat(range.limit()).isEqualTo(3);
        assertThat(range.query().collection()).isEqualTo(SocialKeys.POSTS.of(UserId.of("ann")));
        assertThat(range.query().strong()).isFalse();
        assertThat(range.query().least()).isEqualTo(post("ann", 1).sk());
        assertThat(range.query().greatest()).isEqualTo(post("ann", 7).sk());
    }

    /// A Query never costs more than the keys: at most one unit less than the number of authors.
    @ParameterizedTest
    @CsvSource({
        "1, 0, false",
        "1, 1, false",
        "2, 0, true",
        "2, 37, true",
        "2, 38, false",
        "25, 888, true",
        "25, 889, false",
        "25, , false"
    })
    void followsAreQueriedWhereThatIsCheaper(
            int authors, @Nullable Long following, boolean isQueried) {
        var posts = IntStream.range(0, authors).mapToObj(n -> post("u" + n, n)).toList();

        var join = TimelineJoin.of(ME, posts, following);

        assertThat(join.ranges()).hasSize(isQueried ? 1 : 0);
        assertThat(join.strong()).hasSize(isQueried ? 0 : authors);
        for (var range : join.ranges()) {
            assertThat(range.query().strong()).isTrue();
            assertThat(range.keys()).hasSize(authors);
            assertThat(range.limit())
                    .isPositive()
                    .isLessThanOrEqualTo((authors - 1) * TimelineJoin.FOLLOWS_PER_UNIT);
        }
    }

    @Test
    void theAuthorsWithMostPostsAreQueried() {
        var posts =
                IntStream.range(0, 30)
                        .boxed()
                        .flatMap(author ->
                                IntStream.range(0, 2 + author % 3)
                                        .mapToObj(n -> post("u" + author, n)))
                        .toList();

        var join = TimelineJoin.of(ME, posts, null);

        assertThat(join.ranges()).hasSize(TimelineJoin.QUERIES_MAX);
        assertThat(join.ranges()).allMatch(range -> range.keys().size() >= 3);
        assertThat(join.eventual()).hasSize(10 * 2);
    }

    /// Whatever the page holds, each post and each follow is read once, in at most 20 Queries.
    @Test
    void everyKeyIsReadOnce() {
        for (var seed = 0; seed < 2_000; seed++) {
            var random = new SplittableRandom(seed);
            var authors = 1 + random.nextInt(60);
            var posts = new HashSet<Key>();
            for (var n = random.nextInt(101); n > 0; n--) {
                var author = random.nextInt(authors);
                posts.add(post(author == 0 ? "me" : "u" + author, n));
            }
            var following = random.nextBoolean() ? null : (Long) (long) random.nextInt(3_000);

            var join = TimelineJoin.of(ME, posts, following);

            var expected = new ArrayList<Key>(posts);
            posts.stream()
                    .map(key -> SocialKeys.POSTS.parse(key))
                    .filter(author -> !author.equals(ME))
                    .distinct()
                    .forEach(author -> expected.add(SocialKeys.FOLLOWEE.key(ME, author)));
            assertThat(
                            Stream.of(
                                            join.ranges().stream()
                                                    .flatMap(range -> range.keys().stream()),
                                            join.strong().stream(),
                                            join.eventual().stream())
                                    .flatMap(keys -> keys))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(join.ranges()).hasSizeLessThanOrEqualTo(TimelineJoin.QUERIES_MAX);
            assertThat(join.eventual()).noneMatch(key -> SocialKeys.POSTS.parse(key).equals(ME));
        }
    }

    @Test
    void keysBehindTheEndOfAQueryAreStillToBeRead() {
        var posts = List.of(post("ann", 1), post("ann", 3), post("ann", 7));
        var range = TimelineJoin.of(ME, posts, null).ranges().getFirst();

        assertThat(range.beyond(new Page<>(List.<Item>of(), null))).isEmpty();
        assertThat(range.beyond(endingAt(post("ann", 3)))).containsExactly(post("ann", 7));
        assertThat(range.beyond(endingAt(post("ann", 2))))
                .containsExactly(post("ann", 3), post("ann", 7));
        assertThat(range.beyond(endingAt(post("ann", 7)))).isEmpty();
    }

    private static Page<Item> endingAt(Key key) {
        return new Page<>(List.of(), Page.Position.of(key));
    }

    private static Key post(String author, int number) {
        return SocialKeys.POST.key(UserId.of(author), PostId.of("p%03d".formatted(number)));
    }
}
