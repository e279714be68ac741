package plaza.social.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class GetUserInfoByUserIdTest {
    private static final TestBed bed = new TestBed();

    @Test
    void itReturnsTheProfileAndTheCounts() {
        bed.user("ann");
        bed.user("ben");
        bed.user("cat");
        bed.follow("ann", "ben");
        bed.follow("cat", "ann");
        bed.follow("ben", "ann");
        bed.post("ann", "one");

        var reply = bed.as("anyone").at("userId", "ann").send("GetUserInfoByUserId");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"userId\":\"ann\",\"name\":\"ann\","
                                + "\"createdAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"followerCount\":2,\"followingCount\":1,\"postCount\":1}");
    }

    @Test
    void countsMayExceed32Bits() {
        bed.user("star");
        bed.table()
                .transact(
                        List.of(
                                UserItems.count(
                                        UserId.of("star"),
                                        UserItems.FOLLOWER_COUNT,
                                        3_000_000_000L)));
        assertThat(
                        bed.as("ann")
                                .at("userId", "star")
                                .send("GetUserInfoByUserId")
                                .json()
                                .path("followerCount")
                                .asLong())
                .isEqualTo(3_000_000_000L);
    }

    @Test
    void matchingIfNoneMatchReturns304() {
        bed.user("dan");
        var first = bed.as("x").at("userId", "dan").send("GetUserInfoByUserId");
        var tag = first.header("etag");
        assertThat(tag).matches("\"[^\"]+\"");

        for (var known :
                List.of(tag, "W/" + tag, "\"other\", " + tag, "\"a\",W/" + tag + " ", "*")) {
            var again = ifNoneMatch("dan", known);
            assertThat(again.status()).as(known).isEqualTo(304);
            assertThat(again.json().isMissingNode()).isTrue();
            assertThat(again.header("etag")).isEqualTo(tag);
        }
        for (var other : List.of("\"other\"", "", "other", tag.substring(1), "\"\"", "W/*")) {
            assertThat(ifNoneMatch("dan", other).status()).as(other).isEqualTo(200);
        }
    }

    @Test
    void aChangedProfileHasAnotherEntityTag() {
        bed.user("eve");
        bed.user("fan");
        var tag = bed.as("x").at("userId", "eve").send("GetUserInfoByUserId").header("etag");
        assertThat(ifNoneMatch("eve", tag).status()).isEqualTo(304);
        bed.follow("fan", "eve");
        var changed = ifNoneMatch("eve", tag);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("etag")).isNotEqualTo(tag);
    }

    @Test
    void anUnknownUserReturns404() {
        var reply = bed.as("ann").at("userId", "unknown").send("GetUserInfoByUserId");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.badFields()).containsExactly("userId");
        assertThat(reply.headers()).doesNotContainKey("etag");
        var known = bed.as("ann").at("userId", "unknown").header("if-none-match", "*");
        assertThat(known.send("GetUserInfoByUserId").status()).isEqualTo(404);
    }

    @Test
    void aUserIdMayEqualTheNameOfACollection() {
        for (var user : List.of("follower", "post", "likelist", "info", "count")) {
            bed.user(user);
            assertThat(
                            bed.as("x")
                                    .at("userId", user)
                                    .send("GetUserInfoByUserId")
                                    .json()
                                    .path("name")
                                    .asText())
                    .isEqualTo(user);
        }
    }

    private static TestResponse ifNoneMatch(String user, String tags) {
        return bed.as("x")
                .at("userId", user)
                .header("if-none-match", tags)
                .send("GetUserInfoByUserId");
    }
}
