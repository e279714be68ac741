package plaza.social;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.social.SocialCosts.EDGE_BYTES;
import static plaza.social.SocialCosts.ME;
import static plaza.social.SocialCosts.YOU;
import static plaza.social.SocialCosts.byManyAuthors;
import static plaza.social.SocialCosts.call;
import static plaza.social.SocialCosts.edges;
import static plaza.social.SocialCosts.follow;
import static plaza.social.SocialCosts.follows;
import static plaza.social.SocialCosts.id;
import static plaza.social.SocialCosts.mine;
import static plaza.social.SocialCosts.page;
import static plaza.social.SocialCosts.timeline;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.id.UserId;
import plaza.local.emulator.Meter.Cost;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.table.Table;
import plaza.table.Write;
import plaza.tally.ExactlyOnceCounter;
import plaza.testkit.SimultaneousRequests;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.cost.StreamCost;

/// The cost of calls that no row of the Catalogue states, and of the stream functions per follower
/// and per like.
@Order(1)
class SocialBudgetTest {
    /// Requests take tokens, but never run out of them.
    private final TestBed bed = TestBed.limiting(1_000_000);

    @AfterEach
    void stop() {
        bed.close();
    }

    /// Each of a hundred posts needs its author and its counter. A request reads a hundred items;
    /// all of them and the Query of likes are sent at the same time.
    @Test
    void expansionsOfALargePageNeedMoreRequests() {
        var requests = 2;
        byManyAuthors(bed, 100);
        var request = page(bed, 100).query("expand", "author,counts,mine");
        var measured = bed.meter().measure(() -> request.send("GetTimelineByUserId"));
        assertThat(measured.answer().column("author")).hasSize(100);
        assertThat(measured.cost())
                .isEqualTo(new Cost(2 + 3 + 50 + 50 * requests + 0.5, 0, 0, 2 + 2 + requests + 1));
    }

    /// 0.5 for references, 0.5 for the count of follows, 1 for the follows, 10 for the posts, 10
    /// for the authors, 10 for the counters, and 0.5 for the caller's likes, of which a unit has
    /// room for some forty. The post of the next page costs 0.5.
    @ParameterizedTest
    @CsvSource({"0, 33", "20, 33", "25, 33.5", "39, 33.5"})
    void aPageOfTwentyPostsWithAllExpansions(int likes, double readUnits) {
        byManyAuthors(bed, 21);
        likeOthers(likes);
        var request = page(bed, 20).query("expand", "author,counts,mine");
        var measured = bed.meter().measure(() -> request.send("GetTimelineByUserId"));
        assertThat(measured.answer().column("mine")).hasSize(20);
        assertThat(measured.cost()).isEqualTo(new Cost(readUnits, 0, 0, 2 + 2 + 2));

        var gate = new SimultaneousRequests(2 + 2, 2);
        var handler = bed.functions().observedBy(gate).http(TestBed.row("GetTimelineByUserId"));
        assertThat(request.send("GetTimelineByUserId", handler).status()).isEqualTo(200);
        assertThat(gate.isOpen()).isTrue();
    }

    /// The Query reads forty likes for a unit, and the keys of twenty likes cost ten.
    @Test
    void aCallerWhoLikesVeryManyPostsCostsOneUnitMoreThanKeys() {
        byManyAuthors(bed, 21);
        likeOthers(41);
        var request = page(bed, 20).query("expand", "mine");
        var measured = bed.meter().measure(() -> request.send("GetTimelineByUserId"));
        assertThat(measured.cost()).isEqualTo(new Cost(12.5 + 1 + 10, 0, 0, 2 + 2 + 2));
    }

    /// Likes of posts that are on no page.
    private void likeOthers(int likes) {
        edges(
                bed,
                likes,
                n ->
                        LikeItems.like(
                                new Like(
                                        PostId.of("other%021d".formatted(n)),
                                        ME,
                                        bed.clock().instant())));
    }

    /// The Query of references and the count of follows cost 0.5 each; references beyond 4 KB cost
    /// 0.5 more, and so does each 4 KB of posts. A single follow is read by its key for 1.
    @ParameterizedTest
    @CsvSource({"1, 2.5", "20, 2.5", "21, 3", "50, 4", "51, 4"})
    void aTimelineReadsThePostsOfAnAuthorInOneQuery(int posts, double readUnits) {
        timeline(bed, posts);
        var measured = bed.meter().measure(call(page(bed, 50), "GetTimelineByUserId"));
        assertThat(measured.answer().column("postId")).hasSize(Math.min(posts, 50));
        assertThat(measured.cost()).isEqualTo(new Cost(readUnits, 0, 0, 2 + 2));
    }

    /// Single posts cost 0.5 each. One Query reads the follows, for 1 per 4 KB.
    @ParameterizedTest
    @CsvSource({"2, 3", "46, 25.5", "50, 28.5", "51, 29"})
    void aTimelineReadsTheFollowsOfManyAuthorsInOneQuery(int authors, double readUnits) {
        byManyAuthors(bed, authors);
        var measured = bed.meter().measure(call(page(bed, 50), "GetTimelineByUserId"));
        assertThat(measured.answer().column("postId")).hasSize(Math.min(authors, 50));
        assertThat(measured.cost()).isEqualTo(new Cost(readUnits, 0, 0, 2 + 2));
    }

    /// 1.5 for references and count, 1 for the follows, 9.5 for the Queries of 19 authors, and 6
    /// for the twelve posts of the other six authors.
    @Test
    void aPageByTwentyFiveAuthorsCostsEighteenUnits() {
        byManyAuthors(bed, 51, 25);
        var measured = bed.meter().measure(call(page(bed, 50), "GetTimelineByUserId"));
        assertThat(measured.answer().column("postId")).hasSize(50);
        assertThat(measured.cost()).isEqualTo(new Cost(18, 0, 0, 2 + 20 + 1));
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "2, 21"})
    void aPageWaitsForTwoConsecutiveRequests(int earlier, int together) {
        byManyAuthors(bed, 51, 25);
        var gate = new SimultaneousRequests(earlier, together);
        var handler = bed.functions().observedBy(gate).http(TestBed.row("GetTimelineByUserId"));

        var page = page(bed, 50).send("GetTimelineByUserId", handler);

        assertThat(page.column("postId")).hasSize(50);
        assertThat(gate.isOpen()).isTrue();
    }

    /// A read finds that the user is new. The transaction writes the profile, the counts and an
    /// item for each word of the name and for the id. One more unit is the token of the rate limit.
    @ParameterizedTest
    @CsvSource({"Ann, 9", "Ann Lind, 11"})
    void aNewUserCostsTwoUnitsForEachWordAndTheId(String name, double writeUnits) {
        var request = mine(bed).body("{\"name\": \"" + name + "\"}");
        var measured = bed.meter().measure(call(request, "PutUserInfo"));
        assertThat(measured.answer().status()).isEqualTo(201);
        assertThat(measured.cost()).isEqualTo(new Cost(1, writeUnits, 0, 3));
    }

    /// The write unit is the token of the rate limit. FollowUser reads whether the caller still
    /// sees the user. Without a follow, UnfollowUser looks for a request.
    @ParameterizedTest
    @CsvSource({"FollowUser, 200, 1.5", "UnfollowUser, 204, 2"})
    void followingOrUnfollowingAgainReadsOnly(String function, int status, double reads) {
        bed.user(ME.value());
        bed.user(YOU.value());
        var request = mine(bed).at("followeeId", YOU.value());
        request.send(function).orFail();
        var again = bed.meter().measure(call(request, function));
        assertThat(again.answer().status()).isEqualTo(status);
        assertThat(again.cost()).isEqualTo(new Cost(reads, 1, 0, 3));
    }

    /// A reply costs 2 WRU more than a post for its entry and 2 for the parent's count, and reads
    /// the parent's counter and the caller's gate; its deletion the same, and the post instead of
    /// them. One write unit and request of each are the token of the rate limit.
    @Test
    void aReplyCostsItsEntryAndTheCountOfItsParent() {
        bed.user(ME.value());
        bed.user(YOU.value());
        var parent = bed.post(YOU.value(), "Fog.");
        var body =
                "{\"content\": \"Rain.\", \"inReplyTo\": {\"postId\": \"%s\"}}".formatted(parent);

        var reply = bed.meter().measure(call(mine(bed).body(body), "CreatePost"));

        assertThat(reply.answer().status()).isEqualTo(201);
        assertThat(reply.cost()).isEqualTo(new Cost(1.5, 11, 0, 4));
        var id = reply.answer().json().path("postId").asText();
        var deletion = bed.meter().measure(call(mine(bed).at("postId", id), "DeletePost"));
        assertThat(deletion.cost()).isEqualTo(new Cost(0.5, 11, 0, 3));
    }

    /// The caller's gate costs a unit, and the post, its counter and the caller's like half a unit
    /// each. So does the standing of the author.
    @ParameterizedTest
    @ValueSource(strings = {"GetPostById", "GetPost"})
    void aPostWithItsCountsAndLikedIsReadInTwoConsecutiveRequests(String function) {
        bed.user(ME.value());
        bed.user(YOU.value());
        var post = bed.post(YOU.value(), "Fog.");
        var read =
                bed.as(ME.value())
                        .at("userId", YOU.value())
                        .at("postId", post.value())
                        .query("expand", "counts,mine");

        var measured = bed.meter().measure(call(read, function));

        assertThat(measured.answer().json().path("mine").path("liked").isBoolean()).isTrue();
        assertThat(measured.cost()).isEqualTo(new Cost(3, 0, 0, 3));
    }

    /// Posts for everyone need no read of the follows. Of posts for followers, one request reads
    /// the follows of all authors, for half a unit each.
    @Test
    void aPageByProtectedAuthorsReadsTheFollowsInOneRequest() {
        var authors = List.of("ann", "ben", "cat");
        authors.forEach(bed::user);
        bed.user(ME.value());
        authors.forEach(author -> bed.follow(ME.value(), author));
        var parent = bed.post(ME.value(), "Fog.");
        authors.forEach(author -> bed.reply(author, parent));
        var list = mine(bed).at("postId", parent.value());
        var before = bed.meter().measure(call(list, "ListReplies")).cost();

        authors.forEach(author -> bed.protect(author, true));
        bed.drain();

        var after = bed.meter().measure(call(list, "ListReplies"));
        assertThat(after.answer().column("userId")).containsExactlyElementsOf(authors);
        assertThat(after.cost())
                .isEqualTo(new Cost(before.readUnits() + 1.5, 0, 0, before.roundTrips() + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ids", "q"})
    void protectedUsersAreFoundWithOneRequestForTheFollows(String parameter) {
        bed.user(ME.value());
        var cost = new ArrayList<Cost>();
        for (var users : List.of(List.of("one"), List.of("two-a", "two-b", "two-c"))) {
            for (var user : users) {
                bed.user(user);
                bed.protect(user, true);
            }
            bed.drain();
            var value =
                    parameter.equals("ids")
                            ? String.join(",", users)
                            : users.getFirst().substring(0, 3);
            var request = bed.as(ME.value()).query(parameter, value);
            var measured = bed.meter().measure(call(request, "GetUsersByIds"));
            assertThat(measured.answer().column("userId")).containsExactlyElementsOf(users);
            cost.add(measured.cost());
        }
        assertThat(cost.getLast().roundTrips()).isEqualTo(cost.getFirst().roundTrips());
    }

    /// The authors of the posts to which the posts on a page reply are protected.
    @Test
    void aPageOfRepliesToProtectedAuthorsReadsTheFollowsInOneRequest() {
        bed.user(ME.value());
        var cost = new ArrayList<Cost>();
        for (var authors : List.of(List.of("ann"), List.of("ben", "cat", "dan"))) {
            for (var author : authors) {
                bed.user(author);
                bed.follow(ME.value(), author);
                var parent = bed.post(author, "Fog.");
                bed.protect(author, true);
                bed.reply(ME.value(), parent);
            }
            bed.drain();
            var page = page(bed, authors.size()).query("expand", "author");
            var measured = bed.meter().measure(call(page, "GetPostListByUserId"));
            assertThat(measured.answer().json().at("/items/0/inReplyTo/author/userId").asText())
                    .isEqualTo(authors.getLast());
            cost.add(measured.cost());
        }
        // each has a follow, a profile and a counter
        assertThat(cost.getLast())
                .isEqualTo(
                        new Cost(
                                cost.getFirst().readUnits() + 2 * 1.5,
                                0,
                                0,
                                cost.getFirst().roundTrips()));
    }

    /// The number of follows tells that a Query could not reach those of the authors: two follows
    /// cost a unit each. Without the number, the Query would cost a unit and a round trip more.
    @Test
    void aReaderWhoFollowsManyUsersReadsTheFollowsOfAPageByKey() {
        byManyAuthors(bed, 2);
        var request = page(bed, 2);
        var before = bed.meter().measure(call(request, "GetTimelineByUserId")).cost();
        edges(bed, 100, n -> FollowItems.following(follow(ME, UserId.of(id(1) + "x" + n))));
        follows(bed, 102);

        var measured = bed.meter().measure(call(request, "GetTimelineByUserId"));

        assertThat(measured.answer().column("postId")).hasSize(2);
        assertThat(measured.cost())
                .isEqualTo(new Cost(before.readUnits() + 1, 0, 0, before.roundTrips()));
    }

    /// A delivery costs one write unit for each follower and for the author, with 25 in a request.
    /// It reads the post and the list of followers consistently.
    @ParameterizedTest
    @ValueSource(ints = {0, 24, 25, 60})
    void aDeliveryCostsOneUnitPerTimeline(int followers) {
        bed.user(ME.value());
        edges(bed, followers, n -> FollowItems.follower(follow(id(n), ME)));
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("FanOut"));
        bed.post(ME.value(), "Fog.");
        var before = bed.meter().calls().getOrDefault("BatchWriteItem", 0L);

        var measured = bed.meter().measure(() -> tap.drain(bed));

        var batches = Math.ceilDiv(followers + 1, 25);
        var readOfFollowers = Math.max(1, Math.ceilDiv(followers * EDGE_BYTES, 4_096));
        assertThat(measured.cost())
                .isEqualTo(new Cost(1 + readOfFollowers, followers + 1, 0, 2 + batches));
        assertThat(bed.meter().calls().getOrDefault("BatchWriteItem", 0L) - before)
                .isEqualTo(batches);
    }

    /// A like costs the stream function, in one transaction, 2 WRU for its ledger row and a share
    /// of the 2 WRU for the counter, which up to 98 likes of a batch share, and 1 RRU to read the
    /// row consistently unless it is alone. All likes of a batch share the notification of the
    /// author: 0.5 RRU for the counter, 2 RRU for the notification and the marker, and 4 WRU.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 98, 99, 300})
    void aLikeCostsItsLedgerRowAndAShareOfTheCounter(int likes) {
        bed.user(ME.value());
        var post = bed.post(ME.value(), "Fog.");
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("AggregateCounts"));
        edges(bed, likes, n -> LikeItems.like(new Like(post, id(n), Instant.EPOCH)));

        var measured = bed.meter().measure(() -> tap.drain(bed));

        var transactions = Math.ceilDiv(likes, ExactlyOnceCounter.EDGES_MAX);
        var alone = likes == 1 ? 1 : 0;
        var reads = Math.ceilDiv(likes, Table.BATCH_GET_MAX) - alone;
        assertThat(measured.cost())
                .isEqualTo(
                        new Cost(
                                likes - alone + 2.5,
                                2.0 * likes + 2.0 * transactions + 4,
                                2,
                                transactions + reads + 2L));
    }

    /// However many likes a batch has, the notification costs 4 WRU if it is unread, and 6 if it
    /// has been seen, because it moves to the top of the list.
    @ParameterizedTest
    @CsvSource({"false, 4", "true, 6"})
    void theNotificationOfABatchOfLikesCostsTheSameForAnyNumber(boolean isSeen, double units) {
        bed.user(ME.value());
        var post = bed.post(ME.value(), "Fog.");
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("AggregateCounts"));
        edges(bed, 2, n -> LikeItems.like(new Like(post, id(n), Instant.EPOCH)));
        tap.drain(bed);
        if (isSeen) {
            bed.as(ME.value())
                    .at("userId", ME.value())
                    .body("{\"at\": \"" + bed.clock().instant() + "\"}")
                    .send("MarkNotificationsSeen")
                    .orFail();
        }
        bed.table()
                .writeAll(
                        IntStream.range(10, 310)
                                .mapToObj(n -> LikeItems.like(new Like(post, id(n), Instant.EPOCH)))
                                .<Write>map(Write.Put::of)
                                .toList());

        var cost = bed.meter().measure(() -> tap.drain(bed)).cost();

        var transactions = Math.ceilDiv(300, ExactlyOnceCounter.EDGES_MAX);
        assertThat(cost.writeUnits()).isEqualTo(2.0 * 300 + 2.0 * transactions + units);
    }

    /// Each follow of a suspended user costs 2 WRU for its mark, 2 WRU for the count of the other
    /// user, and 2 RRU to read both. A slice also checks the standing for 2 WRU.
    @ParameterizedTest
    @CsvSource({"1, 2, 6", "48, 97, 194"})
    void aSuspensionMarksAndCountsEachFollow(int follows, double readUnits, double writeUnits) {
        assertMore(
                SocialCosts.suspendedFollows(0),
                SocialCosts.suspendedFollows(follows),
                readUnits,
                writeUnits);
    }

    /// Each like of a suspended user costs 3 WRU for its mark, with the index, and the stream 2 WRU
    /// for its ledger row and 2 WRU for the counter of its post. If no other user likes the post,
    /// its notification is deleted for 4 WRU, after 2.5 RRU.
    @ParameterizedTest
    @CsvSource({"1, 5, 13", "48, 240.5, 530"})
    void aSuspensionMarksAndCountsEachLike(int likes, double readUnits, double writeUnits) {
        assertMore(
                SocialCosts.suspendedLikes(0),
                SocialCosts.suspendedLikes(likes),
                readUnits,
                writeUnits);
    }

    private static void assertMore(
            StreamCost less, StreamCost more, double readUnits, double writeUnits) {
        var without = less.measure();
        var with = more.measure();
        assertThat(with.readUnits() - without.readUnits()).isEqualTo(readUnits);
        assertThat(with.writeUnits() - without.writeUnits()).isEqualTo(writeUnits);
    }

    /// Repeated records are recognized by reading and write nothing.
    @Test
    void countingAgainCostsReadsOnly() {
        bed.user(ME.value());
        var post = bed.post(ME.value(), "Fog.");
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("AggregateCounts"));
        edges(bed, 10, n -> LikeItems.like(new Like(post, id(n), Instant.EPOCH)));
        var records = tap.next();
        assertThat(tap.deliver(bed, records)).isEmpty();

        var again = bed.meter().measure(() -> tap.deliver(bed, records));

        assertThat(again.answer()).isEmpty();
        assertThat(again.cost()).isEqualTo(new Cost(10, 0, 0, 1));
    }
}
