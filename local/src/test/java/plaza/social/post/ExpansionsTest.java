package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// What `expand` adds to posts and to users in lists.
class ExpansionsTest {
    private static final String ALL = "author,counts,mine";

    @AutoClose private final TestBed bed = new TestBed();
    private PostId post;

    /// Ann follows Ben, Cid follows Ann, and Ann likes and views the post of Ben.
    @BeforeEach
    void start() {
        bed.user("ann");
        bed.user("ben");
        bed.user("cid");
        bed.as("ben")
                .at("userId", "ben")
                .body("{\"name\":\"Ben\",\"imageUrl\":\"https://example.com/ben.png\"}")
                .send("PutUserInfo")
                .orFail();
        bed.follow("ann", "ben");
        bed.follow("cid", "ann");
        post = bed.post("ben", "Fog.");
        var asAnn = bed.as("ann").at("postId", post.value());
        asAnn.at("userId", "ann").send("LikePost").orFail();
        asAnn.at("sessionId", "s1").send("RecordView").orFail();
        bed.drain();
    }

    @Test
    void everyResponseWithPostsContainsWhatWasRequested() {
        for (var function :
                new String[] {"GetTimelineByUserId", "ListLikedPosts", "GetPostListByUserId"}) {
            var owner = function.equals("GetPostListByUserId") ? "ben" : "ann";
            var page = bed.as("ann").at("userId", owner).query("expand", ALL).send(function);
            assertExpanded(page.json().path("items").path(0));
        }
        for (var function : new String[] {"GetPost", "GetPostById"}) {
            assertExpanded(onePost("ann").query("expand", ALL).send(function).json());
        }
        var thread = onePost("ann").query("expand", ALL).send("GetThread");
        assertExpanded(thread.json().path("post"));
    }

    private static void assertExpanded(JsonNode post) {
        assertThat(post.path("author").toString())
                .isEqualTo(
                        "{\"userId\":\"ben\",\"name\":\"Ben\","
                                + "\"imageUrl\":\"https://example.com/ben.png\"}");
        assertThat(post.path("counts").path("likeCount").asInt()).isEqualTo(1);
        assertThat(post.path("counts").path("viewCount").asInt()).isEqualTo(1);
        assertThat(post.path("mine").toString()).isEqualTo("{\"liked\":true}");
    }

    @Test
    void onlyWhatWasRequestedIsAdded() {
        for (var function : new String[] {"GetPost", "GetPostById"}) {
            var plain = onePost("ann").send(function).json();
            assertThat(plain.has("author") || plain.has("counts") || plain.has("mine")).isFalse();
            for (var word : ALL.split(",", -1)) {
                var expanded = onePost("ann").query("expand", word).send(function).json();
                assertThat(expanded.size()).as(word).isEqualTo(plain.size() + 1);
                assertThat(expanded.has(word)).as(word).isTrue();
            }
        }
    }

    @Test
    void mineIsOfTheCaller() {
        var ofCid = onePost("cid").query("expand", "mine").send("GetPost");
        assertThat(ofCid.json().path("mine").toString()).isEqualTo("{\"liked\":false}");
    }

    /// The Query of likes reads twenty for a page of three posts. A second round reads those of the
    /// posts that are neither found nor newer than what the Query reached.
    ///
    /// @param units the read units of the expansion: of the Query, and half a unit for each post
    @ParameterizedTest
    @CsvSource({"0, 0.5, 0", "18, 0.5, 0", "19, 1, 1", "20, 1.5, 1"})
    void aLikeIsFoundHoweverManyFollow(int likes, double units, int roundTrips) {
        var other = bed.post("ben", "Rain.");
        for (var count = 0; count < likes; count++) {
            bed.clock().advance(Duration.ofSeconds(1));
            bed.like("ann", bed.post("cid", "Sun."));
        }
        bed.clock().advance(OwnLikes.CLOCKS_DIFFER_MAX.plusSeconds(1));
        var newer = bed.post("ben", "Ice.");

        var request = bed.as("ann").at("userId", "ben");
        var plain = bed.meter().measure(() -> request.send("GetPostListByUserId")).cost();
        request.query("expand", "mine");
        var measured = bed.meter().measure(() -> request.send("GetPostListByUserId"));

        var page = measured.answer();
        assertThat(page.column("postId"))
                .containsExactly(newer.value(), other.value(), post.value());
        assertThat(page.json().at("/items/0/mine/liked").asBoolean()).isFalse();
        assertThat(page.json().at("/items/1/mine/liked").asBoolean()).isFalse();
        assertThat(page.json().at("/items/2/mine/liked").asBoolean()).isTrue();
        var cost = measured.cost();
        assertThat(cost.readUnits() - plain.readUnits()).isEqualTo(units);
        assertThat(cost.roundTrips() - plain.roundTrips()).isEqualTo(1 + roundTrips);
    }

    /// An imported author may have no profile.
    @Test
    void anAuthorWithoutAProfileHasNoName() {
        var post = bed.post("ben", "Rain.");
        bed.table().write(Write.Delete.of(SocialKeys.USER_INFO.key(UserId.of("ben"))));
        var one =
                bed.as("ann")
                        .at("userId", "ben")
                        .at("postId", post.value())
                        .query("expand", "author")
                        .send("GetPost");
        assertThat(one.json().path("author").toString()).isEqualTo("{\"userId\":\"ben\"}");
    }

    /// The version does not change with the counts.
    @Test
    void anExpandedPostHasNoEntityTag() {
        assertThat(onePost("ann").send("GetPost").headers()).containsKey("etag");
        assertThat(onePost("ann").query("expand", "counts").send("GetPost").headers())
                .doesNotContainKey("etag");
    }

    @Test
    void listsOfUsersContainProfilesAndFollows() {
        var ben =
                "\"user\":{\"userId\":\"ben\",\"name\":\"Ben\","
                        + "\"imageUrl\":\"https://example.com/ben.png\"},"
                        + "\"mine\":{\"following\":true,\"followedBy\":false}}";
        assertThat(first(bed.as("ann").at("userId", "ann"), "GetFollowingListByUserId"))
                .endsWith(ben);
        assertThat(first(bed.as("ann").at("userId", "ann"), "GetFollowerListByUserId"))
                .endsWith(
                        "\"user\":{\"userId\":\"cid\",\"name\":\"cid\"},"
                                + "\"mine\":{\"following\":false,\"followedBy\":true}}");
        assertThat(first(bed.as("ben").at("postId", post.value()), "GetUserLikesByPostId"))
                .endsWith(
                        "\"user\":{\"userId\":\"ann\",\"name\":\"ann\"},"
                                + "\"mine\":{\"following\":false,\"followedBy\":true}}");
    }

    /// Ann follows Ben, and Cid follows Ann.
    @Test
    void aProfileContainsTheFollowsOfTheCaller() {
        assertThat(mine("ann", "ben")).isEqualTo("{\"following\":true,\"followedBy\":false}");
        assertThat(mine("ann", "cid")).isEqualTo("{\"following\":false,\"followedBy\":true}");
        assertThat(mine("ben", "cid")).isEqualTo("{\"following\":false,\"followedBy\":false}");
        assertThat(mine("ann", "ann")).isEqualTo("{\"following\":false,\"followedBy\":false}");
        var plain = bed.as("ann").at("userId", "ben").send("GetUserInfoByUserId");
        assertThat(plain.json().has("mine")).isFalse();
        var me = bed.as("ann").query("expand", "mine").send("GetMe");
        assertThat(me.json().path("mine").toString())
                .isEqualTo("{\"following\":false,\"followedBy\":false}");
    }

    /// The entity tag covers the follows.
    @Test
    void aProfileWithAnotherFollowIsAnotherVersion() {
        var request = bed.as("ben").at("userId", "cid").query("expand", "mine");
        var before = request.send("GetUserInfoByUserId").header("etag");
        bed.follow("ben", "ann");
        assertThat(request.send("GetUserInfoByUserId").header("etag")).isEqualTo(before);
        bed.follow("ben", "cid");
        assertThat(request.send("GetUserInfoByUserId").header("etag")).isNotEqualTo(before);
    }

    private String mine(String caller, String user) {
        var response =
                bed.as(caller)
                        .at("userId", user)
                        .query("expand", "mine")
                        .send("GetUserInfoByUserId");
        return response.json().path("mine").toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GetTimelineByUserId",
                "GetPostListByUserId",
                "GetPost",
                "GetPostById",
                "GetUserInfoByUserId",
                "GetMe",
                "GetFollowerListByUserId",
                "GetFollowingListByUserId",
                "GetUserLikesByPostId"
            })
    void anUnknownExpansionIsRejected(String function) {
        for (var unknown : new String[] {"gamer", "", "mine,"}) {
            var refused =
                    bed.as("ann")
                            .at("userId", "ann")
                            .at("postId", post.value())
                            .query("expand", unknown)
                            .send(function);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.badFields()).containsExactly("expand");
        }
    }

    private TestRequest onePost(String caller) {
        return bed.as(caller).at("userId", "ben").at("postId", post.value());
    }

    private static String first(TestRequest list, String function) {
        var items = list.query("expand", "user,mine").send(function).json().path("items");
        assertThat(items).hasSize(1);
        return items.path(0).toString();
    }
}
