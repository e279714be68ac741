package plaza.social;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.model.Follow;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;

class GetFollowingListByUserIdTest {
    private static TestBed bed;

    @BeforeAll
    static void start() {
        bed = new TestBed();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void itListsTheFollowees() {
        bed.user("ann");
        bed.user("ben");
        bed.user("cat");
        bed.follow("ann", "cat");
        bed.clock().advance(Duration.ofMinutes(1));
        bed.follow("ann", "ben");

        var reply = bed.as("anyone").at("userId", "ann").send("GetFollowingListByUserId");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"items\":[{\"userId\":\"ben\",\"followedAt\":\"2026-11-20T10:01:00.000Z\"},"
                                + "{\"userId\":\"cat\",\"followedAt\":\"2026-11-20T10:00:00.000Z\"}]}");
        assertThat(reply.headers()).doesNotContainKey("link");
        bed.clock().advance(Duration.ofMinutes(-1));
    }

    @Test
    void pagesAreFullAndOrderedById() {
        var others = IntStream.range(0, 120).mapToObj(number -> "u%03d".formatted(number)).toList();
        bed.putAll(others.stream().map(other -> edge("many", other)));

        for (var limit : List.of(1, 7, 30, 40, 60, 100)) {
            assertThat(bed.as("x").at("userId", "many").all("GetFollowingListByUserId", limit))
                    .extracting(item -> item.path("userId").asText())
                    .containsExactlyElementsOf(others);
        }
        var byDefault = bed.as("x").at("userId", "many").send("GetFollowingListByUserId");
        assertThat(byDefault.column("userId")).isEqualTo(others.subList(0, 50));
    }

    @Test
    void aListThatEndsWithItsPageHasNoNextPage() {
        bed.putAll(Stream.of("a", "b", "c").map(other -> edge("three", other)));
        var whole =
                bed.as("x")
                        .at("userId", "three")
                        .query("limit", "3")
                        .send("GetFollowingListByUserId");
        assertThat(whole.column("userId")).containsExactly("a", "b", "c");
        assertThat(whole.cursor()).isNull();
        var part =
                bed.as("x")
                        .at("userId", "three")
                        .query("limit", "2")
                        .send("GetFollowingListByUserId");
        assertThat(part.column("userId")).containsExactly("a", "b");
        assertThat(part.cursor()).isNotNull();
    }

    @Test
    void changesBetweenPagesSkipAndRepeatNoOtherUser() {
        bed.putAll(Stream.of("b", "d", "f", "h").map(other -> edge("busy", other)));
        var first =
                bed.as("x")
                        .at("userId", "busy")
                        .query("limit", "2")
                        .send("GetFollowingListByUserId");
        assertThat(first.column("userId")).containsExactly("b", "d");

        bed.table()
                .writeAll(
                        List.of(
                                Write.Put.of(edge("busy", "a")),
                                Write.Delete.of(edge("busy", "d").key())));

        var second =
                bed.as("x")
                        .at("userId", "busy")
                        .query("limit", "2")
                        .query("cursor", first.cursor())
                        .send("GetFollowingListByUserId");
        assertThat(second.column("userId")).containsExactly("f", "h");
        assertThat(second.cursor()).isNull();
    }

    @Test
    void aUserWithoutEntriesHasAnEmptyList() {
        var reply = bed.as("x").at("userId", "unknown").send("GetFollowingListByUserId");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString()).isEqualTo("{\"items\":[]}");
    }

    @Test
    void aCursorOfAnotherListReturns400() {
        bed.putAll(Stream.of("a", "b").map(other -> edge("one", other)));
        var cursor =
                bed.as("x")
                        .at("userId", "one")
                        .query("limit", "1")
                        .send("GetFollowingListByUserId")
                        .cursor();
        assertThat(cursor).isNotNull();
        for (var reply :
                List.of(
                        bed.as("y")
                                .at("userId", "one")
                                .query("cursor", cursor)
                                .send("GetFollowingListByUserId"),
                        bed.as("x")
                                .at("userId", "two")
                                .query("cursor", cursor)
                                .send("GetFollowingListByUserId"),
                        bed.as("x")
                                .at("userId", "one")
                                .query("cursor", cursor)
                                .send("GetFollowerListByUserId"))) {
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.badFields()).containsExactly("cursor");
        }
        assertThat(
                        bed.as("x")
                                .at("userId", "one")
                                .query("cursor", cursor)
                                .send("GetFollowingListByUserId")
                                .column("userId"))
                .containsExactly("b");
    }

    private static Item edge(String user, String other) {
        var follow = new Follow(UserId.of(user), UserId.of(other), Instant.EPOCH);
        return SocialItems.following(follow);
    }
}
