package plaza.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.model.ScoreDistribution;
import plaza.favorites.FavoriteItems;
import plaza.id.FixtureId;
import plaza.id.Gameweek;
import plaza.id.LeagueId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.local.load.FantasyImport;
import plaza.local.load.ModelImport;
import plaza.social.SocialItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.Await;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

@Order(1)
final class ReconcileTest {
    private static final Duration REPAIR_TIME_MAX = Duration.ofMinutes(1);

    private static final int SEEDS = SharedData.isDeep() ? 40 : 1;

    /// What a town asks for that is to suffer every damage.
    private static final int REQUESTS = SharedData.isDeep() ? 200 : 120;

    /// The same where a few will do.
    private static final int FEW_REQUESTS = SharedData.isDeep() ? 200 : 100;

    /// Every damage of a post, its counters and their rows is done to another one: ten of them.
    private static final int POSTS_MIN = 14;

    private static final int TURNS = SharedData.isDeep() ? 50 : 30;

    private TestBed bed = new TestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void whatLivedHasNoDriftAndEveryDamageIsFoundAndRepairedAndStaysSo() {
        for (var number = 0; number < SEEDS; number++) {
            var seed = seed(number);
            damageFindRepair(seed);
            bed.close();
            bed = new TestBed();
        }
    }

    private void damageFindRepair(long seed) {
        var random = new SplittableRandom(seed);
        live(random);
        assertNoDrift();
        bed.pauseStream();
        var wreck = new CorruptedTable(bed, random);
        for (var damage : Corruption.values()) {
            assertThat(wreck.suffers(damage)).as("seed %d: %s", seed, damage).isTrue();
        }
        // a report names a hundred differences
        var seen = ReconcileRun.of(bed, Map.of("items", 1_000));
        assertThat(seen.found()).as("seed %d", seed).containsAll(wreck.expected());
        assertThat(seen.repaired()).isZero();

        var repairing = ReconcileRun.repairing(bed);
        assertThat(repairing.found()).as("seed %d", seed).isNotEmpty();
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
        var again = ReconcileRun.repairing(bed);
        assertThat(again.found()).as("seed %d", seed).isEmpty();
        assertThat(again.drift()).isZero();
        System.out.printf(
                "seed %d: %d damages, %d found, %d repaired, then %d; %d items checked%n",
                seed,
                wreck.damages(),
                seen.drift(),
                repairing.repaired(),
                again.drift(),
                seen.checked());
    }

    private void assertNoDrift() {
        var run = ReconcileRun.looking(bed);
        assertThat(run.found()).isEmpty();
        assertThat(run.drift()).isZero();
        assertThat(run.unsettled()).isZero();
        assertThat(run.checked()).isGreaterThan(300);
    }

    /// All three contexts at work, then an hour of rest.
    private void live(SplittableRandom random) {
        var town = new SocialTraffic(bed, random);
        town.live(REQUESTS);
        town.liveUntil(POSTS_MIN);
        new FavoritesFixture(bed, random).fill(24);
        new FantasyFixture(bed, random).play(22);
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
    }

    @Test
    void aRepairDoneTwiceChangesNothing() {
        var random = new SplittableRandom(seed(1));
        new SocialTraffic(bed, random).live(FEW_REQUESTS);
        bed.drain();
        bed.pauseStream();
        bed.clock().advance(Duration.ofHours(1));
        var wreck = new CorruptedTable(bed, random);
        for (var damage :
                List.of(
                        Corruption.FOLLOWER_COUNT,
                        Corruption.LIKE_ROW_LOST,
                        Corruption.ENTRY_LOST)) {
            assertThat(wreck.suffers(damage)).isTrue();
        }
        assertThat(ReconcileRun.repairing(bed).repaired()).isPositive();
        var after = bed.everything();
        assertThat(ReconcileRun.repairing(bed).drift()).isZero();
        assertThat(bed.everything()).isEqualTo(after);
    }

    @Test
    void tinySlicesFindTheSame() {
        var random = new SplittableRandom(seed(2));
        new SocialTraffic(bed, random).live(FEW_REQUESTS);
        bed.drain();
        bed.pauseStream();
        bed.clock().advance(Duration.ofHours(1));
        var wreck = new CorruptedTable(bed, random);
        for (var damage : Corruption.values()) {
            wreck.suffers(damage);
        }
        var whole = ReconcileRun.looking(bed);
        var tiny = ReconcileRun.of(bed, Map.of("items", 3));
        assertThat(tiny.found()).isEqualTo(whole.found()).isNotEmpty();
        assertThat(tiny.drift()).isEqualTo(whole.drift());
        assertThat(tiny.checked()).isEqualTo(whole.checked());
        assertThat(tiny.slices()).isGreaterThan(FEW_REQUESTS / 2 * whole.slices());
    }

    @Test
    void followsDuringARepairAreNotLost() throws Exception {
        bed.user("star");
        for (var fan = 0; fan < 40; fan++) {
            bed.user("fan" + fan);
        }
        var star = UserId.of("star");
        bed.table()
                .write(
                        Write.Update.of(KeySpace.userCount(star))
                                .set(SocialItems.FOLLOWER_COUNT, 1_000));
        var busy = new AtomicBoolean(true);
        var runs = new AtomicInteger();
        var together = new CyclicBarrier(3);
        try (var threads = Executors.newFixedThreadPool(4)) {
            var fans = new ArrayList<Future<?>>();
            for (var thread = 0; thread < 3; thread++) {
                var mine = thread;
                fans.add(
                        threads.submit(() -> {
                            var random = new SplittableRandom(mine);
                            for (var turn = 0; turn < TURNS; turn++) {
                                var fan = "fan" + (mine + 3 * random.nextInt(13));
                                bed.as(fan)
                                        .at("userId", fan)
                                        .at("followeeId", "star")
                                        .send(
                                                random.nextInt(3) == 0
                                                        ? "UnfollowUser"
                                                        : "FollowUser");
                                // now and then the counter stands still while it is repaired
                                if (turn % 10 == 0) {
                                    together.await();
                                    var before = runs.get();
                                    Await.until(
                                            "a repair",
                                            REPAIR_TIME_MAX,
                                            () -> runs.get() >= before + 2);
                                }
                            }
                            return null;
                        }));
            }
            var repairs =
                    threads.submit(() -> {
                        var repaired = 0L;
                        while (busy.get()) {
                            repaired +=
                                    ReconcileRun.of(
                                                    bed,
                                                    Map.of("repair", true, "check", "userCounts"))
                                            .repaired();
                            runs.incrementAndGet();
                        }
                        return repaired;
                    });
            for (var fan : fans) {
                fan.get();
            }
            busy.set(false);
            System.out.println("repaired among follows: " + repairs.get());
        }
        ReconcileRun.of(bed, Map.of("repair", true, "check", "userCounts"));
        assertThat(count(KeySpace.userCount(star), SocialItems.FOLLOWER_COUNT))
                .isEqualTo(bed.items(KeySpace.followersOf(star)).size())
                .isPositive();
        assertThat(ReconcileRun.of(bed, Map.of("check", "userCounts")).drift()).isZero();
    }

    @Test
    void aFollowBetweenCountAndRepairIsNotLost() {
        var armed = new AtomicBoolean();
        bed.close();
        bed =
                new TestBed(functions ->
                        functions.observedBy(
                                new ExecutionInterceptor() {
                                    @Override
                                    public void beforeTransmission(
                                            Context.BeforeTransmission call,
                                            ExecutionAttributes attributes) {
                                        if (call.request() instanceof UpdateItemRequest
                                                && armed.getAndSet(false)) {
                                            bed.follow("fan", "star");
                                        }
                                    }
                                }));
        bed.user("star");
        bed.user("fan");
        var count = KeySpace.userCount(UserId.of("star"));
        bed.table().write(Write.Update.of(count).set(SocialItems.FOLLOWER_COUNT, 8));
        armed.set(true);
        var order = Map.<String, Object>of("repair", true, "check", "userCounts");
        var first = ReconcileRun.of(bed, order);
        assertThat(first.drift()).isEqualTo(1);
        assertThat(first.repaired()).isZero();
        assertThat(count(count, SocialItems.FOLLOWER_COUNT)).isEqualTo(9);
        assertThat(ReconcileRun.of(bed, order).repaired()).isEqualTo(1);
        assertThat(count(count, SocialItems.FOLLOWER_COUNT)).isEqualTo(1);
    }

    @Test
    void whatIsOnItsWayIsNoDrift() {
        bed.user("author");
        bed.user("reader");
        bed.follow("reader", "author");
        bed.drain();
        bed.pauseStream();
        bed.clock().advance(Duration.ofHours(1));
        var post = bed.post("author", "just now");
        bed.as("reader").at("postId", post.value()).at("userId", "reader").send("LikePost");
        bed.as("reader").at("postId", post.value()).at("sessionId", "s1").send("RecordView");
        tagFavorite("reader");
        var first = bed.reconcile(Map.of());
        assertThat(first).containsEntry("driftCount", 0L).containsKeys("next", "notBefore");
        bed.drain();
        bed.clock().advance(Check.GRACE);
        var second = bed.reconcile(Map.of("cursor", next(first)));
        assertThat(second).containsEntry("driftCount", 0L).doesNotContainKey("next");
    }

    @Test
    void whatNeverComesIsDriftAfterTheGrace() {
        bed.user("author");
        bed.user("reader");
        bed.follow("reader", "author");
        var post = bed.post("author", "nobody hears of it");
        bed.as("reader").at("postId", post.value()).at("userId", "reader").send("LikePost");
        bed.as("reader").at("postId", post.value()).at("sessionId", "s1").send("RecordView");
        tagFavorite("reader");
        bed.clock().advance(Check.GRACE.plusSeconds(1));
        var run = ReconcileRun.looking(bed);
        assertThat(run.found().stream().map(ReconcileRun.Found::check))
                .containsOnly(
                        "likeLedger",
                        "viewLedger",
                        "timelineEntries",
                        "searchPostings",
                        "tagLedger",
                        "favoriteUsage");
        ReconcileRun.repairing(bed);
        assertThat(count(KeySpace.likeCount(post), SocialItems.LIKE_COUNT)).isEqualTo(1);
        var tag = KeySpace.tag(UserId.of("reader"), TagId.of("t1"));
        assertThat(count(tag, FavoriteItems.FAVORITE_COUNT)).isEqualTo(1);
        // the stream wakes up after all
        bed.drain();
        assertThat(count(KeySpace.likeCount(post), SocialItems.LIKE_COUNT)).isEqualTo(1);
        assertThat(count(KeySpace.viewCount(post), SocialItems.VIEW_COUNT)).isEqualTo(1);
        assertThat(count(tag, FavoriteItems.FAVORITE_COUNT)).isEqualTo(1);
        assertThat(ReconcileRun.looking(bed).drift()).isZero();
    }

    /// Saves something, and gives it a tag.
    private void tagFavorite(String owner) {
        sendAsOwner(owner, "ClipFavorite", "{\"dataType\": \"note\", \"title\": \"tea\"}");
        sendAsOwner(owner, "CreateTag", "{\"tagName\": \"green\"}");
        sendAsOwner(owner, "TagFavorite", null);
    }

    private void sendAsOwner(String owner, String function, @Nullable String body) {
        var call = bed.as(owner).at("userId", owner).at("dataId", "d1").at("tagId", "t1");
        var reply = (body == null ? call : call.body(body)).send(function);
        assertThat(reply.status()).isEqualTo(201);
    }

    @Test
    void ofAnOldPostOnlyTooFewViewsAreDrift() {
        bed.user("author");
        var post = bed.post("author", "old");
        bed.clock().advance(Duration.ofDays(31));
        for (var session = 0; session < 3; session++) {
            bed.as("author")
                    .at("postId", post.value())
                    .at("sessionId", "s" + session)
                    .send("RecordView");
        }
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
        bed.table().write(Write.Update.of(KeySpace.viewCount(post)).set(SocialItems.VIEW_COUNT, 9));
        assertThat(ReconcileRun.looking(bed).drift()).isZero();
        bed.table().write(Write.Update.of(KeySpace.viewCount(post)).set(SocialItems.VIEW_COUNT, 2));
        assertThat(ReconcileRun.repairing(bed).drift()).isEqualTo(1);
        assertThat(count(KeySpace.viewCount(post), SocialItems.VIEW_COUNT)).isEqualTo(3);
    }

    @Test
    void aStuckJobIsBroughtToTheStreamAgain() {
        var random = new SplittableRandom(seed(3));
        assertThat(new CorruptedTable(bed, random).suffers(Corruption.JOB_STUCK)).isTrue();
        assertThat(ReconcileRun.looking(bed).found().stream().map(ReconcileRun.Found::check))
                .containsExactly("stuckJobs");
        assertThat(ReconcileRun.repairing(bed).repaired()).isEqualTo(1);
        assertThat(ReconcileRun.looking(bed).drift()).isZero();
        bed.drain();
        assertThat(bed.everything()).isEmpty();
    }

    @Test
    void theTotalsOfALargeLeagueAreCountedAgain() {
        var season = new FantasyFixture(bed, new SplittableRandom(seed(5)));
        season.play(100);
        bed.clock().advance(Duration.ofHours(1));
        assertThat(ReconcileRun.looking(bed).drift()).isZero();
        var pub = LeagueId.of("pub");
        var standing = KeySpace.scoreDistribution(pub);
        var right = bed.table().getConsistent(standing);
        assertThat(right).isNotNull();
        var repair = Map.<String, Object>of("repair", true, "check", "spreads");
        for (var damage :
                List.of(
                        Write.Put.of(FantasyItems.scoreDistribution(pub, ScoreDistribution.EMPTY)),
                        Write.Delete.of(standing),
                        Write.Delete.of(KeySpace.largeLeague(pub)))) {
            bed.table().write(damage);
            var repairing = ReconcileRun.of(bed, repair);
            assertThat(repairing.found())
                    .containsExactly(CorruptedTable.found(Check.SPREADS, standing));
            assertThat(repairing.repaired()).isEqualTo(1);
            bed.drain();
            assertThat(bed.table().getConsistent(standing)).isEqualTo(right);
            assertThat(bed.table().getConsistent(KeySpace.largeLeague(pub))).isNotNull();
            assertThat(ReconcileRun.of(bed, repair).drift()).isZero();
        }
        season.unsettle(2);
        assertThat(bed.table().getConsistent(standing)).isNotEqualTo(right);
        assertThat(ReconcileRun.looking(bed).drift()).isZero();
    }

    /// Whether the fixture is missing or the points are wrong, only an operator can tell.
    @Test
    void pointsOfAnUndeclaredFixtureAreReportedUntilItIsDeclared() {
        var season = new FantasyFixture(bed, new SplittableRandom(seed(7)));
        season.play(1);
        bed.clock().advance(Duration.ofHours(1));
        assertThat(ReconcileRun.looking(bed).drift()).isZero();
        var line =
                bed.everything().keySet().stream()
                        .filter(key -> key.sk().startsWith("GW#01#Fixture#f1"))
                        .findFirst()
                        .orElseThrow();
        var fixture = KeySpace.fixture(Gameweek.of(1), FixtureId.of("f1"));
        bed.table().write(Write.Delete.of(fixture));
        var repairing = ReconcileRun.of(bed, Map.of("repair", true));
        assertThat(repairing.found())
                .contains(CorruptedTable.found(Check.DECLARED_FIXTURES, line))
                .allMatch(found -> found.check().equals("declaredFixtures"));
        assertThat(repairing.repaired()).isZero();
        season.declare(1, "f1");
        assertThat(ReconcileRun.looking(bed).drift()).isZero();
    }

    @Test
    void anItemThatMakesNoSenseKeepsNoOtherFromBeingChecked() {
        var random = new SplittableRandom(seed(6));
        new SocialTraffic(bed, random).live(FEW_REQUESTS);
        bed.drain();
        bed.pauseStream();
        bed.clock().advance(Duration.ofHours(1));
        assertThat(new CorruptedTable(bed, random).suffers(Corruption.FOLLOWER_COUNT)).isTrue();
        var nonsense = KeySpace.follower(UserId.of("u1"), UserId.of("u2"));
        bed.table().write(Write.Put.of(Item.at(nonsense).with("followedAt", "soon").build()));
        var run = ReconcileRun.looking(bed);
        assertThat(run.found().stream().map(ReconcileRun.Found::check)).contains("userCounts");
        assertThat(run.unsettled()).isPositive();
    }

    @Test
    void anImportedUserKeepsWhatTheTableDoesNotHold() throws IOException {
        var file = SharedData.file("SocialNetworkSchema.json");
        new ModelImport(bed.table(), bed.clock()).load(Files.readAllBytes(file));
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
        var run = ReconcileRun.looking(bed);
        assertThat(run.found()).isEmpty();
        assertThat(run.checked()).isPositive();
        var star =
                bed.everything().values().stream()
                        .filter(item -> item.has(SocialItems.importedPart("followerCount")))
                        .findFirst()
                        .orElseThrow();
        var before = star.number(SocialItems.FOLLOWER_COUNT);
        bed.table().write(Write.Update.of(star.key()).set(SocialItems.FOLLOWER_COUNT, before - 7));
        assertThat(ReconcileRun.repairing(bed).drift()).isEqualTo(1);
        assertThat(count(star.key(), SocialItems.FOLLOWER_COUNT)).isEqualTo(before);
    }

    @Test
    void aRealSeasonThatWasLoadedHasNoDrift() {
        assumeTrue(SharedData.isDeep(), "skipped: 50,000 items take minutes; -Ddeep checks them");
        FantasyImport.load(SharedData.file("fantasy"), bed.table());
        var run = ReconcileRun.looking(bed);
        assertThat(run.found()).isEmpty();
        assertThat(run.unsettled()).isZero();
        assertThat(run.checked()).isGreaterThan(10_000);
    }

    @Test
    void aScheduledRunGoesOnUntilItIsOverAndRestsThen() {
        var random = new SplittableRandom(seed(4));
        new SocialTraffic(bed, random).live(FEW_REQUESTS);
        bed.drain();
        bed.pauseStream();
        bed.clock().advance(Duration.ofHours(1));
        assertThat(new CorruptedTable(bed, random).suffers(Corruption.LIKE_ROW_LOST)).isTrue();
        var order = Map.<String, Object>of("scheduled", true);
        var first = bed.reconcile(order);
        assertThat(first).containsKeys("next", "notBefore");
        assertThat(bed.reconcile(order)).containsEntry("checked", 0L).containsKey("next");
        bed.clock().advance(Duration.ofMinutes(15));
        var second = bed.reconcile(order);
        assertThat(second).containsEntry("driftCount", 1L).doesNotContainKey("next");
        bed.clock().advance(Duration.ofMinutes(15));
        assertThat(bed.reconcile(order)).containsEntry("checked", 0L).doesNotContainKey("next");
        bed.clock().advance(Duration.ofDays(7));
        assertThat((Long) bed.reconcile(order).get("checked")).isPositive();
    }

    @Test
    void anOrderThatIsNoneIsRefused() {
        assertThatThrownBy(() -> bed.reconcile(Map.of("fix", true)))
                .hasMessageContaining("takes only");
        assertThatThrownBy(() -> bed.reconcile(Map.of("check", "everything")))
                .hasMessageContaining("no such check");
        assertThatThrownBy(() -> bed.reconcile(Map.of("cursor", List.of("0"))))
                .hasMessageContaining("cursor");
        assertThatThrownBy(() -> bed.reconcile(Map.of("scheduled", true, "repair", true)))
                .hasMessageContaining("nothing else");
    }

    @Test
    void everyFamilyIsCheckedOrHasNothingDerived() {
        var looked = new HashSet<>(Check.UNDERIVED);
        for (var check : Check.values()) {
            looked.addAll(check.families());
        }
        assertThat(looked)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Family.values())
                                .filter(family -> family.index() == TableSchema.Index.TABLE)
                                .toList());
    }

    private long count(Key key, String attribute) {
        var item = bed.table().getConsistent(key);
        return item == null ? -1 : item.number(attribute);
    }

    private static List<Object> next(Map<String, Object> report) {
        return new ArrayList<>((List<?>) report.getOrDefault("next", List.of()));
    }

    private static long seed(int number) {
        var first = Long.getLong("plaza.seed", 20_261_120L);
        var seed = first + number;
        System.out.println("seed " + seed);
        return seed;
    }
}
