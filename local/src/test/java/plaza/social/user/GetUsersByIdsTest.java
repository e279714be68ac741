package plaza.social.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class GetUsersByIdsTest {
    private static final TestBed bed = new TestBed();

    @Test
    void itReturnsTheProfilesInTheOrderOfTheIds() {
        bed.user("ann");
        bed.user("ben");
        bed.user("cid");
        bed.follow("ann", "ben");

        var found = users("cid,unknown,ben,ann,ben");

        assertThat(found.status()).isEqualTo(200);
        assertThat(found.column("userId")).containsExactly("cid", "ben", "ann");
        var ben = bed.as("x").at("userId", "ben").send("GetUserInfoByUserId").json();
        assertThat(found.json().path("items").path(1)).isEqualTo(ben);
        assertThat(ben.path("followerCount").asInt()).isEqualTo(1);
    }

    @Test
    void aDividedNumberOfFollowersIsTheSumOfItsParts() {
        for (var user : List.of("mia", "noa", "oli", "pam")) {
            bed.user(user);
        }
        bed.follow("mia", "noa");
        bed.divideFollowers("noa");
        bed.follow("oli", "noa");
        bed.follow("pam", "noa");
        bed.follow("pam", "oli");
        bed.divideFollowers("oli");

        assertThat(users("mia,noa,oli").column("followerCount")).containsExactly("0", "3", "1");
    }

    @Test
    void itReturnsUpTo100Users() {
        var ids = IntStream.range(0, 101).mapToObj(number -> "user" + number).toList();
        ids.forEach(bed::user);
        var most = ids.subList(0, 100);
        assertThat(users(String.join(",", most)).column("userId")).isEqualTo(most);
        var refused = users(String.join(",", ids));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.badFields()).containsExactly("ids");
    }

    @Test
    void theIdsAreRequiredAndValid() {
        var neither = bed.as("x").send("GetUsersByIds");
        assertThat(neither.status()).isEqualTo(400);
        assertThat(neither.badFields()).containsExactly("ids");
        assertThat(neither.json().path("errors").path(0).path("detail").asText())
                .contains("`ids=", "`q=");
        for (var ids : List.of("", "ann,", ",ann", "ann, ben", "a.b")) {
            var refused = users(ids);
            assertThat(refused.status()).as(ids).isEqualTo(400);
            assertThat(refused.badFields()).containsExactly("ids");
        }
    }

    @Test
    void anInvalidLimitIsRejectedAsInEveryList() {
        bed.user("ann");
        for (var limit : List.of("0", "101", "x")) {
            var refused =
                    bed.as("x").query("ids", "ann").query("limit", limit).send("GetUsersByIds");
            assertThat(refused.status()).as(limit).isEqualTo(400);
            assertThat(refused.badFields()).containsExactly("limit");
        }
    }

    private static TestResponse users(String ids) {
        return bed.as("x").query("ids", ids).send("GetUsersByIds");
    }
}
