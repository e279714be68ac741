package plaza.favorites.quota;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.catalogue.StreamFunction;
import plaza.favorites.Owner;
import plaza.favorites.key.FavoritesKeys;
import plaza.table.Item;
import plaza.testkit.Interruption;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

/// The quotas of one user: favorites, one import at a time, and imports per day.
class QuotasTest {
    private static final Quotas QUOTAS = new Quotas(5, 3);

    @AutoClose
    private final TestBed bed = new TestBed(functions -> functions.with(Quotas.class, QUOTAS));

    private final StreamTap fanOut = new StreamTap(bed.emulator(), TestBed.streamRow("FanOut"));
    private final Owner ann = new Owner(bed, "ann");

    // ---- imports

    @Test
    void secondImportReturns409UntilTheFirstIsDone() {
        var first = post(ann, file(1));
        var second = post(ann, file(1));
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.json().path("importId").asText())
                .isEqualTo(first.json().path("importId").asText())
                .isNotEmpty();
        assertThat(post(new Owner(bed, "bob"), file(1)).status()).isEqualTo(202);
        fanOut.drain(bed);
        assertThat(post(ann, file(1)).status()).isEqualTo(202);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void filesThatAreReadAtTheSameTimeAllCountTowardsTheDailyQuota(boolean isRefused) {
        var file = isRefused ? "<p>no bookmarks</p>" : file(1);
        send(file);
        bed.clock().advance(Duration.ofDays(1));
        sendDuringAnother(file);
        assertThat(usage().number(QuotaUsage.IMPORTS)).isEqualTo(2);

        bed.clock().advance(Duration.ofDays(1));
        send(file);
        sendDuringAnother(file);
        assertThat(usage().number(QuotaUsage.IMPORTS)).isEqualTo(3);
    }

    @Test
    void ofTwoFilesAtTheSameTimeOnlyOneIsTheLastOfTheDay() {
        for (var number = 1; number < QUOTAS.importsPerDayMax(); number++) {
            send(file(1));
        }
        var handler = bed.interrupted("ImportBookmarks", () -> send(file(1)));
        assertThat(call(ann, file(1)).send("ImportBookmarks", handler).status()).isEqualTo(429);
        assertThat(usage().number(QuotaUsage.IMPORTS)).isEqualTo(QUOTAS.importsPerDayMax());
    }

    private void send(String file) {
        assertThat(post(ann, file).status()).isIn(202, 400);
        fanOut.drain(bed);
    }

    private void sendDuringAnother(String file) {
        var handler = bed.interrupted("ImportBookmarks", () -> send(file));
        assertThat(call(ann, file).send("ImportBookmarks", handler).status()).isIn(202, 400);
        fanOut.drain(bed);
    }

    @Test
    void importWithoutProgressLosesItsLease() {
        var first = post(ann, file(1)).json().path("importId").asText();
        bed.clock().advance(QuotaUsage.IMPORT_LEASE);
        var second = post(ann, file(1));
        assertThat(second.status()).isEqualTo(202);
        assertThat(post(ann, file(1)).json().path("importId"))
                .isEqualTo(second.json().path("importId"));
        // The first import continues late and does not end the lease of the second.
        var records = fanOut.next();
        var recordsOfFirst = records.stream().filter(r -> pk(r).contains(first)).toList();
        assertThat(fanOut.deliver(bed, recordsOfFirst)).isEmpty();
        assertThat(post(ann, file(1)).status()).isEqualTo(409);
        assertThat(fanOut.deliver(bed, records)).isEmpty();
        assertThat(post(ann, file(1)).status()).isEqualTo(202);
    }

    /// Both requests have read that no work is running: none ever was, or the lease of one that
    /// made no progress is over.
    @ParameterizedTest
    @CsvSource({
        "ImportBookmarks, false", "ImportBookmarks, true",
        "UndoImport, false", "UndoImport, true",
        "ChangeFavorites, false", "ChangeFavorites, true"
    })
    void onlyOneOfTwoRequestsTakesTheLease(String function, boolean isExpired) {
        Owner.ok(ann.clip("d1", "link", "title", Map.of()));
        var done =
                function.equals("UndoImport")
                        ? post(ann, file(1)).json().path("importId").asText()
                        : "";
        fanOut.drain(bed);
        if (isExpired) {
            assertThat(change().send("ChangeFavorites").status()).isEqualTo(202);
            bed.clock().advance(QuotaUsage.IMPORT_LEASE);
        }
        var request =
                switch (function) {
                    case "ImportBookmarks" -> call(ann, file(1));
                    case "UndoImport" -> ann.call().at("importId", done);
                    default -> change();
                };
        var response =
                request.send(
                        function,
                        bed.interrupted(
                                function,
                                () ->
                                        assertThat(change().send("ChangeFavorites").status())
                                                .isEqualTo(202)));

        assertThat(response.status()).isEqualTo(409);
        assertThat(response.json().has("changeId")).isTrue();
    }

    private TestRequest change() {
        return ann.call().query("type", "link").body("{\"action\": \"unclip\"}");
    }

    @Test
    void leaseExceedsTheMaximumRecordAge() {
        assertThat(QuotaUsage.IMPORT_LEASE).isGreaterThan(StreamFunction.RECORD_AGE_MAX);
    }

    @Test
    void importBeyondTheDailyQuotaReturns429UntilTheNextDay() {
        bed.clock().set(Instant.parse("2026-11-20T23:58:30.500Z"));
        for (var number = 0; number < QUOTAS.importsPerDayMax(); number++) {
            assertThat(post(ann, file(1)).status()).isEqualTo(202);
            fanOut.drain(bed);
        }
        var rejected = post(ann, file(1));
        assertThat(rejected.status()).isEqualTo(429);
        assertThat(rejected.header("retry-after")).isEqualTo("90");
        bed.clock().advance(Duration.ofSeconds(90));
        assertThat(post(ann, file(1)).status()).isEqualTo(202);
    }

    /// A repeated request is not a new import, even while the first one runs or when the daily
    /// quota is used up.
    @Test
    void repeatedRequestReturnsTheFirstResponseAndWritesNothing() {
        var first = call(ann, file(3)).header("idempotency-key", "k1").send("ImportBookmarks");
        for (var number = 0; number < QUOTAS.importsPerDayMax(); number++) {
            var repeated =
                    bed.meter()
                            .measure(() ->
                                    call(ann, file(3))
                                            .header("idempotency-key", "k1")
                                            .send("ImportBookmarks"));
            assertThat(repeated.answer().json()).isEqualTo(first.json());
            assertThat(repeated.cost().writeUnits()).isZero();
            assertThat(repeated.cost().readUnits()).isEqualTo(1);
            fanOut.drain(bed);
            post(ann, file(1));
        }
        assertThat(post(ann, file(1)).status()).isEqualTo(429);
    }

    @Test
    void refusedFileCountsTowardsTheDailyQuota() {
        var bomb = "<!DOCTYPE NETSCAPE-Bookmark-file-1>" + "<DT><H3>x</H3><DL><p>".repeat(70);
        assertThat(post(ann, bomb).status()).isEqualTo(400);
        assertThat(post(ann, "<p>no bookmarks</p>").status()).isEqualTo(400);
        var loss = file(1) + "<A HREF=\"javascript:x\">x</A>";
        assertThat(call(ann, loss).query("strict", "true").send("ImportBookmarks").status())
                .isEqualTo(422);
        assertThat(post(ann, file(1)).status()).isEqualTo(429);
        bed.clock().advance(Duration.ofDays(1));
        assertThat(post(ann, file(1)).status()).isEqualTo(202);
    }

    // ---- favorites

    @Test
    void clipBeyondTheQuotaReturns409UntilAFavoriteIsDeleted() {
        clip(5);
        fanOut.drain(bed);
        var rejected = ann.clip("d9", "link", "title", Map.of());
        assertThat(rejected.status()).isEqualTo(409);
        assertThat(rejected.json().path("errors").path(0).path("code").asText()).isEqualTo("quota");
        assertThat(ann.clip("d1", "link", "another title", Map.of()).status()).isEqualTo(200);
        Owner.ok(ann.unclip("d1"));
        fanOut.drain(bed);
        assertThat(ann.clip("d9", "link", "title", Map.of()).status()).isEqualTo(201);
        fanOut.drain(bed);
        assertThat(ann.clip("d1", "link", "title", Map.of()).status()).isEqualTo(409);
        assertThat(usage().number(QuotaUsage.FAVORITES)).isEqualTo(5);
    }

    @Test
    void importStopsAtTheQuotaAndReportsTheRest() {
        clip(3);
        fanOut.drain(bed);
        var id = post(ann, file(4)).json().path("importId").asText();
        fanOut.drain(bed);
        var report = ann.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(report.path("state").asText()).isEqualTo("done");
        assertThat(report.path("added").asInt()).isEqualTo(2);
        assertThat(report.path("alreadyThere").asInt()).isZero();
        assertThat(report.path("refused").asInt()).isEqualTo(2);
        assertThat(report.path("problemCount").asInt()).isEqualTo(2);
        assertThat(report.path("problems").toString())
                .isEqualTo(
                        """
                        [{"line":5,"title":"Title","url":"https://example.com/3","code":"quota","detail":"The bookmark is not saved: your collection has 5 favorites and is full."},\
                        {"line":6,"title":"Title","url":"https://example.com/4","code":"quota","detail":"The bookmark is not saved: your collection has 5 favorites and is full."}]\
                        """);
        assertThat(ann.call().all("ListFavorites", 10)).hasSize(5);
        // Bookmarks that exist already do not count towards the quota.
        id = post(ann, file(2)).json().path("importId").asText();
        fanOut.drain(bed);
        report = ann.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(report.path("alreadyThere").asInt()).isEqualTo(2);
        assertThat(report.path("refused").asInt()).isZero();
    }

    /// A redelivered record is counted again until the next recount corrects the number.
    @Test
    void errorOfTheCountIsAtMostTheChangesSinceItsRecount() {
        var quotaUsage = new QuotaUsage(bed.table(), bed.clock());
        clip(4);
        var records = fanOut.next();
        var wasWrong = false;
        for (var time = 0; time < 40; time++) {
            assertThat(fanOut.deliver(bed, records)).isEmpty();
            var usage = usage();
            var error = Math.abs(usage.number(QuotaUsage.FAVORITES) - 4);
            assertThat(error).isLessThanOrEqualTo(usage.number(QuotaUsage.CHANGES));
            wasWrong |= error > 0;
        }
        assertThat(wasWrong).isTrue();
        for (var change = usage().number(QuotaUsage.CHANGES); change <= 100; change++) {
            var unclips = (int) (change % 2);
            quotaUsage.changed(ann.id(), 1 - unclips, unclips);
        }
        assertThat(usage().number(QuotaUsage.FAVORITES)).isEqualTo(4);
        assertThat(usage().number(QuotaUsage.CHANGES)).isZero();
    }

    /// The other change can leave the number as it is.
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void changesAtTheSameTimeAreAllCounted(int unclips) {
        clip(4);
        fanOut.drain(bed);
        var before = usage();
        var other = new QuotaUsage(bed.table(), bed.clock());
        var contended = Interruption.beforeAnyWrite(() -> other.changed(ann.id(), 1, unclips));
        new QuotaUsage(contended.on(bed.table()), bed.clock()).changed(ann.id(), 1, 0);

        assertThat(usage().number(QuotaUsage.FAVORITES))
                .isEqualTo(before.number(QuotaUsage.FAVORITES) + 2 - unclips);
        assertThat(usage().number(QuotaUsage.CHANGES))
                .isEqualTo(before.number(QuotaUsage.CHANGES) + 2 + unclips);
    }

    private static String pk(DynamodbStreamRecord streamRecord) {
        return Objects.requireNonNull(streamRecord.getDynamodb().getKeys().get("pk")).getS();
    }

    private void clip(int count) {
        for (var number = 1; number <= count; number++) {
            Owner.ok(ann.clip("d" + number, "link", "title", Map.of()));
        }
    }

    private Item usage() {
        @Nullable Item item = bed.table().getConsistent(FavoritesKeys.USAGE.key(ann.id()));
        if (item == null) {
            throw new AssertionError("the usage item does not exist");
        }
        return item;
    }

    private static String file(int bookmarks) {
        var file = new StringBuilder("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n");
        for (var number = 1; number <= bookmarks; number++) {
            file.append("<DT><A HREF=\"https://example.com/%d\">Title</A>\n".formatted(number));
        }
        return file.append("</DL><p>\n").toString();
    }

    private TestRequest call(Owner owner, String file) {
        return owner.call().header("content-type", "text/html").body(file);
    }

    private TestResponse post(Owner owner, String file) {
        return call(owner, file).send("ImportBookmarks");
    }
}
