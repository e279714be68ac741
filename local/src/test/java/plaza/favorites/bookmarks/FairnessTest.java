package plaza.favorites.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Deep;
import plaza.catalogue.StreamFunction;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.stream.SliceLimit;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;

/// How long the post of one user waits behind the work of other users, measured in the units that
/// are used before it, independent of a clock.
@Order(1)
class FairnessTest {
    private static final StreamFunction FAN_OUT = TestBed.streamRow("FanOut");

    /// The number of units after which an invocation begins no further slice.
    private static final double TURN_UNITS = SliceLimit.STANDARD.units();

    /// The units of one slice of an import: the 500 units for bookmarks, the bookmark that exceeds
    /// them, the reads of what exists already, and the reads and writes of the job itself.
    private static final double IMPORT_SLICE_UNITS = 700;

    /// The units of one slice of a bulk change: 10 for each of 50 favorites, and the reads and
    /// writes of the job itself.
    private static final double CHANGE_SLICE_UNITS = 520;

    /// The units of the first slice of an erasure of 250 likes.
    private static final double ERASURE_SLICE_UNITS = 300;

    /// The units of one slice of a user who leaves: 25 items, of which the removal of a post writes
    /// up to ten.
    private static final double LEAVING_SLICE_UNITS = 400;

    private static final int IMPORTERS = 2;

    /// The bookmarks of an import: more than the slices of these tests save.
    private static final int BOOKMARKS = 250;

    /// Favorites that each user changes: enough for several slices.
    private static final int CHANGED = 100;

    @AutoClose private final TestBed bed = new TestBed();
    private final StreamTap fanOut = new StreamTap(bed.emulator(), FAN_OUT);
    private final List<DynamodbStreamRecord> stream = new ArrayList<>();

    @Test
    void aPostWaitsForAtMostOneSliceOfImports() {
        bed.user("ann");
        bed.user("bob");
        bed.follow("bob", "ann");
        fanOut.drain(bed);
        for (var number = 0; number < IMPORTERS; number++) {
            importFile("importer" + number, BOOKMARKS);
        }
        deliver();
        for (var round = 0; round < 3; round++) {
            // The post is written while this batch is processed, as late as possible.
            var underWay = batch();
            var post = bed.post("ann", "Fog over the harbour.");
            var waited = cost(() -> fanOut.deliver(bed, underWay));
            assertThat(isDelivered(post)).isFalse();
            waited += untilDelivered(post);
            assertThat(waited).isBetween(1.0, TURN_UNITS + IMPORT_SLICE_UNITS);
        }
        fanOutRest();
        for (var number = 0; number < IMPORTERS; number++) {
            assertThat(bed.items(FavoritesKeys.FAVORITES.of(UserId.of("importer" + number))).size())
                    .isEqualTo(BOOKMARKS);
        }
        assertThat(hasJobs()).isFalse();
    }

    /// `verify` proves it for imports and erasures.
    @Deep
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\": \"tag\", \"tagId\": \"t1\"}",
                "{\"action\": \"untag\", \"tagId\": \"t2\"}",
                "{\"action\": \"unclip\"}"
            })
    void aPostWaitsForAtMostOneSliceOfBulkChanges(String action) {
        bed.user("ann");
        bed.user("bob");
        bed.follow("bob", "ann");
        for (var number = 0; number < IMPORTERS; number++) {
            importFile("importer" + number, CHANGED);
            var importer = bed.as("importer" + number).at("userId", "importer" + number);
            for (var tag : List.of("t1", "t2")) {
                importer.at("tagId", tag)
                        .body("{\"tagName\": \"%s\"}".formatted(tag))
                        .send("CreateTag")
                        .orFail();
            }
        }
        fanOut.drain(bed);
        for (var number = 0; number < IMPORTERS; number++) {
            bed.as("importer" + number)
                    .at("userId", "importer" + number)
                    .query("q", "fog")
                    .body(action)
                    .send("ChangeFavorites")
                    .orFail();
        }
        deliver();
        assertThat(roundsOfPosts(CHANGE_SLICE_UNITS)).isPositive();
        fanOutRest();
        assertThat(hasJobs()).isFalse();
    }

    /// Writes posts while jobs run. Each must wait for at most one slice.
    ///
    /// @return how many posts were written
    private int roundsOfPosts(double sliceUnits) {
        var rounds = 0;
        for (; rounds < 5 && hasJobs(); rounds++) {
            var underWay = batch();
            var post = bed.post("ann", "Fog over the harbour.");
            var waited = cost(() -> fanOut.deliver(bed, underWay));
            waited += untilDelivered(post);
            assertThat(waited).isBetween(1.0, TURN_UNITS + sliceUnits);
        }
        return rounds;
    }

    private boolean hasJobs() {
        return bed.everything().keySet().stream().anyMatch(key -> key.pk().startsWith("Job#"));
    }

    @Test
    void aPostWaitsForAtMostOneSliceOfErasures() {
        bed.user("ann");
        bed.user("bob");
        bed.follow("bob", "ann");
        bed.user("star");
        var posts = new ArrayList<PostId>();
        for (var number = 0; number < 5; number++) {
            var post = bed.post("star", "Fog.");
            posts.add(post);
            bed.putAll(
                    IntStream.range(0, 250)
                            .mapToObj(n ->
                                    LikeItems.like(
                                            new Like(post, UserId.of("u" + n), Instant.EPOCH))));
        }
        fanOut.drain(bed);
        for (var post : posts) {
            bed.as("star").at("userId", "star").at("postId", post.value()).send("DeletePost");
        }
        var underWay = batch();
        var post = bed.post("ann", "Fog over the harbour.");
        var waited = cost(() -> fanOut.deliver(bed, underWay)) + untilDelivered(post);
        assertThat(waited).isBetween(1.0, TURN_UNITS + ERASURE_SLICE_UNITS);
        fanOutRest();
        for (var each : posts) {
            assertThat(bed.items(SocialKeys.LIKES.of(each))).isEmpty();
        }
    }

    @Test
    void aPostWaitsForAtMostOneSliceOfAUserWhoLeaves() {
        bed.user("ann");
        bed.user("bob");
        bed.follow("bob", "ann");
        for (var leaver : List.of("star", "moon")) {
            bed.user(leaver);
            for (var number = 0; number < 120; number++) {
                bed.post(leaver, "Fog.");
            }
            importFile(leaver, CHANGED);
        }
        fanOut.drain(bed);
        bed.erase("star");
        bed.erase("moon");
        deliver();
        assertThat(roundsOfPosts(LEAVING_SLICE_UNITS)).isGreaterThan(2);
        fanOutRest();
        assertThat(hasJobs()).isFalse();
    }

    /// Every import makes progress: a deferred import runs before one that has just run a slice.
    @Test
    void jobsTakeTurns() {
        for (var number = 0; number < 4; number++) {
            importFile("importer" + number, BOOKMARKS);
        }
        for (var batch = 0; batch < 5; batch++) {
            deliver();
        }
        for (var number = 0; number < 4; number++) {
            assertThat(bed.items(FavoritesKeys.FAVORITES.of(UserId.of("importer" + number))).size())
                    .isBetween(1, BOOKMARKS - 1);
        }
    }

    /// The records of imported favorites cost nothing.
    @Test
    void recordsOfImportedFavoritesNeedNoWork() {
        importFile("ann", 5);
        deliver();
        var records = batch();
        assertThat(records).hasSize(5);
        assertThat(cost(() -> fanOut.deliver(bed, records))).isZero();
        var found = bed.as("ann").at("userId", "ann").query("q", "harbour").send("SearchFavorites");
        assertThat(found.json().path("items")).hasSize(5);
    }

    private void importFile(String user, int bookmarks) {
        var file = new StringBuilder("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n");
        for (var number = 0; number < bookmarks; number++) {
            file.append(
                    "<DT><A HREF=\"https://example.com/fog/%d\">Fog over the harbour at dawn</A>\n"
                            .formatted(number));
        }
        var reply =
                bed.as(user)
                        .at("userId", user)
                        .header("content-type", "text/html")
                        .body(file.append("</DL><p>\n").toString())
                        .send("ImportBookmarks");
        assertThat(reply.status()).isEqualTo(202);
    }

    /// The next records in the order of the stream, as many as one invocation receives.
    private List<DynamodbStreamRecord> batch() {
        stream.addAll(fanOut.next());
        var batch = List.copyOf(stream.subList(0, Math.min(FAN_OUT.batchSize(), stream.size())));
        stream.subList(0, batch.size()).clear();
        return batch;
    }

    private void deliver() {
        assertThat(fanOut.deliver(bed, batch())).isEmpty();
    }

    private void fanOutRest() {
        for (var batch = batch(); !batch.isEmpty(); batch = batch()) {
            assertThat(fanOut.deliver(bed, batch)).isEmpty();
        }
    }

    /// The units that are used before a post reaches its reader. All batches but the last count as
    /// a whole; in the last one posts come first.
    private double untilDelivered(PostId post) {
        var waited = 0.0;
        while (true) {
            var batch = batch();
            assertThat(batch).isNotEmpty();
            var units = cost(() -> fanOut.deliver(bed, batch));
            if (isDelivered(post)) {
                return waited;
            }
            waited += units;
        }
    }

    private boolean isDelivered(PostId post) {
        return bed.items(SocialKeys.TIMELINE.of(UserId.of("bob"))).stream()
                .anyMatch(entry -> entry.key().sk().contains(post.value()));
    }

    private double cost(Supplier<List<String>> work) {
        var measured = bed.meter().measure(work);
        assertThat(measured.answer()).isEmpty();
        return measured.cost().readUnits() + measured.cost().writeUnits();
    }
}
