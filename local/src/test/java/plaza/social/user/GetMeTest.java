package plaza.social.user;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import plaza.testkit.TestBed;

class GetMeTest {
    private static final TestBed bed = new TestBed();

    @Test
    void itReturnsTheProfileOfTheCaller() {
        bed.user("ann");
        bed.user("ben");
        bed.follow("ann", "ben");

        var me = bed.as("ann").send("GetMe");

        assertThat(me.status()).isEqualTo(200);
        var named = bed.as("ben").at("userId", "ann").send("GetUserInfoByUserId");
        assertThat(me.json()).isEqualTo(named.json());
        assertThat(me.json().path("followingCount").asInt()).isEqualTo(1);
        assertThat(me.header("etag")).isEqualTo(named.header("etag"));
        assertThat(bed.as("ben").send("GetMe").json().path("userId").asText()).isEqualTo("ben");
    }

    @Test
    void aCallerWithoutAProfileReceives404() {
        var reply = bed.as("unnamed").send("GetMe");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.badFields()).containsExactly("userId");
        assertThat(reply.json().path("detail").asText()).contains("PUT /users/{userId}");
    }
}
