package plaza;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.social.SocialCosts.EDGE_BYTES;
import static plaza.social.SocialCosts.ME;
import static plaza.social.SocialCosts.YOU;
import static plaza.social.SocialCosts.call;
import static plaza.social.SocialCosts.edges;
import static plaza.social.SocialCosts.follow;
import static plaza.social.SocialCosts.id;
import static plaza.social.SocialCosts.mine;
import static plaza.social.SocialCosts.page;
import static plaza.social.SocialCosts.timeline;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.catalogue.FunctionRow;
import plaza.id.PostId;
import plaza.local.emulator.Meter.Cost;
import plaza.social.SocialItems;
import plaza.social.model.Like;
import plaza.social.model.Post;
import plaza.social.model.TimelineEntry;
import plaza.table.Write;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCases;

/// What each call costs, in exactly the case that its Catalogue row describes, for every row of the
/// Catalogue; and what happens behind a call, per follower and per like.
@Order(1)
class BudgetTest {
    private final TestBed bed = new TestBed();

    @BeforeEach
    void checkThatNothingWasSpent() {
        assertThat(bed.meter().total()).isEqualTo(new Cost(0, 0, 0, 0));
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    static Stream<String> functions() {
        return Catalogue.httpFunctions().stream().map(FunctionRow::name);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void aCallCostsWhatTheCatalogueSays(String function) {
        var call = CostCases.call(function).on(bed);

        var measured = bed.meter().measure(call);

        assertThat(measured.answer().status()).as(measured.answer().toString()).isBetween(200, 299);
        var budget = TestBed.row(function).budget();
        var cost = measured.cost();
        assertThat(List.of(cost.readUnits(), cost.writeUnits(), (double) cost.roundTrips()))
                .as("read units, write units, round trips: %s", budget.when())
                .isEqualTo(
                        List.of(
                                budget.readUnits(),
                                budget.writeUnits(),
                                (double) budget.roundTrips()));
    }

    @Test
    void nothingIsMeasuredThatIsNotInTheCatalogue() {
        assertThat(functions()).containsExactlyInAnyOrderElementsOf(CostCases.calls().keySet());
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
}
