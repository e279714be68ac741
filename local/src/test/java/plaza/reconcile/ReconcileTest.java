package plaza.reconcile;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Check;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.local.context.LocalParts;
import plaza.local.load.ModelImport;
import plaza.local.machine.Execution;
import plaza.mutant.MutantTrial;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.reconcile.SocialCorruption;
import plaza.social.reconcile.SocialTraffic;
import plaza.social.user.UserItems;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.TableSchema.Index;
import plaza.table.Write;
import plaza.testkit.About;
import plaza.testkit.Await;
import plaza.testkit.ContextKits;
import plaza.testkit.ScanExecution;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/// Runs of Reconcile through its handler. `-Dplaza.seed` chooses other random data.
@Order(1)
final class ReconcileTest {
    private static final Duration REPAIR_TIME_MAX = Duration.ofMinutes(1);

    /// Too little to examine anything.
    private static final Duration NO_TIME = Duration.ofSeconds(4);

    private static final int SEEDS = Seeds.number(1, 40);

    /// Requests of a run that needs an item for every corruption.
    private static final int REQUESTS = Seeds.number(100, 200);

    private static final int FAN_REQUESTS = Seeds.number(20, 50);

    private static final Set<String> UNCONDITIONAL =
            ContextKits.all()
                    .flatMap(kit -> kit.unconditionalRepairs().stream())
                    .collect(Collectors.toSet());

    private static final Set<Check> BY_KEY =
            ContextKits.all()
                    .flatMap(kit -> kit.repairsByKey().stream())
                    .collect(Collectors.toSet());

    private TestBed bed = new TestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void everyCorruptionIsFoundAndRepaired() {
        for (var number = 0; number < SEEDS; number++) {
            findAndRepairEveryCorruption(seed(number));
            bed.close();
            bed = new TestBed();
        }
    }

    private void findAndRepairEveryCorruption(long seed) {
        var random = new SplittableRandom(seed);
        fillAllContexts(random);
        var intact = ReconcileRun.reporting(bed);
        assertThat(intact.found()).isEmpty();
        assertThat(intact.drift()).isZero();
        assertThat(intact.unsettled()).isZero();
        assumeThat(Corruption.all()).as("derived values of the contexts").isNotEmpty();
        assertThat(intact.checked()).isGreaterThan(100 * ContextKits.all().count());

        var corrupted = new CorruptedTable(bed, random);
        for (var corruption : Corruption.all()) {
            assertThat(corrupted.apply(corruption))
                    .as("seed %d: %s", seed, corruption.name())
                    .isTrue();
        }
        // A hundred differences are stored for each segment.
        var reported = ReconcileRun.of(bed, Map.of("segments", 20));
        assertThat(reported.found()).as("seed %d", seed).containsAll(corrupted.expected());
        assertThat(reported.repaired()).isZero();

        assertThat(repairsWithoutASource())
                .as("seed %d: repairs whose writes do not name an item that they follow from", seed)
                .isEmpty();
        assertThat(acceptedAmongOthers())
                .as("seed %d: repairs of items that have changed since they were read", seed)
                .isEmpty();
        var repaired = ReconcileRun.repairing(bed);
        assertThat(repaired.found()).as("seed %d", seed).isNotEmpty();
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
        var again = ReconcileRun.repairing(bed);
        assertThat(again.found()).as("seed %d", seed).isEmpty();
        assertThat(again.drift()).isZero();
        System.out.printf(
                "seed %d: %d corruptions, %d differences, %d repaired; %d items checked%n",
                seed,
                Corruption.all().size(),
                reported.drift(),
                repaired.repaired(),
                reported.checked());
    }

    /// Repairs a copy of the table while others change each item between its last read and its
    /// repair.
    ///
    /// @return the repairs that were not refused
    private List<String> acceptedAmongOthers() {
        var accepted = new ArrayList<String>();
        var request = Map.<String, Object>of("repair", true);
        try (var copy = new TestBed()) {
            copy.putAll(bed.everything().values().stream());
            copy.clock().set(bed.clock().instant());
            var contested =
                    TestBed.unpaced(copy.functions())
                            .on(table ->
                                    MutantTrial.over(
                                            new ContestedTable(table, copy.table(), accepted)))
                            .scheduled(Catalogue.ALL.reconcile());
            var run =
                    ReconcileRun.of(
                            copy,
                            step ->
                                    contested.handleRequest(
                                            step,
                                            new TestContext("Reconcile", Duration.ofMinutes(5))),
                            request);
            assertThat(run.repaired()).isPositive();
        }
        return accepted;
    }

    /// The repairs that another writer could make wrong without being noticed: their writes name
    /// neither an item nor the absence of an item that the difference follows from.
    private List<String> repairsWithoutASource() {
        var items = bed.everything();
        var context = new AuditContext(bed.table(), bed.clock());
        var wrong = new ArrayList<String>();
        for (var check : ReconcileRun.CHECKS.all()) {
            var families = check.families();
            var examined =
                    items.values().stream()
                            .filter(item ->
                                    families.contains(
                                            Catalogue.ALL.keySpace().familyOf(item.key().pk())))
                            .toList();
            if (UNCONDITIONAL.contains(check.name())) {
                continue;
            }
            if (!(check.audit() instanceof ItemAudit audit)) {
                unnamedReads(check.audit(), examined, items)
                        .forEach(key -> wrong.add(check.name() + ": " + key));
            } else {
                examined.stream()
                        .filter(item -> audit.covers(item, context))
                        .forEach(item ->
                                unnamedSources(audit, !BY_KEY.contains(check), item, items, context)
                                        .forEach(key -> wrong.add(check.name() + ": " + key)));
            }
        }
        return wrong;
    }

    /// @param isAnchorSource whether repairs follow from more than the key of the examined item
    private static List<Key> unnamedSources(
            ItemAudit audit,
            boolean isAnchorSource,
            Item item,
            Map<Key, Item> items,
            AuditContext context) {
        var related = new HashMap<>(items);
        related.keySet().retainAll(audit.related(item));
        var unnamed = new ArrayList<Key>();
        for (var drift : compared(audit, item, related, context)) {
            var repair = Objects.requireNonNullElse(drift.repair(), List.<Write>of());
            if (!repair.isEmpty()
                    && isAnchorSource
                    && repair.stream().noneMatch(write -> write.key().equals(item.key()))) {
                unnamed.add(item.key());
            }
            for (var key : audit.related(item)) {
                if (!repair.isEmpty()
                        && !PlatformKeys.JOB.is(key)
                        && repair.stream().noneMatch(write -> write.key().equals(key))
                        && changed(related, key, items)
                                .anyMatch(others ->
                                        compared(audit, item, others, context).stream()
                                                .noneMatch(drift::isSameAs))) {
                    unnamed.add(key);
                }
            }
        }
        return unnamed;
    }

    /// The sources, among the items that an audit reads by their keys, that repairs do not name.
    private List<Key> unnamedReads(Audit audit, List<Item> examined, Map<Key, Item> items) {
        var unnamed = new ArrayList<Key>();
        var context = new AuditContext(bed.table(), bed.clock());
        for (var drift : audit.audit(examined, context)) {
            List<Item> anchor = List.of(Objects.requireNonNull(items.get(drift.anchor())));
            var read = new HashSet<Key>();
            var recording =
                    new ForwardingTable(bed.table()) {
                        @Override
                        public List<Item> getAll(List<Key> keys) {
                            read.addAll(keys);
                            return super.getAll(keys);
                        }
                    };
            var _ = audit.audit(anchor, new AuditContext(recording, bed.clock()));
            var repair = Objects.requireNonNullElse(drift.repair(), List.<Write>of());
            for (var key : read) {
                if (!repair.isEmpty()
                        && repair.stream().noneMatch(write -> write.key().equals(key))
                        && changed(items, key, items)
                                .map(others -> on(others, key))
                                .anyMatch(table ->
                                        audit
                                                .audit(anchor, new AuditContext(table, bed.clock()))
                                                .stream()
                                                .noneMatch(drift::isSameAs))) {
                    unnamed.add(key);
                }
            }
        }
        return unnamed;
    }

    /// The table, in which the item with a key is that of others.
    private Table on(Map<Key, Item> others, Key key) {
        return new ForwardingTable(bed.table()) {
            @Override
            public List<Item> getAll(List<Key> keys) {
                return keys.stream()
                        .distinct()
                        .map(each -> each.equals(key) ? others.get(key) : getConsistent(each))
                        .filter(Objects::nonNull)
                        .toList();
            }
        };
    }

    /// The related items after each change of the item with a key. An item that exists is deleted.
    /// An item that does not exist is created, as a copy of each item of its kind.
    private static Stream<Map<Key, Item>> changed(
            Map<Key, Item> related, Key key, Map<Key, Item> items) {
        var others = new HashMap<>(related);
        if (others.remove(key) != null) {
            return Stream.of(others);
        }
        var kind = Catalogue.ALL.keySpace().kindOf(key);
        return items.values().stream()
                .filter(item -> kind.is(item.key()))
                .map(item -> {
                    var with = new HashMap<>(related);
                    with.put(key, item.joinedTo(Item.at(key).build()));
                    return with;
                });
    }

    /// The differences of an item; none of an item that cannot be parsed.
    private static List<Drift> compared(
            ItemAudit audit, Item item, Map<Key, Item> related, AuditContext context) {
        try {
            return audit.compare(item, related, context);
        } catch (IllegalStateException | IllegalArgumentException _) {
            return List.of();
        }
    }

    /// All items but what is stored about runs.
    private Map<Key, Item> examined() {
        var items = new HashMap<>(bed.everything());
        items.keySet().removeIf(key -> PlatformKeys.SCANS.matches(key.pk()));
        return items;
    }

    private void fillAllContexts(SplittableRandom random) {
        ContextKits.all().forEach(kit -> kit.writeHistory(bed, random, false));
        settle();
    }

    /// Drains the stream, and advances the clock until everything that was written can be checked.
    private void settle() {
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
    }

    /// Settles social traffic.
    private CorruptedTable socialTraffic(long seed) {
        var random = new SplittableRandom(seed);
        new SocialTraffic(bed, random).send(REQUESTS);
        settle();
        return new CorruptedTable(bed, random);
    }

    @Test
    @About("social")
    void repairingTwiceChangesNothing() {
        var corrupted = socialTraffic(seed(1));
        for (var corruption :
                List.of(
                        SocialCorruption.FOLLOWER_COUNT,
                        Corruption.named("LIKE_ROW_MISSING"),
                        SocialCorruption.ENTRY_MISSING)) {
            assertThat(corrupted.apply(corruption)).isTrue();
        }
        assertThat(ReconcileRun.repairing(bed).repaired()).isPositive();
        var repaired = examined();
        assertThat(ReconcileRun.repairing(bed).drift()).isZero();
        assertThat(examined()).isEqualTo(repaired);
    }

    @Test
    @About("social")
    void tinyStepsFindTheSameDrift() {
        var corrupted = socialTraffic(seed(2));
        for (var corruption : Corruption.all()) {
            corrupted.apply(corruption);
        }
        var whole = ReconcileRun.reporting(bed);
        var tiny = ReconcileRun.of(bed, Map.of("items", 3, "segments", 1));
        assertThat(tiny.found()).isEqualTo(whole.found()).isNotEmpty();
        assertThat(tiny.drift()).isEqualTo(whole.drift());
        assertThat(tiny.checked()).isEqualTo(whole.checked());
        assertThat(tiny.steps()).isGreaterThan(REQUESTS);
    }

    @Test
    @About("social")
    void followsDuringRepairsAreNotLost() throws Exception {
        bed.user("star");
        for (var fan = 0; fan < 40; fan++) {
            bed.user("fan" + fan);
        }
        var star = UserId.of("star");
        setFollowerCount(star, 1_000);
        var request = Map.<String, Object>of("repair", true, "check", "userCounts");
        var isBusy = new AtomicBoolean(true);
        var runs = new AtomicInteger();
        var pause = new CyclicBarrier(3);
        try (var threads = Executors.newFixedThreadPool(4)) {
            var fans = new ArrayList<Future<?>>();
            for (var thread = 0; thread < 3; thread++) {
                var number = thread;
                fans.add(
                        threads.submit(() -> {
                            followAndUnfollow(number, pause, runs);
                            return null;
                        }));
            }
            var repairs =
                    threads.submit(() -> {
                        var repaired = 0L;
                        while (isBusy.get()) {
                            repaired += ReconcileRun.of(bed, request).repaired();
                            runs.incrementAndGet();
                        }
                        return repaired;
                    });
            for (var fan : fans) {
                fan.get();
            }
            isBusy.set(false);
            System.out.println("repaired among follows: " + repairs.get());
        }
        ReconcileRun.of(bed, request);
        assertThat(number(SocialKeys.USER_COUNT.key(star), UserItems.FOLLOWER_COUNT))
                .isEqualTo(bed.items(SocialKeys.FOLLOWERS.of(star)).size())
                .isPositive();
        assertThat(ReconcileRun.of(bed, Map.of("check", "userCounts")).drift()).isZero();
    }

    /// Sends requests of every third fan. All threads pause now and then until two more runs have
    /// ended, since only a counter that does not move is repaired.
    private void followAndUnfollow(int thread, CyclicBarrier pause, AtomicInteger runs)
            throws Exception {
        var random = new SplittableRandom(thread);
        for (var request = 0; request < FAN_REQUESTS; request++) {
            var fan = "fan" + (thread + 3 * random.nextInt(13));
            bed.as(fan)
                    .at("userId", fan)
                    .at("followeeId", "star")
                    .send(random.nextInt(3) == 0 ? "UnfollowUser" : "FollowUser");
            if (request % 10 == 0) {
                pause.await();
                var before = runs.get();
                Await.until("a repair", REPAIR_TIME_MAX, () -> runs.get() >= before + 2);
            }
        }
    }

    @Test
    @About("social")
    void aFollowBetweenCountAndRepairIsNotLost() {
        var isArmed = new AtomicBoolean();
        bed.close();
        bed =
                new TestBed(functions ->
                        functions.observedBy(
                                new ExecutionInterceptor() {
                                    @Override
                                    public void beforeExecution(
                                            Context.BeforeExecution call,
                                            ExecutionAttributes attributes) {
                                        if (call.request() instanceof UpdateItemRequest
                                                && isArmed.getAndSet(false)) {
                                            bed.follow("fan", "star");
                                        }
                                    }
                                }));
        bed.user("star");
        bed.user("fan");
        var star = UserId.of("star");
        setFollowerCount(star, 8);
        isArmed.set(true);
        var request = Map.<String, Object>of("repair", true, "check", "userCounts");
        var first = ReconcileRun.of(bed, request);
        assertThat(first.drift()).isEqualTo(1);
        assertThat(first.repaired()).isZero();
        var counts = SocialKeys.USER_COUNT.key(star);
        assertThat(number(counts, UserItems.FOLLOWER_COUNT)).isEqualTo(9);
        assertThat(ReconcileRun.of(bed, request).repaired()).isEqualTo(1);
        assertThat(number(counts, UserItems.FOLLOWER_COUNT)).isEqualTo(1);
    }

    /// The wrong part stays as it is, and the undivided number makes up for it.
    @Test
    @About("social")
    void aDividedNumberOfFollowersIsRepairedAsASum() {
        bed.user("star");
        bed.divideFollowers("star");
        for (var fan = 0; fan < 20; fan++) {
            bed.user("fan" + fan);
            bed.follow("fan" + fan, "star");
        }
        var star = UserId.of("star");
        var request = Map.<String, Object>of("repair", true, "check", "userCounts");
        assertThat(ReconcileRun.of(bed, request).drift()).isZero();

        var part =
                bed.items(SocialKeys.USERS.of(star)).stream()
                        .filter(item -> item.key().sk().startsWith("count#"))
                        .findFirst()
                        .orElseThrow();
        set(part.key(), UserItems.FOLLOWER_COUNT, 70);
        assertThat(ReconcileRun.of(bed, request).repaired()).isEqualTo(1);
        assertThat(followers("star")).isEqualTo(20);

        bed.table().write(Write.Delete.of(SocialKeys.USER_COUNT.key(star)));
        assertThat(ReconcileRun.of(bed, request).repaired()).isEqualTo(1);
        assertThat(followers("star")).isEqualTo(20);
        bed.user("new");
        bed.follow("new", "star");
        assertThat(followers("star")).isEqualTo(21);
        assertThat(ReconcileRun.of(bed, request).drift()).isZero();
    }

    private int followers(String user) {
        return bed.as("anyone")
                .at("userId", user)
                .send("GetUserInfoByUserId")
                .json()
                .path("followerCount")
                .asInt();
    }

    private void setFollowerCount(UserId user, int count) {
        set(SocialKeys.USER_COUNT.key(user), UserItems.FOLLOWER_COUNT, count);
    }

    @Test
    @About("social")
    void aChangeThatTheStreamHasNotProcessedYetIsNotDrift() {
        bed.user("author");
        bed.user("reader");
        bed.follow("reader", "author");
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
        var post = bed.post("author", "just now");
        bed.as("reader").at("postId", post.value()).at("userId", "reader").send("LikePost");
        bed.as("reader").at("postId", post.value()).at("sessionId", "s1").send("RecordView");
        var run = new ScanExecution(bed::invokeReconcile, bed.clock()).start(Map.of("segments", 1));
        while (suspects(run) == 0) {
            run.step();
        }
        var seenAt = bed.clock().instant();
        bed.drain();
        assertThat(run.run()).containsEntry("driftCount", 0L).containsEntry("found", 0L);
        assertThat(bed.clock().instant()).isEqualTo(seenAt.plus(Check.GRACE));
    }

    /// The texts of suspects in the cursor of the only segment.
    private static int suspects(Execution run) {
        return run.childData().stream()
                .map(data -> ((Map<?, ?>) data.get("segment")))
                .mapToInt(segment ->
                        Math.max(0, requireNonNull((List<?>) segment.get("cursor")).size() - 5))
                .sum();
    }

    @Test
    @About("social")
    void aChangeThatTheStreamLostIsDriftAfterTheGrace() {
        bed.user("author");
        bed.user("reader");
        bed.follow("reader", "author");
        var post = bed.post("author", "undelivered");
        bed.as("reader").at("postId", post.value()).at("userId", "reader").send("LikePost");
        bed.as("reader").at("postId", post.value()).at("sessionId", "s1").send("RecordView");
        bed.clock().advance(Check.GRACE.plusSeconds(1));
        assertThat(ReconcileRun.reporting(bed).checks())
                .containsExactlyInAnyOrder(
                        "likeLedger", "viewLedger", "timelineEntries", "notifications");
        ReconcileRun.repairing(bed);
        assertThat(number(SocialKeys.POST_COUNTER.key(post), PostCounter.LIKES.attribute()))
                .isEqualTo(1);
        var notices = bed.items(SocialKeys.NOTICES.of(UserId.of("author")));
        assertThat(notices).hasSize(2);

        // The records arrive after all.
        bed.drain();
        assertThat(bed.items(SocialKeys.NOTICES.of(UserId.of("author"))))
                .extracting(item -> item.text(Index.LSI_ONE.sortKey()))
                .isEqualTo(
                        notices.stream().map(item -> item.text(Index.LSI_ONE.sortKey())).toList());
        assertThat(number(SocialKeys.POST_COUNTER.key(post), PostCounter.LIKES.attribute()))
                .isEqualTo(1);
        assertThat(number(SocialKeys.POST_COUNTER.key(post), PostCounter.VIEWS.attribute()))
                .isEqualTo(1);
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
    }

    @Test
    @About("social")
    void onlyTooFewViewsOfAnOldPostAreDrift() {
        bed.user("author");
        var post = bed.post("author", "old");
        bed.clock().advance(Duration.ofDays(31));
        for (var session = 0; session < 3; session++) {
            bed.as("author")
                    .at("postId", post.value())
                    .at("sessionId", "s" + session)
                    .send("RecordView");
        }
        settle();
        set(SocialKeys.POST_COUNTER.key(post), PostCounter.VIEWS.attribute(), 9);
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
        set(SocialKeys.POST_COUNTER.key(post), PostCounter.VIEWS.attribute(), 2);
        assertThat(ReconcileRun.repairing(bed).drift()).isEqualTo(1);
        assertThat(number(SocialKeys.POST_COUNTER.key(post), PostCounter.VIEWS.attribute()))
                .isEqualTo(3);
    }

    @Test
    @About("social")
    void oneRunRestoresALostGateWithAllOfItsUsers() {
        List.of("ann", "ben", "cat", "dan").forEach(bed::user);
        bed.block("ann", "ben");
        bed.block("ann", "cat");
        bed.mute("ann", "dan");
        bed.block("dan", "ann");
        var gate = SocialKeys.GATE.key(UserId.of("ann"));
        var before = Objects.requireNonNull(bed.table().getConsistent(gate));
        var _ = bed.table().write(Write.Delete.of(gate));

        var run = ReconcileRun.repairing(bed);
        assertThat(run.repaired()).isEqualTo(run.drift()).isPositive();
        var restored = Objects.requireNonNull(bed.table().getConsistent(gate));
        for (var list : List.of("blocks", "blockedBy", "mutes")) {
            assertThat(restored.textsOrNone(list))
                    .as(list)
                    .containsExactlyInAnyOrderElementsOf(before.textsOrNone(list));
        }
        assertThat(ReconcileRun.reporting(bed).found()).isEmpty();
    }

    @Test
    void aStuckJobIsSentToTheStreamAgain() {
        assumeThat(PlatformCorruption.JOBS).as("jobs of the contexts").isNotEmpty();
        var corrupted = new CorruptedTable(bed, new SplittableRandom(seed(3)));
        assertThat(corrupted.apply(PlatformCorruption.JOB_STUCK)).isTrue();
        assertThat(ReconcileRun.reporting(bed).checks()).containsExactly("stuckJobs");
        assertThat(ReconcileRun.repairing(bed).repaired()).isEqualTo(1);
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
        bed.drain();
        assertThat(examined()).isEmpty();
    }

    @Test
    @About("social")
    void itemsOfOtherFamiliesAreNotCounted() {
        socialTraffic(seed(6));
        var families = ReconcileRun.families("gates");
        var items =
                bed.everything().keySet().stream()
                        .filter(key ->
                                families.contains(Catalogue.ALL.keySpace().familyOf(key.pk())))
                        .count();
        assertThat(items).isBetween(1L, examined().size() - 1L);
        var run = ReconcileRun.of(bed, Map.of("check", "gates"));
        assertThat(run.checked()).isEqualTo(items);
    }

    /// The suspects of an earlier invocation remain until one has the time to examine them again.
    @Test
    @About("social")
    void anInvocationWithoutTimeIsRepeatedWithItsSuspects() {
        assertThat(socialTraffic(seed(4)).apply(Corruption.named("LIKE_ROW_MISSING"))).isTrue();
        var function = TestBed.unpaced(bed.functions()).scheduled(Catalogue.ALL.reconcile());
        var times = new ArrayList<Duration>(List.of(REPAIR_TIME_MAX, NO_TIME));
        var run =
                new ScanExecution(
                                request -> {
                                    var time =
                                            request.containsKey("segment") && !times.isEmpty()
                                                    ? times.removeFirst()
                                                    : REPAIR_TIME_MAX;
                                    return function.handleRequest(
                                            request, new TestContext("Reconcile", time));
                                },
                                bed.clock())
                        .run(Map.of("segments", 1));
        assertThat(times).isEmpty();
        assertThat(run).containsEntry("drift_likeLedger", 1L);
    }

    @Test
    @About("social")
    void anUnreadableItemIsUnsettledAndTheOthersAreChecked() {
        assertThat(socialTraffic(seed(6)).apply(SocialCorruption.FOLLOWER_COUNT)).isTrue();
        var key = SocialKeys.FOLLOWEE.key(UserId.of("u1"), UserId.of("u2"));
        bed.table().write(Write.Put.of(Item.at(key).with("followedAt", "soon").build()));
        var run = ReconcileRun.reporting(bed);
        assertThat(run.checks()).contains("userCounts");
        assertThat(run.unsettled()).isPositive();
    }

    /// The counts of AWS's sample are larger than the lists that the file contains.
    @Test
    @About("social")
    void theSampleModelContradictsItselfInCountsOnly() throws IOException {
        var file = SharedData.file("SocialNetworkSchema.json");
        new ModelImport(
                        bed.table(),
                        bed.clock(),
                        Catalogue.ALL,
                        LocalParts.registered(),
                        Runnable::run)
                .load(Files.readAllBytes(file));
        var run = ReconcileRun.reporting(bed);
        assertThat(run.checks()).containsOnly("userCounts", "likeCounts");
        assertThat(ReconcileRun.repairing(bed).drift()).isEqualTo(run.drift());
        // One run repairs one of the three counts in an item, because the repair changes the item.
        ReconcileRun.repairing(bed);
        ReconcileRun.repairing(bed);
        assertThat(ReconcileRun.reporting(bed).found()).isEmpty();
    }

    @Test
    @About("social")
    void aScheduledRunBeginsAWeekAfterTheLastCompleteOne() {
        assertThat(socialTraffic(seed(4)).apply(Corruption.named("LIKE_ROW_MISSING"))).isTrue();
        var order = Map.<String, Object>of("everyDays", 7);
        assertThat(bed.reconcile(order)).containsEntry("drift_likeLedger", 1L);
        bed.clock().advance(Duration.ofDays(6));
        assertThat(bed.reconcile(order)).containsOnlyKeys("action");
        bed.clock().advance(Duration.ofDays(1));
        assertThat(bed.reconcile(order)).containsEntry("drift_likeLedger", 1L);
    }

    @Test
    @About("social")
    void aReportStatesWhatIsExpectedAndFound() {
        bed.user("ann");
        settle();
        var key = SocialKeys.USER_COUNT.key(UserId.of("ann"));
        set(key, UserItems.POST_COUNT, 9);
        var report = bed.reconcile(Map.of("check", "userCounts"));
        assertThat(report)
                .containsEntry("subject", "userCounts")
                .containsEntry(
                        "findings",
                        List.of(
                                Map.of(
                                        "check",
                                        "userCounts",
                                        "pk",
                                        key.pk(),
                                        "sk",
                                        key.sk(),
                                        "expected",
                                        "postCount 0",
                                        "found",
                                        "postCount 9",
                                        "repaired",
                                        "false")));
    }

    private void set(Key key, String attribute, long number) {
        bed.table().write(Write.Update.of(key).set(attribute, number));
    }

    private long number(Key key, String attribute) {
        var item = bed.table().getConsistent(key);
        return item == null ? -1 : item.number(attribute);
    }

    private static long seed(int number) {
        var seed = Long.getLong("plaza.seed", 20_261_120L) + number;
        System.out.println("seed " + seed);
        return seed;
    }
}
