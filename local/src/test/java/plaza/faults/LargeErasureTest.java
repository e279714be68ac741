package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.Deep;
import plaza.id.UserId;
import plaza.leaving.Leavers;
import plaza.leaving.Traces;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserCounts;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.testkit.TestBed;

/// Two users with very many items leave at the same moment: one who has followers, likes and a
/// timeline, and one who has posts. `-Dplaza.items` sets how many items of each kind they have.
@Deep
class LargeErasureTest {
    private static final int NUMBER = Integer.getInteger("plaza.items", 11_500);
    private static final UserId STAR = UserId.of("star");
    private static final UserId WRITER = UserId.of("writer");
    private static final UserId OTHER = UserId.of("other");
    private static final Instant TIME = Instant.parse("2026-11-01T00:00:00Z");

    @Test
    void everyItemGoesAndEveryCountOfOthersIsExact() {
        try (var bed = new TestBed()) {
            for (var user : List.of(STAR, WRITER, OTHER)) {
                bed.user(user.value());
            }
            bed.putAll(IntStream.range(0, NUMBER).boxed().flatMap(LargeErasureTest::items));
            bed.putAll(
                    Stream.of(
                            UserItems.userCounts(STAR, new UserCounts(NUMBER, 0, 0)),
                            UserItems.userCounts(WRITER, new UserCounts(0, 0, NUMBER)),
                            UserItems.userCounts(OTHER, new UserCounts(0, 0, NUMBER))));
            bed.drain();
            assertThat(likes(bed, 0)).isOne();
            var before = bed.everything().size();
            var begun = System.nanoTime();

            bed.erase(STAR.value());
            bed.erase(WRITER.value());
            bed.drain();

            var took = Duration.ofNanos(System.nanoTime() - begun);
            var table = bed.everything();
            System.out.printf(
                    "large erasure: %d items before, %d after, %d s%n",
                    before, table.size(), took.toSeconds());
            for (var user : List.of(STAR, WRITER)) {
                assertThat(Leavers.state(bed, user.value())).isEqualTo("removed");
                assertThat(Traces.of(user.value(), table)).isSubsetOf(Leavers.leftByPaths());
            }
            for (var number = 0; number < NUMBER; number++) {
                var counts = table.get(SocialKeys.USER_COUNT.key(reader(number)));
                assertThat(Objects.requireNonNull(counts).number(UserItems.FOLLOWING_COUNT))
                        .isZero();
                assertThat(likes(bed, number)).as("likes of post %d", number).isZero();
            }
        }
    }

    /// One item of each kind, with what belongs to it.
    private static Stream<Item> items(int number) {
        var follow = new Follow(reader(number), STAR, TIME);
        return Stream.of(
                FollowItems.follower(follow),
                FollowItems.following(follow),
                UserItems.userCounts(reader(number), new UserCounts(0, 1, 0)),
                PostItems.post(post(OTHER, liked(number))),
                PostItems.newCounter(liked(number), OTHER),
                LikeItems.like(new Like(liked(number), STAR, TIME)),
                TimelineItems.timelineEntry(new TimelineEntry(STAR, OTHER, liked(number), TIME)),
                PostItems.post(post(WRITER, written(number))),
                PostItems.newCounter(written(number), WRITER));
    }

    private static long likes(TestBed bed, int number) {
        var counter = bed.table().getConsistent(SocialKeys.POST_COUNTER.key(liked(number)));
        return PostItems.count(PostCounter.LIKES, Objects.requireNonNull(counter));
    }

    private static Post post(UserId author, PostId id) {
        return new Post(author, id, "Fog.", null, TIME, null, 1);
    }

    private static UserId reader(int number) {
        return UserId.of("reader%06d".formatted(number));
    }

    private static PostId liked(int number) {
        return PostId.of("01HA0000%018d".formatted(number));
    }

    private static PostId written(int number) {
        return PostId.of("01HB0000%018d".formatted(number));
    }
}
