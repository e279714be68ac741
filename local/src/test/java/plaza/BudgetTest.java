package plaza;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.TestBed.Reply;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.Meter.Cost;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.Post;
import plaza.social.model.TimelineEntry;
import plaza.table.Item;
import plaza.table.Write;

/// What each call costs, in exactly the case that its Catalogue row describes; and what happens
/// behind a call, per follower and per like.
class BudgetTest {
    /// Sets the case up, and gives the call that is measured.
    @FunctionalInterface
    private interface Scenario extends Function<TestBed, Supplier<Reply>> {}

    /// Ids of 26 characters, as the budgets of lists say.
    private static final UserId ME = id(0);

    private static final UserId YOU = id(1);

    /// Contexts whose calls nobody measures yet.
    private static final Set<String> MISSING = Set.of("favorites", "fantasy");

    private static final Map<String, Scenario> SCENARIOS =
            Map.ofEntries(
                    entry(
                            "GetUserInfoByUserId",
                            bed -> {
                                bed.user(ME.value());
                                return call(
                                        bed.as("x").at("userId", ME.value()),
                                        "GetUserInfoByUserId");
                            }),
                    entry(
                            "PutUserInfo",
                            bed -> {
                                bed.user(ME.value());
                                return call(mine(bed).body("{\"name\": \"new\"}"), "PutUserInfo");
                            }),
                    entry(
                            "GetFollowerListByUserId",
                            bed -> {
                                edges(bed, n -> SocialItems.follower(follow(id(n), ME)));
                                return call(page(bed, 100), "GetFollowerListByUserId");
                            }),
                    entry(
                            "GetFollowingListByUserId",
                            bed -> {
                                edges(bed, n -> SocialItems.following(follow(ME, id(n))));
                                return call(page(bed, 100), "GetFollowingListByUserId");
                            }),
                    entry(
                            "FollowUser",
                            bed -> {
                                bed.user(ME.value());
                                bed.user(YOU.value());
                                return call(mine(bed).at("followeeId", YOU.value()), "FollowUser");
                            }),
                    entry(
                            "UnfollowUser",
                            bed -> {
                                bed.user(ME.value());
                                bed.user(YOU.value());
                                bed.follow(ME.value(), YOU.value());
                                return call(
                                        mine(bed).at("followeeId", YOU.value()), "UnfollowUser");
                            }),
                    entry(
                            "GetPostListByUserId",
                            bed -> {
                                posts(bed, ME, 50);
                                return call(page(bed, 50), "GetPostListByUserId");
                            }),
                    entry(
                            "CreatePost",
                            bed -> {
                                bed.user(ME.value());
                                return call(
                                        mine(bed)
                                                .body("{\"content\": \"" + "x".repeat(700) + "\"}"),
                                        "CreatePost");
                            }),
                    entry("GetPost", bed -> onPost(bed, "GetPost")),
                    entry(
                            "EditPost",
                            bed -> {
                                bed.user(ME.value());
                                var post = bed.post(ME.value(), "old");
                                return call(
                                        mine(bed)
                                                .at("postId", post.value())
                                                .body("{\"content\": \"new\"}"),
                                        "EditPost");
                            }),
                    entry("DeletePost", bed -> onPost(bed, "DeletePost")),
                    entry(
                            "GetUserLikesByPostId",
                            bed -> {
                                var post = PostId.of(ME.value());
                                edges(
                                        bed,
                                        n ->
                                                SocialItems.like(
                                                        new Like(
                                                                post,
                                                                id(n),
                                                                bed.clock().instant())));
                                return call(
                                        bed.as("x")
                                                .at("postId", post.value())
                                                .query("limit", "100"),
                                        "GetUserLikesByPostId");
                            }),
                    entry("GetLikeCountByPostId", bed -> onPost(bed, "GetLikeCountByPostId")),
                    entry("LikePost", bed -> onPost(bed, "LikePost")),
                    entry(
                            "UnlikePost",
                            bed -> {
                                bed.user(ME.value());
                                var post = bed.post(ME.value(), "Fog.");
                                var call = mine(bed).at("postId", post.value());
                                call.send("LikePost");
                                return call(call, "UnlikePost");
                            }),
                    entry(
                            "RecordView",
                            bed -> {
                                bed.user(ME.value());
                                var post = bed.post(ME.value(), "Fog.");
                                return call(
                                        bed.as("x").at("postId", post.value()).at("sessionId", "s"),
                                        "RecordView");
                            }),
                    entry("GetViewCountByPostId", bed -> onPost(bed, "GetViewCountByPostId")),
                    entry(
                            "GetTimelineByUserId",
                            bed -> {
                                timeline(bed, 51);
                                return call(page(bed, 50), "GetTimelineByUserId");
                            }));

    private TestBed bed = new TestBed();

    @BeforeEach
    void checkThatNothingWasSpent() {
        assertThat(bed.meter().total()).isEqualTo(new Cost(0, 0, 0, 0));
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    static Stream<String> functions() {
        return Catalogue.httpFunctions().stream()
                .filter(row -> !MISSING.contains(row.context()))
                .map(Catalogue.Function::name);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void aCallCostsWhatTheCatalogueSays(String function) {
        var scenario = SCENARIOS.get(function);
        if (scenario == null) {
            throw new AssertionError("nobody measures " + function);
        }
        var call = scenario.apply(bed);

        var measured = bed.meter().measure(call);

        assertThat(measured.answer().status()).as(measured.answer().toString()).isBetween(200, 299);
        var budget = TestBed.row(function).budget();
        assertThat(measured.cost())
                .as(budget.when())
                .isEqualTo(
                        new Cost(budget.readUnits(), budget.writeUnits(), 0, budget.roundTrips()));
    }

    @Test
    void nothingIsMeasuredThatIsNotInTheCatalogue() {
        assertThat(functions()).containsAll(SCENARIOS.keySet());
    }

    /// A page with another after it reads 51 posts, since only a living post proves that the next
    /// page is not empty; the last page reads its own.
    @Test
    void theLastPageOfATimelineCostsOnePostLess() {
        timeline(bed, 50);
        var measured = bed.meter().measure(call(page(bed, 50), "GetTimelineByUserId"));
        assertThat(measured.answer().column("postId")).hasSize(50);
        assertThat(measured.answer().cursor()).isNull();
        assertThat(measured.cost()).isEqualTo(new Cost(52, 0, 0, 2));
    }

    /// Each author adds his edge. 50 authors on the last page are just the 100 keys of one
    /// BatchGetItem; with a page after them they are 102, and take a second one.
    @ParameterizedTest
    @CsvSource({"50, 101, 2", "51, 103, 3"})
    void aTimelineOfAsManyAuthorsReadsEveryonesEdge(int authors, double readUnits, int roundTrips) {
        var writes = new ArrayList<Write>();
        for (var number = 1; number <= authors; number++) {
            var author = id(number);
            var post =
                    new Post(
                            author,
                            PostId.of("post%022d".formatted(number)),
                            "x".repeat(100),
                            null,
                            bed.clock().instant(),
                            null,
                            1);
            var entry = new TimelineEntry(ME, author, post.id(), post.timestamp());
            writes.add(Write.Put.of(SocialItems.post(post)));
            writes.add(Write.Put.of(SocialItems.following(follow(ME, author))));
            writes.add(Write.Put.of(SocialItems.timelineEntry(entry)));
        }
        bed.table().writeAll(writes);
        var measured = bed.meter().measure(call(page(bed, 50), "GetTimelineByUserId"));
        assertThat(measured.answer().column("postId")).hasSize(50);
        assertThat(measured.cost()).isEqualTo(new Cost(readUnits, 0, 0, roundTrips));
    }

    @Test
    void followingAgainCostsNoMoreThanTheFirstTime() {
        bed.user(ME.value());
        bed.user(YOU.value());
        bed.follow(ME.value(), YOU.value());
        var again =
                bed.meter().measure(call(mine(bed).at("followeeId", YOU.value()), "FollowUser"));
        assertThat(again.answer().status()).isEqualTo(200);
        assertThat(again.cost()).isEqualTo(new Cost(0, 8, 0, 1));
    }

    /// One unit for each follower and for the author; every 25 share a request. The slice reads the
    /// post and its share of the list of followers, consistently.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 24, 25, 60, 499})
    void aDeliveryCostsOneUnitPerTimeline(int followers) {
        bed.user(ME.value());
        edges(bed, followers, n -> SocialItems.follower(follow(id(n), ME)));
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

    /// What a like costs behind the request: reading its row of the ledger consistently, 1 RRU; and
    /// in one transaction the row, 2 WRU, and its share of moving the counter, 2 WRU for up to 99
    /// likes that come together. Alone that is 1 RRU and 4 WRU, in a full batch 1 RRU and 2.02 WRU.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 99, 100, 250})
    void aLikeCostsItsRowOfTheLedgerAndAShareOfTheCounter(int likes) {
        bed.user(ME.value());
        var post = bed.post(ME.value(), "Fog.");
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("AggregateCounts"));
        edges(bed, likes, n -> SocialItems.like(new Like(post, id(n), Instant.EPOCH)));

        var measured = bed.meter().measure(() -> tap.drain(bed));

        var transactions = Math.ceilDiv(likes, 99);
        assertThat(measured.cost())
                .isEqualTo(new Cost(likes, 2.0 * likes + 2.0 * transactions, 0, 2L * transactions));
    }

    /// A repetition is noticed by reading; it writes nothing.
    @Test
    void countingAgainCostsTheReadingOnly() {
        bed.user(ME.value());
        var post = bed.post(ME.value(), "Fog.");
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("AggregateCounts"));
        edges(bed, 10, n -> SocialItems.like(new Like(post, id(n), Instant.EPOCH)));
        var records = tap.next();
        assertThat(tap.deliver(bed, records)).isEmpty();

        var again = bed.meter().measure(() -> tap.deliver(bed, records));

        assertThat(again.answer()).isEmpty();
        assertThat(again.cost()).isEqualTo(new Cost(10, 0, 0, 1));
    }

    /// `pk` and `sk` with their values, and the time: the size of a follower with ids of 26
    /// characters.
    private static final int EDGE_BYTES =
            "pk".length()
                    + "u##follower".length()
                    + 26
                    + "sk".length()
                    + "u#".length()
                    + 26
                    + "followedAt".length()
                    + 8;

    private static UserId id(int number) {
        return UserId.of("user%022d".formatted(number));
    }

    private static TestBed.Call mine(TestBed bed) {
        return bed.as(ME.value()).at("userId", ME.value());
    }

    private static TestBed.Call page(TestBed bed, int limit) {
        return mine(bed).query("limit", Integer.toString(limit));
    }

    private static Supplier<Reply> call(TestBed.Call call, String function) {
        return () -> call.send(function);
    }

    private static Supplier<Reply> onPost(TestBed bed, String function) {
        bed.user(ME.value());
        var post = bed.post(ME.value(), "Fog.");
        return call(mine(bed).at("postId", post.value()), function);
    }

    private static Follow follow(UserId follower, UserId followee) {
        return new Follow(follower, followee, Instant.parse("2026-11-20T10:00:00.123Z"));
    }

    private static void edges(TestBed bed, Function<Integer, Item> edge) {
        edges(bed, 100, edge);
    }

    private static void edges(TestBed bed, int count, Function<Integer, Item> edge) {
        bed.table()
                .writeAll(
                        IntStream.rangeClosed(1, count)
                                .<Write>mapToObj(n -> Write.Put.of(edge.apply(n)))
                                .toList());
    }

    private static List<Post> posts(TestBed bed, UserId author, int count) {
        var posts =
                IntStream.range(0, count)
                        .mapToObj(n ->
                                new Post(
                                        author,
                                        PostId.of("post%022d".formatted(n)),
                                        "x".repeat(100),
                                        null,
                                        bed.clock().instant(),
                                        null,
                                        1))
                        .toList();
        bed.table()
                .writeAll(
                        posts.stream()
                                .<Write>map(post -> Write.Put.of(SocialItems.post(post)))
                                .toList());
        return posts;
    }

    /// A timeline of posts of one author, who is followed.
    private static void timeline(TestBed bed, int count) {
        var posts = posts(bed, YOU, count);
        bed.table().write(Write.Put.of(SocialItems.following(follow(ME, YOU))));
        bed.table()
                .writeAll(
                        posts.stream()
                                .<Write>map(post ->
                                        Write.Put.of(
                                                SocialItems.timelineEntry(
                                                        new TimelineEntry(
                                                                ME,
                                                                YOU,
                                                                post.id(),
                                                                post.timestamp()))))
                                .toList());
    }
}
