package plaza.fantasy.league;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.fantasy.FantasyErasure;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.check.FantasyChecks;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.settlement.Settlements;
import plaza.id.UserId;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.leaving.Departure;
import plaza.leaving.Eraser;
import plaza.leaving.Erasing;
import plaza.leaving.Erasure;
import plaza.leaving.ErasureScan;
import plaza.leaving.Erasures;
import plaza.leaving.Traces;
import plaza.reconcile.ReconcileRun;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.PlatformKeys;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.Interruption;
import plaza.testkit.TestBed;

/// Users who leave and are gamers.
class GamerErasureTest {
    private static final Erasures ERASURES = Erasures.of(List.of(new FantasyErasure()));
    private static final int SLICES_MAX = 200;
    private static final String DUELS =
            "{\"name\": \"Duels\", \"scoring\": \"headToHead\", \"fromGameweek\": \"1\"}";

    @RegisterExtension static final TestBed bed = new TestBed();

    private final FantasyGame game = new FantasyGame(bed);

    @BeforeEach
    void start() {
        bed.drain();
        bed.clear();
        game.withFootballers().withGameweeks(1, 2, 3);
        for (var gamer : List.of("ann", "ben", "cid", "dan")) {
            game.gamer(gamer).orFail();
            game.sheet(gamer, 1, FantasyGame.SHEET).orFail();
            bed.clock().advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void thePathsLeadToTheGamerAndTheirSheetsAndMemberships() {
        game.sheet("ann", 2, FantasyGame.SHEET.captained("m2")).orFail();
        found("ben", "pub", "ann", "ben");
        found("ben", "inn", "ann");
        settled(1);
        assertThat(traces("ann"))
                .containsExactlyInAnyOrder(
                        FantasyKeys.GAMER.toString(),
                        FantasyKeys.TEAM_SHEET.toString(),
                        FantasyKeys.MEMBERSHIP.toString(),
                        FantasyKeys.ALL_GAMERS_ENTRY.toString());

        leave("ann");

        assertThat(traces("ann")).isEmpty();
        assertThat(erasure("ann").state()).isEqualTo(Erasure.State.REMOVED);
        // the gamer with their entry, two sheets, two memberships with the gamer's list of leagues
        assertThat(erasure("ann").items()).isEqualTo(8);
        assertThat(game.standings("pub", 50)).containsExactly("1(1) ben 12 12");
        assertThat(game.standings("inn", 50)).isEmpty();
        assertNoDrift();
    }

    static Stream<ItemKind> kinds() {
        return Stream.of(
                FantasyKeys.GAMER,
                FantasyKeys.TEAM_SHEET,
                FantasyKeys.MEMBERSHIP,
                FantasyKeys.ALL_GAMERS_ENTRY);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theScanFindsEachKindAlone(ItemKind kind) {
        found("ben", "pub", "ann", "ben");
        bed.everything().keySet().stream()
                .filter(key -> key.toString().contains("ann") && !kind.is(key))
                .forEach(key -> bed.table().write(Write.Delete.of(key)));
        assertThat(traces("ann")).containsExactly(kind.toString());

        begin("ann");
        removed("ann");
        assertThat(scan()).isPositive();

        assertThat(traces("ann")).isEmpty();
        assertThat(scan()).isZero();
        assertNoDrift();
    }

    @Test
    void aLeaguePassesToTheMemberWhoJoinedFirst() {
        found("ann", "pub", "cid", "ann", "ben", "dan");
        leave("ann");
        assertThat(owners("pub")).isEqualTo("cid founded by cid");
        assertThat(traces("ann")).isEmpty();
        assertThat(game.league("cid", "pub", "Cid's").status()).isEqualTo(200);
        leave("cid");
        assertThat(owners("pub")).isEqualTo("ben founded by ben");
        assertNoDrift();
    }

    @Test
    void ofMembersWhoJoinedAtTheSameTimeTheLowestIdIsFirst() {
        var at = bed.clock().instant();
        found("ann", "pub", "ann");
        putMembers("pub", 1, at.plusSeconds(9), "dan", "ben", "cid");
        leave("ann");
        assertThat(owners("pub")).isEqualTo("ben founded by ben");
    }

    @Test
    void theFounderOfAnotherUsersLeagueIsReplacedByItsOwner() {
        found("ann", "pub", "ann", "ben", "cid");
        transfer("ann", "cid", "pub");
        leave("ann");
        assertThat(owners("pub")).isEqualTo("cid founded by cid");
        assertThat(traces("ann")).isEmpty();
    }

    @Test
    void theOwnerOfAnotherUsersLeagueIsReplacedByTheFirstMember() {
        found("ann", "pub", "ann", "ben", "cid");
        transfer("ann", "cid", "pub");
        leave("cid");
        assertThat(owners("pub")).isEqualTo("ann founded by ann");
        assertThat(game.leave("ann", "pub").status()).isEqualTo(204);
        assertThat(traces("cid")).isEmpty();
        assertNoDrift();
    }

    @Test
    void aLeagueWithoutAnotherMemberIsDeleted() {
        found("ann", "pub", "ann");
        leave("ann");
        bed.drain();
        assertThat(bed.as("ben").at("leagueId", "pub").send("GetLeague").status()).isEqualTo(404);
        var tombstone = league("pub");
        assertThat(LeagueItems.isDeleted(tombstone)).isTrue();
        assertThat(traces("ann")).isEmpty();
        assertThat(game.league("ben", "pub", "The pub").status()).isEqualTo(409);
        assertNoDrift();
    }

    /// No membership leads to the league.
    @Test
    void theScanFindsTheLeagueThatAFormerMemberOwns() {
        found("ann", "pub", "ben");
        found("ann", "inn");
        leave("ann");
        assertThat(owners("pub")).isEqualTo("ann founded by ann");
        scan();
        assertThat(owners("pub")).isEqualTo("ben founded by ben");
        assertThat(LeagueItems.isDeleted(league("inn"))).isTrue();
        assertThat(traces("ann")).isEmpty();
        assertThat(scan()).isZero();
    }

    @Test
    void usersWhoLeaveAtTheSameTimeReceiveNoLeague() {
        found("ann", "pub", "ann", "ben", "cid");
        found("ben", "inn", "ben", "ann");
        begin("ann");
        begin("ben");
        var ann = slices("ann", bed.table(), 1);
        var ben = slices("ben", bed.table(), 1);
        boolean isUnderway;
        do {
            var hasAnnGoneOn = ann.step();
            isUnderway = ben.step() || hasAnnGoneOn;
            assertThat(owners("pub")).doesNotContain("ben");
        } while (isUnderway);
        bed.drain();
        assertThat(owners("pub")).isEqualTo("cid founded by cid");
        assertThat(LeagueItems.isDeleted(league("inn"))).isTrue();
        assertThat(traces("ann")).isEmpty();
        assertThat(traces("ben")).isEmpty();
        assertNoDrift();
    }

    @Test
    void aMemberWhoIsAboutToLeaveReceivesNoLeague() {
        found("ann", "pub", "ann", "ben", "cid");
        found("ann", "zoo", "ann", "ben", "cid");
        begin("ann");
        erase("ann", beforeLeague("pub", () -> begin("ben")));
        assertThat(owners("zoo")).isEqualTo("cid founded by cid");
        bed.drain();
        assertThat(owners("pub")).isEqualTo("cid founded by cid");
        assertThat(traces("ann")).isEmpty();
    }

    @Test
    void aMemberWithTheIdOfAFormerUserReceivesTheLeague() {
        found("ann", "pub", "ann", "ben", "cid");
        begin("ben");
        bed.table()
                .write(
                        Write.Update.of(Erasure.key(UserId.of("ben")))
                                .set(
                                        TableSchema.TTL,
                                        Item.ttl(bed.clock().instant().minusSeconds(9))));
        leave("ann");
        assertThat(owners("pub")).isEqualTo("ben founded by ben");
    }

    @Test
    void anHeirWhoLeavesInTheMeantimeReceivesNoLeague() {
        found("ann", "pub", "ann", "ben", "cid");
        var table = beforeLeague("pub", () -> leave("ben"));
        begin("ann");
        erase("ann", table);
        bed.drain();
        assertThat(owners("pub")).isEqualTo("cid founded by cid");
        assertThat(traces("ann")).isEmpty();
        assertThat(traces("ben")).isEmpty();

        found("cid", "inn", "cid", "dan");
        begin("cid");
        erase("cid", beforeLeague("inn", () -> game.leave("dan", "inn").orFail()));
        bed.drain();
        assertThat(LeagueItems.isDeleted(league("inn"))).isTrue();
        assertThat(traces("cid")).isEmpty();
        assertNoDrift();
    }

    /// The first member is on the first page, which is also the first slice.
    @Test
    void aJobReadsTheMembersOfALargeLeague() {
        found("ann", "pub", "ann");
        bed.table()
                .write(
                        Write.Update.of(FantasyKeys.LEAGUE.key(LeagueId.of("pub")))
                                .set(LeagueItems.SHARDS, 2));
        var at = bed.clock().instant();
        var second = inShardOne();
        putMembers(
                "pub",
                1,
                at,
                IntStream.range(0, 1_050).mapToObj(n -> "g" + n).toArray(String[]::new));
        putMembers("pub", 1, at.minusSeconds(9), "zoe");
        putMembers("pub", 2, at.minusSeconds(8), second);
        begin("ann");
        erase("ann", bed.table());
        assertThat(owners("pub")).startsWith("ann");
        bed.drain();
        assertThat(owners("pub")).isEqualTo("zoe founded by zoe");
        assertThat(traces("ann")).isEmpty();
        leave("zoe");
        assertThat(owners("pub")).isEqualTo(second + " founded by " + second);
    }

    private static String inShardOne() {
        return IntStream.range(0, 99)
                .mapToObj(number -> "h" + number)
                .filter(id -> League.shardOf(GamerId.of(id), 2) == 1)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void beforeTheStartAHeadToHeadLeagueLosesTheGamer() {
        duels();
        leave("dan");
        assertThat(roster()).isEqualTo("ann ben cid");
        assertThat(matches(1)).containsExactly("ann - average", "ben - cid");
        assertThat(traces("dan")).isEmpty();
        assertNoDrift();
    }

    @Test
    void afterTheStartTheOpponentsOfTheGamerPlayTheAverage() {
        duels();
        settled(1);
        assertThat(matches(1)).containsExactly("ann 12 - dan 12", "ben 12 - cid 12");
        leave("dan");
        assertThat(roster()).isEqualTo("ann ben cid *");
        assertThat(matches(1)).containsExactly("ann 12 - average 12", "ben 12 - cid 12");
        assertThat(matches(2)).containsExactly("ben - average", "cid - ann");
        assertThat(traces("dan")).isEmpty();
        assertThat(points()).containsExactly("ann 1", "ben 1", "cid 1");
        settled(2);
        assertThat(points()).containsExactly("ann 2", "ben 2", "cid 2");
        game.gamer("dan").orFail();
        assertThat(game.join("dan", "duels").status()).isEqualTo(409);
        leave("ann");
        leave("ben");
        assertThat(owners("duels")).isEqualTo("cid founded by cid");
        assertThat(matches(1)).containsExactly("cid 12 - average 12");
        assertNoDrift();
    }

    @Test
    void theScanFindsTheRosterOfALeagueThatTheGamerHasLeft() {
        duels();
        settled(1);
        game.leave("dan", "duels").orFail();
        leave("dan");
        // the gamer does not exist
        assertThat(matches(1)).containsExactly("ann 12 - average 12", "ben 12 - cid 12");
        assertThat(points()).containsExactly("ann 1", "ben 1", "cid 1");
        assertThat(roster()).isEqualTo("ann ben cid dan");
        assertThat(scan()).isEqualTo(1);
        assertThat(roster()).isEqualTo("ann ben cid *");
        assertThat(matches(1)).containsExactly("ann 12 - average 12", "ben 12 - cid 12");
        assertThat(traces("dan")).isEmpty();
    }

    @Test
    void aSliceThatIsRepeatedChangesNothing() {
        played();
        begin("ann");
        erase("ann", bed.table());
        bed.drain();
        var once = bed.everything();
        var items = erasure("ann").items();
        assertThat(items).isGreaterThan(8);

        start();
        played();
        begin("ann");
        var cursor = List.<String>of();
        for (var slice = 0; ; slice++) {
            assertThat(slice).isLessThan(SLICES_MAX);
            var first = slice("ann", bed.table(), 1, cursor);
            var again = slice("ann", bed.table(), 1, cursor);
            bed.drain();
            if (first instanceof Progress.More(var next)) {
                cursor = next;
            } else {
                assertThat(again).isInstanceOf(Progress.Finished.class);
                break;
            }
        }
        assertThat(erasure("ann").items()).isEqualTo(items);
        assertThat(bed.everything().keySet()).isEqualTo(once.keySet());
        assertThat(traces("ann")).isEmpty();
        assertNoDrift();
    }

    @Test
    void aJobThatCrashesAtAnyWriteIsRepeated() {
        played();
        begin("ann");
        var cursor = List.<String>of();
        for (var crashes = 0; ; ) {
            assertThat(crashes).isLessThan(SLICES_MAX);
            try {
                // each attempt gets one write further
                var table = InterceptedTable.crashingAfter(1, bed.table());
                if (slice("ann", table, 25, cursor) instanceof Progress.More(var next)) {
                    cursor = next;
                } else {
                    assertThat(crashes).isGreaterThan(3);
                    break;
                }
            } catch (InterceptedTable.Crash _) {
                crashes++;
            }
        }
        bed.drain();
        assertThat(traces("ann")).isEmpty();
        assertThat(owners("pub")).isEqualTo("ben founded by ben");
        assertThat(roster()).isEqualTo("* ben cid dan");
        assertNoDrift();
    }

    @Test
    void aSettlementRunsWhileTheGamerIsErased() {
        duels();
        game.closed(1);
        game.allPlay(1, 1);
        game.settle(1).orFail();
        begin("ann");
        var settlement = Interruption.before(gamer("ann"), bed::drain);
        erase("ann", settlement.on(bed.table()));
        assertThat(settlement.hasRun()).isTrue();
        assertSettledWithout("ann");
    }

    @Test
    void theGamerIsErasedWhileASettlementWritesThem() {
        duels();
        game.closed(1);
        game.allPlay(1, 1);
        game.settle(1).orFail();
        begin("ann");
        var erasure = Interruption.before(gamer("ann"), () -> erase("ann", bed.table()));
        var settlements = new Settlements(erasure.on(bed.table()), bed.clock(), FantasyGame.RULES);
        var shard = GamerItems.shardOf(GamerId.of("ann"));
        var work = new FantasyWork.SettleGamers(Gameweek.of(1), shard, 1);
        settlements.settle(work, new Texts(List.of()), 0);
        assertThat(erasure.hasRun()).isTrue();
        assertSettledWithout("ann");
    }

    private void assertSettledWithout(String gamer) {
        bed.drain();
        assertThat(traces(gamer)).isEmpty();
        assertThat(game.standings("duels", 50)).hasSize(3).allMatch(row -> row.endsWith("12 12"));
        var report = game.settlement(1).json();
        assertThat(report.path("status").asText()).isEqualTo("settled");
        assertThat(report.path("errors").asInt()).isZero();
        assertNoDrift();
    }

    @Test
    void aFinishedSettlementHasProcessedAllGamersWhoExist() {
        game.closed(1);
        game.allPlay(1, 1);
        game.settle(1).orFail();
        var shard = GamerItems.shardOf(GamerId.of("ann"));
        putShard(shard, Settlements.SLICE_MAX);
        var settlements = new Settlements(bed.table(), bed.clock(), FantasyGame.RULES);
        var work = new FantasyWork.SettleGamers(Gameweek.of(1), shard, 1);
        var first = settlements.settle(work, new Texts(List.of()), 0);
        assertThat(first).isInstanceOf(Progress.More.class);
        var last = bed.items(FantasyKeys.ALL_GAMERS.of(shard)).getLast();
        bed.table().write(Write.Delete.of(last.key()));
        settlements.settle(work, new Texts(((Progress.More) first).cursor()), 1);
        bed.drain();
        var report = game.settlement(1).json();
        assertThat(report.path("gamers")).isEqualTo(report.path("gamersDone"));
    }

    /// Entries in the list of all gamers which follow that of ann.
    private void putShard(int shard, int count) {
        bed.putAll(
                IntStream.range(0, 16 * 4 * count)
                        .mapToObj(number -> GamerId.of("late" + number))
                        .filter(gamer -> GamerItems.shardOf(gamer) == shard)
                        .limit(count)
                        .map(GamerItems::allGamersEntry));
    }

    @Test
    void whatATokenWritesAfterTheErasureIsErasedAsWell() {
        found("ben", "pub", "ann", "ben");
        leave("ann");
        assertThat(game.join("ann", "pub").status()).isEqualTo(404);
        assertThat(game.sheet("ann", 2, FantasyGame.SHEET).status()).isEqualTo(404);
        game.gamer("ann").orFail();
        game.join("ann", "pub").orFail();
        game.sheet("ann", 2, FantasyGame.SHEET).orFail();
        game.league("ann", "inn", "Ann's").orFail();
        assertNoDrift();
        scan();
        bed.drain();
        assertThat(traces("ann")).isEmpty();
        assertNoDrift();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PutTeamSheet", "JoinLeague"})
    void aRequestOfTheSameMomentWritesNothing(String function) {
        found("ben", "pub", "ben");
        game.gamer("zoe").orFail();
        var request = bed.as("zoe").at("gamerId", "zoe");
        var response =
                (function.equals("JoinLeague")
                                ? request.at("leagueId", "pub")
                                : request.at("gameweek", "2").body(FantasyGame.SHEET.json()))
                        .send(function, bed.interrupted(function, () -> leave("zoe")));
        assertThat(response.status()).isEqualTo(404);
        assertThat(traces("zoe")).isEmpty();
        assertNoDrift();
    }

    @Test
    void aSheetWhosePredecessorIsErasedIsNotFound() {
        var erased = Interruption.beforeAnyWrite(() -> leave("ann"));
        var handler =
                bed.functions()
                        .on(table ->
                                new ForwardingTable(table) {
                                    @Override
                                    public Page<Item> read(
                                            Query query, int limit, Page.@Nullable Position after) {
                                        erased.runUnlessRun();
                                        return super.read(query, limit, after);
                                    }
                                })
                        .http(TestBed.row("PutTeamSheet"));
        var response =
                bed.as("ann")
                        .at("gamerId", "ann")
                        .at("gameweek", "2")
                        .body(FantasyGame.SHEET.json())
                        .send("PutTeamSheet", handler);
        assertThat(response.status()).isEqualTo(404);
        assertThat(erased.hasRun()).isTrue();
        assertThat(traces("ann")).isEmpty();
    }

    /// The functions have the grants that they need.
    @Test
    void theStreamAndReconcileEraseAGamer() {
        played();
        found("ann", "inn2", "ann");
        game.putLeague("dan", "later", DUELS.replace("\"1\"", "\"2\"")).orFail();
        game.join("ann", "later").orFail();
        found("ann", "inn3", "ben");
        game.leave("dan", "duels").orFail();
        bed.erase("ann");
        bed.erase("dan");
        bed.drain();
        assertThat(traces("ann")).contains(FantasyKeys.LEAGUE.toString());
        game.gamer("ann").orFail();
        game.sheet("ann", 3, FantasyGame.SHEET).orFail();
        game.join("ann", "later").orFail();
        found("ann", "inn4", "ann");
        ReconcileRun.reporting(bed);
        bed.drain();
        assertThat(traces("ann")).doesNotContain(FantasyKeys.GAMER.toString());
        bed.clock().advance(Erasure.TOKEN_LIFETIME_MAX);
        ReconcileRun.reporting(bed);
        for (var person : List.of("ann", "dan")) {
            assertThat(erasure(person).state()).isEqualTo(Erasure.State.PROVED);
        }
        assertNoDrift();
    }

    /// A league that ann owns, one that they joined, and a head-to-head league that has started.
    private void played() {
        found("ann", "pub", "ann", "ben");
        found("ben", "inn", "ben", "ann");
        duels();
        settled(1);
    }

    private void duels() {
        game.putLeague("ann", "duels", DUELS).orFail();
        for (var gamer : List.of("ann", "ben", "cid", "dan")) {
            game.join(gamer, "duels").orFail();
            bed.clock().advance(Duration.ofSeconds(1));
        }
    }

    private void settled(int gameweek) {
        game.allPlay(gameweek, 1).settled(gameweek);
    }

    private void found(String owner, String league, String... members) {
        game.league(owner, league, league).orFail();
        for (var member : members) {
            game.join(member, league).orFail();
            bed.clock().advance(Duration.ofSeconds(1));
        }
    }

    private void transfer(String from, String to, String league) {
        game.putLeague(from, league, "{\"name\": \"pub\", \"owner\": \"" + to + "\"}").orFail();
    }

    /// Puts memberships, directly in the table.
    private void putMembers(String league, int shards, Instant joinedAt, String... gamers) {
        bed.putAll(
                Stream.of(gamers)
                        .map(gamer ->
                                LeagueItems.membership(
                                        new Membership(
                                                GamerId.of(gamer),
                                                LeagueId.of(league),
                                                joinedAt,
                                                0,
                                                0,
                                                null,
                                                0,
                                                shards,
                                                Scoring.CLASSIC))));
    }

    private Table beforeLeague(String league, Runnable action) {
        return Interruption.before(FantasyKeys.LEAGUE.key(LeagueId.of(league)), action)
                .on(bed.table());
    }

    private static Key gamer(String id) {
        return FantasyKeys.GAMER.key(GamerId.of(id));
    }

    /// Begins and performs an erasure.
    private void leave(String person) {
        begin(person);
        erase(person, bed.table());
        bed.drain();
    }

    private void begin(String person) {
        bed.table().write(Erasure.begun(UserId.of(person), bed.clock().instant()).beginning(null));
    }

    private void erase(String person, Table table) {
        var slices = slices(person, table, 2);
        while (slices.step()) {}
    }

    private Slices slices(String person, Table table, int limit) {
        return new Slices(cursor -> slice(person, table, limit, cursor));
    }

    private Progress slice(String person, Table table, int limit, List<String> cursor) {
        return new Eraser(ERASURES, Departure.WITHIN_TABLE, new Eraser.Limit(limit))
                .slice(new Erasing(UserId.of(person), null, table, bed.clock()), new Texts(cursor));
    }

    /// The slices of one job.
    private static final class Slices {
        private final Function<List<String>, Progress> slice;
        private @Nullable List<String> cursor = List.of();
        private int count;

        private Slices(Function<List<String>, Progress> slice) {
            this.slice = slice;
        }

        /// Performs the next slice.
        ///
        /// @return whether there was one
        boolean step() {
            var from = cursor;
            if (from == null) {
                return false;
            }
            assertThat(count++).isLessThan(SLICES_MAX);
            cursor =
                    switch (slice.apply(from)) {
                        case Progress.More(var next) -> next;
                        case Progress.Finished() -> null;
                    };
            return true;
        }
    }

    /// Ends the paths of an erasure, as if they had led to nothing.
    private void removed(String person) {
        var none = new Eraser(Erasures.of(List.of()), Departure.WITHIN_TABLE, new Eraser.Limit(25));
        none.slice(
                new Erasing(UserId.of(person), null, bed.table(), bed.clock()),
                new Texts(List.of()));
        assertThat(erasure(person).state()).isEqualTo(Erasure.State.REMOVED);
    }

    /// Scans the table once, as Reconcile does.
    ///
    /// @return how many items were deleted or changed
    private long scan() {
        var scan = new ErasureScan(ERASURES, bed.table(), bed.clock());
        return scan.examine(List.copyOf(bed.everything().values()), bed.clock().instant());
    }

    private Erasure erasure(String person) {
        return Erasure.of(
                requireNonNull(bed.table().getConsistent(Erasure.key(UserId.of(person)))));
    }

    /// The kinds of items that contain an id anywhere, except the erasure itself.
    private Set<String> traces(String person) {
        var traces = Traces.of(person, bed.everything());
        traces.remove(PlatformKeys.ERASURE.toString());
        return traces;
    }

    private Item league(String id) {
        return requireNonNull(bed.table().getConsistent(FantasyKeys.LEAGUE.key(LeagueId.of(id))));
    }

    private String owners(String id) {
        var json = bed.as("anyone").at("leagueId", id).send("GetLeague").orFail().json();
        return json.path("owner").asText() + " founded by " + json.path("createdBy").asText();
    }

    private String roster() {
        return league("duels").text(LeagueItems.ROSTER);
    }

    private List<String> matches(int gameweek) {
        var matches = new ArrayList<String>();
        game.matches("duels", gameweek)
                .json()
                .path("items")
                .forEach(match ->
                        matches.add(side(match.path("home")) + " - " + side(match.path("away"))));
        return matches;
    }

    private static String side(JsonNode side) {
        assertThat(side.has("gamerId")).isNotEqualTo(side.has("average"));
        return (side.has("gamerId") ? side.path("gamerId").asText() : "average")
                + (side.has("points") ? " " + side.path("points") : "");
    }

    /// The points of matches by gamer.
    private List<String> points() {
        return bed.as("anyone").at("leagueId", "duels").all("GetLeagueStandings", 50).stream()
                .map(row -> row.path("gamerId").asText() + " " + row.path("points"))
                .toList();
    }

    private void assertNoDrift() {
        bed.drain();
        // the points of the fixtures are put directly in the table
        assertThat(ReconcileRun.reporting(bed).found())
                .extracting(ReconcileRun.Found::check)
                .filteredOn(check -> !check.equals(FantasyChecks.FOOTBALLER_POINTS.name()))
                .isEmpty();
    }
}
