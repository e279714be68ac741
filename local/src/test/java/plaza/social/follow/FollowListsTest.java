package plaza.social.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// Tests of [GetFollowerListByUserId] and [GetFollowingListByUserId].
class FollowListsTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    enum Side {
        FOLLOWERS("GetFollowerListByUserId"),
        FOLLOWING("GetFollowingListByUserId");

        private final String function;

        Side(String function) {
            this.function = function;
        }

        /// Returns the entry of `other` in the list of `user`.
        private Item entry(String user, String other) {
            var one = UserId.of(user);
            var two = UserId.of(other);
            return this == FOLLOWERS
                    ? FollowItems.follower(new Follow(two, one, Instant.EPOCH))
                    : FollowItems.following(new Follow(one, two, Instant.EPOCH));
        }
    }

    @ParameterizedTest
    @EnumSource
    void itListsTheUsersWithTheTimesOfTheirFollows(Side side) {
        var ann = "ann-" + side;
        for (var user : List.of(ann, "ben-" + side, "cat-" + side)) {
            bed.user(user);
        }
        follow(side, ann, "cat-" + side);
        bed.clock().advance(Duration.ofMinutes(1));
        follow(side, ann, "ben-" + side);

        var reply = bed.as("anyone").at("userId", ann).send(side.function);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        """
                        {"items":[{"userId":"ben-%1$s","followedAt":"2026-11-20T10:01:00.000Z"},\
                        {"userId":"cat-%1$s","followedAt":"2026-11-20T10:00:00.000Z"}]}\
                        """
                                .formatted(side));
        assertThat(reply.headers()).doesNotContainKey("link");
    }

    @ParameterizedTest
    @EnumSource
    void pagesAreFullAndOrderedById(Side side) {
        bed.user("many");
        var others = IntStream.range(0, 120).mapToObj(number -> "u%03d".formatted(number)).toList();
        bed.putAll(others.stream().map(other -> side.entry("many", other)));

        for (var limit : List.of(1, 7, 30, 40, 60, 100)) {
            assertThat(bed.as("x").at("userId", "many").all(side.function, limit))
                    .extracting(item -> item.path("userId").asText())
                    .containsExactlyElementsOf(others);
        }
        var byDefault = bed.as("x").at("userId", "many").send(side.function);
        assertThat(byDefault.column("userId")).isEqualTo(others.subList(0, 50));
    }

    @ParameterizedTest
    @EnumSource
    void aListThatEndsWithItsPageHasNoNextPage(Side side) {
        bed.user("three");
        bed.putAll(Stream.of("a", "b", "c").map(other -> side.entry("three", other)));
        var whole = bed.as("x").at("userId", "three").query("limit", "3").send(side.function);
        assertThat(whole.column("userId")).containsExactly("a", "b", "c");
        assertThat(whole.cursor()).isNull();
        var part = bed.as("x").at("userId", "three").query("limit", "2").send(side.function);
        assertThat(part.column("userId")).containsExactly("a", "b");
        assertThat(part.cursor()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void changesBetweenPagesSkipAndRepeatNoOtherUser(Side side) {
        bed.user("busy");
        bed.putAll(Stream.of("b", "d", "f", "h").map(other -> side.entry("busy", other)));
        var first = bed.as("x").at("userId", "busy").query("limit", "2").send(side.function);
        assertThat(first.column("userId")).containsExactly("b", "d");

        bed.table()
                .writeAll(
                        List.of(
                                Write.Put.of(side.entry("busy", "a")),
                                Write.Delete.of(side.entry("busy", "d").key())));

        var second =
                bed.as("x")
                        .at("userId", "busy")
                        .query("limit", "2")
                        .query("cursor", first.cursor())
                        .send(side.function);
        assertThat(second.column("userId")).containsExactly("f", "h");
        assertThat(second.cursor()).isNull();
    }

    private static void follow(Side side, String user, String other) {
        if (side == Side.FOLLOWERS) {
            bed.follow(other, user);
        } else {
            bed.follow(user, other);
        }
    }
}
