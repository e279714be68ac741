package plaza.social.block;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.id.UserId;
import plaza.reconcile.ReconcileRun;
import plaza.social.follow.FollowItems;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

final class BlockUserTest {
    @AutoClose private final TestBed bed = new TestBed();
    private PostId annsPost;
    private PostId bensPost;

    @BeforeEach
    void start() {
        List.of("ann", "ben", "cat").forEach(bed::user);
        bed.follow("ann", "ben");
        bed.follow("ben", "ann");
        bed.follow("cat", "ann");
        annsPost = bed.post("ann", "Fog.");
        bensPost = bed.post("ben", "Rain.");
        for (var user : List.of("ann", "ben", "cat")) {
            bed.like(user, annsPost);
            bed.like(user, bensPost);
        }
        bed.drain();
    }

    @Test
    void aBlockEndsTheFollowsInBothDirectionsWithTheirCounts() {
        var first = send("BlockUser", "ann", "ben");
        var again = send("BlockUser", "ann", "ben");

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(first.json().toString())
                .isEqualTo("{\"userId\":\"ben\",\"blockedAt\":\"2026-11-20T10:00:00.000Z\"}");
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(counts("ann")).containsExactly(1, 0);
        assertThat(counts("ben")).containsExactly(0, 0);
        assertThat(list("ann", "ListBlocks")).containsExactly("ben");
        assertThat(list("ben", "ListBlocks")).isEmpty();
        assertThat(list("ann", "GetTimelineByUserId")).containsExactly(annsPost.value());
        bed.drain();
        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("ben")))).hasSize(1);
    }

    @Test
    void aFollowThatBeginsOrEndsMeanwhileIsCountedOnce() {
        blockCatAfter(() -> bed.follow("ann", "cat"));
        assertThat(counts("ann")).containsExactly(1, 1);
        assertThat(counts("cat")).containsExactly(0, 0);
        assertThat(bed.items(SocialKeys.FOLLOWING.of(UserId.of("ann")))).hasSize(1);

        send("UnblockUser", "ann", "cat").orFail();
        bed.follow("cat", "ann");
        blockCatAfter(() ->
                bed.as("cat")
                        .at("userId", "cat")
                        .at("followeeId", "ann")
                        .send("UnfollowUser")
                        .orFail());
        assertThat(counts("ann")).containsExactly(1, 1);
        assertThat(counts("cat")).containsExactly(0, 0);
    }

    @Test
    void aFollowThatBeginsOrEndsMeanwhileIsMutedLikeItsUser() {
        var follow = SocialKeys.FOLLOWEE.key(UserId.of("ann"), UserId.of("cat"));
        Runnable unfollow =
                () ->
                        bed.as("ann")
                                .at("userId", "ann")
                                .at("followeeId", "cat")
                                .send("UnfollowUser")
                                .orFail();
        catAfter("MuteUser", () -> bed.follow("ann", "cat"));
        assertThat(FollowItems.isMuted(requireNonNull(bed.table().getConsistent(follow)))).isTrue();
        catAfter("UnmuteUser", unfollow);
        assertThat(bed.table().getConsistent(follow)).isNull();

        bed.follow("ann", "cat");
        catAfter("MuteUser", unfollow);
        assertThat(bed.table().getConsistent(follow)).isNull();
        catAfter("UnmuteUser", () -> bed.follow("ann", "cat"));
        assertThat(FollowItems.isMuted(requireNonNull(bed.table().getConsistent(follow))))
                .isFalse();
    }

    @Test
    void theGateKeepsMutesThatBeginOrEndMeanwhile() {
        List.of("dan", "eve").forEach(bed::user);
        catAfter("MuteUser", () -> bed.mute("ann", "ben"));
        assertThat(inGate(Listed.MUTES)).containsExactly("ben", "cat");
        catAfter("UnmuteUser", () -> bed.mute("ann", "dan"));
        assertThat(inGate(Listed.MUTES)).containsExactly("ben", "dan");
        catAfter("MuteUser", () -> bed.mute("ann", "eve"));
        assertThat(inGate(Listed.MUTES)).containsExactly("ben", "dan", "eve", "cat");
    }

    @ParameterizedTest
    @CsvSource({"MuteUser, UnmuteUser, MUTES", "BlockUser, UnblockUser, BLOCKS"})
    void theGateLosesAnEntryThatEndsWhileReconcileAddsIt(String begin, String end, Listed list) {
        catAfter(begin, () -> {});
        bed.drain();
        writeGate(Item.at(SocialKeys.GATE.key(UserId.of("ann"))).with("revision", 1));
        catAfter(end, () -> assertThat(ReconcileRun.repairing(bed).repaired()).isOne());
        assertThat(inGate(list)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"MuteUser, MUTES, mutes", "BlockUser, BLOCKS, blocks"})
    void theGateKeepsAnEntryThatBeginsWhileReconcileRemovesIt(
            String begin, Listed list, String attribute) {
        writeGate(
                Item.at(SocialKeys.GATE.key(UserId.of("ann")))
                        .with("revision", 1)
                        .with(attribute, List.of("cat")));
        catAfter(begin, () -> assertThat(ReconcileRun.repairing(bed).repaired()).isOne());
        assertThat(inGate(list)).containsExactly("cat");
    }

    private void writeGate(Item.Builder gate) {
        var _ = bed.table().write(Write.Put.of(gate.build()));
    }

    private List<String> inGate(Listed list) {
        var ann = UserId.of("ann");
        return Gate.of(ann, bed.table().getConsistent(SocialKeys.GATE.key(ann)))
                .list(list)
                .users()
                .stream()
                .map(UserId::value)
                .toList();
    }

    /// Ann mutes or blocks cat, or ends that, but before the first write something else happens.
    private TestResponse catAfter(String function, Runnable other) {
        return bed.as("ann")
                .at("userId", "ann")
                .at("mutedId", "cat")
                .at("blockedId", "cat")
                .send(function, bed.interrupted(function, other))
                .orFail();
    }

    private void blockCatAfter(Runnable other) {
        assertThat(catAfter("BlockUser", other).status()).isEqualTo(201);
    }

    /// A full gate does not change and no follow ends, so that only the entry shows the block.
    @Test
    void theFirstOfTwoBlocksBehindFullGatesRemains() {
        for (var user : List.of("ben", "cat")) {
            var gate = Item.at(SocialKeys.GATE.key(UserId.of(user))).with("revision", 1);
            gate.with("moreBlocks", true).with("moreBlockedBy", true);
            var _ = bed.table().write(Write.Put.of(gate.build()));
        }
        var firsts = new ArrayList<TestResponse>();
        var handler =
                bed.interrupted(
                        "BlockUser",
                        () -> {
                            firsts.add(send("BlockUser", "ben", "cat"));
                            bed.clock().advance(Duration.ofMinutes(1));
                        });

        var second =
                bed.as("ben").at("userId", "ben").at("blockedId", "cat").send("BlockUser", handler);

        assertThat(firsts).singleElement().extracting(TestResponse::status).isEqualTo(201);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.json()).isEqualTo(firsts.getFirst().json());
    }

    @Test
    void theFirstOfTwoMutesBehindAFullGateRemains() {
        var gate = Item.at(SocialKeys.GATE.key(UserId.of("ann"))).with("revision", 1);
        var _ = bed.table().write(Write.Put.of(gate.with("moreMutes", true).build()));
        var second = catAfter("MuteUser", () -> bed.mute("ann", "cat"));
        assertThat(second.status()).isEqualTo(200);
    }

    @Test
    void theGateKeepsABlockThatBeginsWhileAnotherEnds() {
        send("BlockUser", "ann", "cat").orFail();
        var handler =
                bed.interrupted("UnblockUser", () -> send("BlockUser", "ann", "ben").orFail());
        bed.as("ann").at("userId", "ann").at("blockedId", "cat").send("UnblockUser", handler);
        var ann = UserId.of("ann");
        assertThat(
                        Gate.of(ann, bed.table().getConsistent(SocialKeys.GATE.key(ann)))
                                .list(Listed.BLOCKS)
                                .users())
                .containsExactly(UserId.of("ben"));
    }

    /// Each of the two sees nothing of the other, whichever of them blocks; a third user sees both.
    @Test
    void everythingOfTheOtherIs404() {
        for (var blocker : List.of("ann", "ben")) {
            send("BlockUser", blocker, "ben".equals(blocker) ? "ann" : "ben").orFail();
            for (var reader : List.of("ann", "ben")) {
                var other = "ann".equals(reader) ? "ben" : "ann";
                var post = "ann".equals(other) ? annsPost : bensPost;
                assertThat(statuses(reader, other, post)).as(reader).containsOnly(404);
                assertThat(statuses("cat", other, post)).as("cat").containsOnly(200);
                var own = "ann".equals(reader) ? annsPost : bensPost;
                assertThat(
                                bed.as(reader)
                                        .at("postId", own.value())
                                        .send("GetUserLikesByPostId")
                                        .column("userId"))
                        .containsExactly(List.of(reader, "cat").toArray(String[]::new));
                assertThat(list(reader, "ListLikedPosts")).containsExactly(own.value());
                assertThat(
                                bed.as(reader)
                                        .query("ids", "ann,ben,cat")
                                        .send("GetUsersByIds")
                                        .column("userId"))
                        .containsExactly(reader, "cat");
                assertThat(bed.as(reader).query("q", other).send("GetUsersByIds").column("userId"))
                        .isEmpty();
                assertThat(
                                bed.as(reader)
                                        .at("userId", "cat")
                                        .at("followeeId", other)
                                        .send("GetFollow")
                                        .status())
                        .isEqualTo(404);
            }
            send("UnblockUser", blocker, "ben".equals(blocker) ? "ann" : "ben").orFail();
        }
        assertThat(statuses("ann", "ben", bensPost)).containsOnly(200);
    }

    private List<Integer> statuses(String reader, String other, PostId post) {
        var statuses = new ArrayList<Integer>();
        for (var function :
                List.of(
                        "GetUserInfoByUserId",
                        "GetFollowerListByUserId",
                        "GetFollowingListByUserId",
                        "GetPostListByUserId",
                        "GetPost",
                        "GetPostById",
                        "GetThread",
                        "ListReplies",
                        "GetUserLikesByPostId",
                        "GetLikeCountByPostId",
                        "GetViewCountByPostId")) {
            var response = request(reader, other, post).send(function);
            if (response.status() != 404 && response.status() != 200) {
                throw new AssertionError(function + " " + response.status());
            }
            statuses.add(response.status());
        }
        return statuses;
    }

    private TestRequest request(String reader, String other, PostId post) {
        return bed.as(reader).at("userId", other).at("postId", post.value());
    }

    @Test
    void aBlockedUserCannotFollowLikeViewOrReply() {
        send("BlockUser", "ann", "ben").orFail();
        for (var pair : List.of(List.of("ben", "ann"), List.of("ann", "ben"))) {
            var user = pair.getFirst();
            var post = "ann".equals(user) ? bensPost : annsPost;
            var own = bed.as(user).at("userId", user);
            assertThat(own.at("followeeId", pair.getLast()).send("FollowUser").badFields())
                    .containsExactly("followeeId");
            assertThat(
                            bed.as(user)
                                    .at("userId", user)
                                    .at("postId", post.value())
                                    .send("LikePost")
                                    .badFields())
                    .containsExactly("postId");
            assertThat(
                            bed.as(user)
                                    .at("sessionId", "s1")
                                    .at("postId", post.value())
                                    .send("RecordView")
                                    .status())
                    .isEqualTo(404);
            assertThat(
                            bed.as(user)
                                    .at("sessionId", "s1")
                                    .body("{\"postIds\": [\"" + post + "\"]}")
                                    .send("RecordViews")
                                    .json()
                                    .toString())
                    .isEqualTo("{\"recorded\":0,\"unknown\":[\"" + post + "\"]}");
            var reply =
                    bed.as(user)
                            .at("userId", user)
                            .body(
                                    "{\"content\": \"Sun.\", \"inReplyTo\": {\"postId\": \""
                                            + post
                                            + "\"}}")
                            .send("CreatePost");
            var missing =
                    bed.as(user)
                            .at("userId", user)
                            .body(
                                    "{\"content\": \"Sun.\", \"inReplyTo\": {\"postId\": \"nothing\"}}")
                            .send("CreatePost");
            assertThat(reply.json()).isEqualTo(missing.json());
            assertThat(reply.status()).isEqualTo(404);
        }
    }

    /// What the author of a post decides holds for all readers of the replies to it. Replies to
    /// such a reply stay reachable.
    @Test
    void theRepliesOfABlockedUserAreHiddenFromEveryReaderOfThePost() {
        var bens = bed.reply("ben", annsPost);
        var cats = bed.reply("cat", bens);
        assertThat(replies("cat", annsPost)).containsExactly(bens.value());

        send("BlockUser", "ann", "ben").orFail();

        assertThat(replies("cat", annsPost)).isEmpty();
        assertThat(replies("cat", bens)).containsExactly(cats.value());
        var thread = bed.as("ann").at("postId", cats.value()).send("GetThread").json();
        assertThat(thread.at("/ancestors/1").toString())
                .isEqualTo("{\"postId\":\"" + bens + "\",\"gone\":true}");
        assertThat(thread.at("/ancestors/0/postId").asText()).isEqualTo(annsPost.value());
        var expanded = bed.as("ann").at("postId", cats.value()).query("expand", "author");
        assertThat(expanded.send("GetPostById").json().path("inReplyTo").toString())
                .isEqualTo("{\"postId\":\"" + bens + "\"}");
    }

    @Test
    void aBlockByTheReplyingUserDoesNotHideTheReplyFromOthers() {
        var bens = bed.reply("ben", annsPost);
        send("BlockUser", "ben", "ann").orFail();
        assertThat(replies("cat", annsPost)).containsExactly(bens.value());
        assertThat(replies("ann", annsPost)).isEmpty();
    }

    @Test
    void aMutedUserIsAbsentFromTimelineAndRepliesOfTheReaderOnly() {
        var bens = bed.reply("ben", annsPost);
        assertThat(list("ann", "GetTimelineByUserId"))
                .containsExactly(bensPost.value(), annsPost.value());

        assertThat(bed.as("ann").at("userId", "ann").at("mutedId", "ben").send("MuteUser").status())
                .isEqualTo(201);

        assertThat(list("ann", "GetTimelineByUserId")).containsExactly(annsPost.value());
        assertThat(replies("ann", annsPost)).isEmpty();
        assertThat(replies("cat", annsPost)).containsExactly(bens.value());
        assertThat(list("ann", "ListMutes")).containsExactly("ben");
        assertThat(statuses("ann", "ben", bensPost)).containsOnly(200);
        // a new follow is muted as well
        bed.as("ann").at("userId", "ann").at("followeeId", "ben").send("UnfollowUser").orFail();
        bed.follow("ann", "ben");
        bed.drain();
        assertThat(list("ann", "GetTimelineByUserId")).containsExactly(annsPost.value());
        bed.as("ann").at("userId", "ann").at("mutedId", "ben").send("UnmuteUser").orFail();
        assertThat(list("ann", "GetTimelineByUserId"))
                .containsExactly(bensPost.value(), annsPost.value());
        assertThat(list("ann", "ListMutes")).isEmpty();
    }

    /// A blocked user cannot block back, because they do not see the other user. Of two blocks at
    /// the same moment, the first one holds.
    @Test
    void ofTwoUsersOneBlocksTheOther() {
        var handler = bed.interrupted("BlockUser", () -> send("BlockUser", "ann", "ben").orFail());
        var late = own("ben").at("blockedId", "ann").send("BlockUser", handler);
        assertThat(late.badFields()).containsExactly("blockedId");
        assertThat(list("ben", "ListBlocks")).isEmpty();
        assertThat(send("BlockUser", "ann", "ben").status()).isEqualTo(200);
        send("UnblockUser", "ben", "ann").orFail();
        assertThat(statuses("ann", "ben", bensPost)).containsOnly(404);
        for (var repeated = 0; repeated < 2; repeated++) {
            send("UnblockUser", "ann", "ben").orFail();
            assertThat(statuses("ann", "ben", bensPost)).containsOnly(200);
        }
        assertThat(
                        Gate.of(
                                        UserId.of("ann"),
                                        bed.table()
                                                .getConsistent(
                                                        SocialKeys.GATE.key(UserId.of("ann"))))
                                .lists())
                .allSatisfy((_, names) -> assertThat(names.users()).isEmpty());
    }

    /// Blocks and mutes stay as the caller wrote them: they can be repeated and ended.
    @Test
    void entriesAboutHiddenUsersCanBeRepeatedAndEnded() {
        bed.mute("ann", "ben");
        send("BlockUser", "ann", "cat").orFail();
        send("BlockUser", "ben", "ann").orFail();
        bed.suspend("cat", true);
        var mute = own("ann").at("mutedId", "ben");
        assertThat(mute.send("MuteUser").status()).isEqualTo(200);
        assertThat(send("BlockUser", "ann", "cat").status()).isEqualTo(200);
        mute.send("UnmuteUser").orFail();
        send("UnblockUser", "ann", "cat").orFail();
        assertThat(list("ann", "ListMutes")).isEmpty();
        assertThat(list("ann", "ListBlocks")).isEmpty();
        assertThat(mute.send("MuteUser").status()).isEqualTo(404);
        assertThat(send("BlockUser", "ann", "cat").status()).isEqualTo(404);
    }

    @Test
    void usersCannotBlockOrMuteThemselvesOrUnknownUsers() {
        for (var function : Map.of("BlockUser", "blockedId", "MuteUser", "mutedId").entrySet()) {
            var own = bed.as("ann").at("userId", "ann");
            assertThat(own.at(function.getValue(), "ann").send(function.getKey()).status())
                    .isEqualTo(422);
            var unknown = bed.as("ann").at("userId", "ann").at(function.getValue(), "zoe");
            assertThat(unknown.send(function.getKey()).badFields())
                    .containsExactly(function.getValue());
        }
    }

    /// The entries stay as the caller wrote them, but show nothing of users whom they do not see.
    @Test
    void listsOfOnesOwnAddNothingToEntriesOfHiddenUsers() {
        List.of("dan", "eve").forEach(bed::user);
        for (var other : List.of("ben", "cat", "dan", "eve")) {
            bed.follow("ann", other);
            bed.mute("ann", other);
        }
        send("BlockUser", "ben", "ann").orFail();
        send("BlockUser", "ann", "cat").orFail();
        bed.suspend("dan", true);
        var expanded = own("ann").query("expand", "user,mine");
        var nothing = "{\"following\":false,\"followedBy\":false}";
        assertThat(expanded.send("ListMutes").json().path("items"))
                .extracting(row -> row.path("user").toString() + row.path("mine"))
                .containsExactly(
                        "{\"userId\":\"ben\"}" + nothing,
                        "{\"userId\":\"cat\"}" + nothing,
                        "{\"userId\":\"dan\"}" + nothing,
                        "{\"userId\":\"eve\",\"name\":\"eve\"}"
                                + nothing.replaceFirst("false", "true"));

        send("BlockUser", "ann", "eve").orFail();
        bed.suspend("eve", true);
        assertThat(expanded.send("ListBlocks").json().path("items"))
                .extracting(row -> row.path("user").toString() + row.path("mine"))
                .containsExactly(
                        "{\"userId\":\"cat\",\"name\":\"cat\"}" + nothing,
                        "{\"userId\":\"eve\"}" + nothing);
    }

    /// A gate has at most a hundred users of a list; the entries decide about the others.
    @Test
    void aFullGateHidesFurtherUsersToo() {
        for (var number = 0; number <= Gate.LISTED_MAX; number++) {
            var user = "u%03d".formatted(number);
            bed.user(user);
            bed.mute("ann", user);
            send("BlockUser", user, "ann").orFail();
        }
        var gate =
                Gate.of(
                        UserId.of("ann"),
                        bed.table().getConsistent(SocialKeys.GATE.key(UserId.of("ann"))));
        assertThat(gate.list(Listed.BLOCKED_BY).users()).hasSize(Gate.LISTED_MAX);
        assertThat(gate.list(Listed.BLOCKED_BY).hasMore()).isTrue();
        assertThat(gate.list(Listed.MUTES).hasMore()).isTrue();
        send("BlockUser", "ben", "ann").orFail();

        assertThat(statuses("ann", "ben", bensPost)).containsOnly(404);
        assertThat(statuses("ben", "ann", annsPost)).containsOnly(404);
        assertThat(statuses("ann", "u100", annsPost)).contains(404);
        var mutes = own("ann").query("expand", "user").all("ListMutes", 100);
        assertThat(mutes)
                .hasSize(Gate.LISTED_MAX + 1)
                .allSatisfy(mute -> assertThat(mute.path("user").has("name")).isFalse());
        bed.user("zed");
        send("BlockUser", "ann", "zed").orFail();
        assertThat(own("ann").query("expand", "user").all("ListBlocks", 100))
                .extracting(block -> block.at("/user/name").asText())
                .containsExactly("zed");
        assertThat(list("ann", "ListLikedPosts")).containsExactly(annsPost.value());
        assertThat(
                        bed.as("ann")
                                .at("userId", "ann")
                                .at("postId", bensPost.value())
                                .send("LikePost")
                                .status())
                .isEqualTo(404);
        bed.follow("cat", "ben");
        for (var user : List.of("cat", "u100")) {
            var follow = bed.as("ann").at("userId", user).at("followeeId", "ben");
            assertThat(follow.send("GetFollow").status()).isEqualTo(404);
        }
        for (var function : List.of("RecordView", "GetLike")) {
            var request = bed.as("ann").at("userId", "cat").at("postId", bensPost.value());
            assertThat(request.at("sessionId", "s1").send(function).status()).isEqualTo(404);
        }
        var report = "{\"postId\": \"" + bensPost + "\", \"reason\": \"spam\"}";
        assertThat(bed.as("ann").body(report).send("CreateReport").status()).isEqualTo(404);
        bed.as("cat").body(report).send("CreateReport").orFail();
        var reports = bed.as("ann").asAdmin().query("expand", "post").send("ListReports");
        assertThat(reports.column("gone")).containsExactly("true");
        var views =
                bed.as("ann").at("sessionId", "s1").body("{\"postIds\": [\"" + bensPost + "\"]}");
        assertThat(views.send("RecordViews").json().path("recorded").asInt(-1)).isZero();
        assertThat(bed.as("ann").query("ids", "ben").send("GetUsersByIds").column("userId"))
                .isEmpty();
        var answer =
                bed.as("ann")
                        .at("userId", "ann")
                        .body(
                                "{\"content\": \"Sun.\", \"inReplyTo\": {\"postId\": \""
                                        + bensPost
                                        + "\"}}");
        assertThat(answer.send("CreatePost").status()).isEqualTo(404);
        send("UnblockUser", "ben", "ann").orFail();
        assertThat(statuses("ann", "ben", bensPost)).containsOnly(200);
        var reply = bed.reply("ben", annsPost);
        bed.mute("ann", "ben");
        assertThat(replies("ann", annsPost)).isEmpty();
        assertThat(replies("cat", annsPost)).containsExactly(reply.value());
    }

    private TestRequest own(String user) {
        return bed.as(user).at("userId", user);
    }

    private List<String> replies(String reader, PostId post) {
        return bed.as(reader).at("postId", post.value()).send("ListReplies").column("postId");
    }

    private List<Integer> counts(String user) {
        var json = bed.as(user).send("GetMe").json();
        return List.of(json.path("followerCount").asInt(), json.path("followingCount").asInt());
    }

    private List<String> list(String user, String function) {
        var column = function.endsWith("s") && !function.endsWith("Posts") ? "userId" : "postId";
        return bed.as(user).at("userId", user).send(function).column(column);
    }

    private TestResponse send(String function, String user, String other) {
        return bed.as(user).at("userId", user).at("blockedId", other).send(function);
    }
}
