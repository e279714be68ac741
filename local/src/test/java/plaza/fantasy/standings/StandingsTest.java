package plaza.fantasy.standings;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeaguePoints;
import plaza.fantasy.league.Membership;
import plaza.fantasy.ranking.Histograms;
import plaza.fantasy.ranking.ScoreHistogram;
import plaza.fantasy.ranking.Standings;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Texts;
import plaza.table.Query;
import plaza.table.TableSchema;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// Compares the standings of small, large and divided leagues with [Standings#of], which computes
/// them from all rows.
@Order(1)
class StandingsTest {
    private static final LeagueId LEAGUE = LeagueId.of("global");

    private FantasyGame game;
    private TestBed bed;

    @BeforeEach
    void start() {
        game = new FantasyGame();
        bed = game.bed();
    }

    @AfterEach
    void stop() {
        game.close();
    }

    @Test
    void eachRowNamesTheGameweekOfItsPoints() {
        game.withGameweeks(1, 2).foundLeague("ann", "pub", "The Pub");
        game.join("ann", "pub").orFail();
        assertThat(gameweeks("pub")).containsExactly("ann ");
        game.settled(2);
        game.gamer("ben");
        game.join("ben", "pub").orFail();
        assertThat(gameweeks("pub")).containsExactly("ann 02", "ben ");
        game.settled(1);
        assertThat(gameweeks("pub")).containsExactly("ann 02", "ben 01");
        game.unsettled(2);
        assertThat(gameweeks("pub")).containsExactly("ann 01", "ben 01");
        game.unsettled(1);
        assertThat(gameweeks("pub")).containsExactly("ann ", "ben ");
    }

    private List<String> gameweeks(String league) {
        return bed.as("anyone").at("leagueId", league).all("GetLeagueStandings", 10).stream()
                .map(row -> row.path("gamerId").asText() + " " + row.path("gameweek").asText(""))
                .toList();
    }

    @Test
    void expandingGamersAddsTheirDisplayNames() {
        game.foundLeague("ann", "pub", "The Pub");
        game.gamer("ann", "Ann A.");
        game.gamer("ben");
        give("ann", 0, 2);
        give("ben", 0, 1);
        game.join("ann", "pub");
        game.join("ben", "pub");

        var request = bed.as("anyone").at("leagueId", "pub").query("expand", "gamer");
        var first = request.query("limit", "1").send("GetLeagueStandings");
        assertThat(first.json().at("/items/0").toString())
                .isEqualTo(
                        "{\"rank\":1,\"lastRank\":1,\"gamerId\":\"ann\",\"totalPoints\":2,"
                                + "\"gameweekPoints\":2,\"gameweek\":\"02\","
                                + "\"gamer\":{\"gamerId\":\"ann\",\"displayName\":\"Ann A.\"}}");
        var second = request.query("cursor", first.cursor()).send("GetLeagueStandings");
        assertThat(second.json().at("/items/0/gamer").toString())
                .isEqualTo("{\"gamerId\":\"ben\"}");

        game.gamer("ann", "Queen Ann");
        var around =
                bed.as("anyone")
                        .at("leagueId", "pub")
                        .at("gamerId", "ben")
                        .query("expand", "gamer")
                        .send("GetLeagueStandingsAround");
        assertThat(around.json().at("/items/0/gamer/displayName").asText()).isEqualTo("Queen Ann");
        assertThat(game.around("pub", "ben", 2).json().at("/items/0").has("gamer")).isFalse();
        for (var unknown : List.of("", "gamers", "gamer,", "Gamer")) {
            for (var list : List.of("GetLeagueStandings", "GetLeagueStandingsAround")) {
                var refused =
                        bed.as("anyone")
                                .at("leagueId", "pub")
                                .at("gamerId", "ben")
                                .query("expand", unknown)
                                .send(list);
                assertThat(refused.status()).isEqualTo(400);
                assertThat(refused.badFields()).containsExactly("expand");
            }
        }
    }

    @Test
    void equalTotalsShareARankAndNegativeTotalsComeLast() {
        game.foundLeague("ann", "pub", "The Pub");
        for (var gamer : List.of("ann", "ben", "cat", "dan", "eve", "fay")) {
            game.gamer(gamer);
        }
        give("ann", 9, 0);
        give("ben", 10, 0);
        give("cat", 9, 1);
        give("dan", -6, 6);
        give("eve", 0, -6);
        give("fay", 5, 5);
        for (var gamer : List.of("fay", "eve", "dan", "cat", "ben", "ann")) {
            game.join(gamer, "pub");
        }
        for (var limit : List.of(1, 2, 3, 5, 6, 50)) {
            assertThat(game.standings("pub", limit))
                    .containsExactly(
                            "1(1) ben 10 0",
                            "1(2) cat 10 1",
                            "1(4) fay 10 5",
                            "4(2) ann 9 0",
                            "5(6) dan 0 6",
                            "6(5) eve -6 -6");
        }
        assertThat(FantasyGame.rows(game.around("pub", "ann", 3)))
                .containsExactly("1(4) fay 10 5", "4(2) ann 9 0", "5(6) dan 0 6");
        assertThat(FantasyGame.rows(game.around("pub", "ben", 4)))
                .containsExactly("1(1) ben 10 0", "1(2) cat 10 1", "1(4) fay 10 5");
        assertThat(FantasyGame.rows(game.around("pub", "eve", 3)))
                .containsExactly("5(6) dan 0 6", "6(5) eve -6 -6");
        assertThat(FantasyGame.rows(game.around("pub", "eve", 1)))
                .containsExactly("6(5) eve -6 -6");
    }

    @Test
    void missingLeaguesAndMembersReturn404() {
        game.foundLeague("ann", "pub", "The Pub");
        game.gamer("ann");
        assertThat(game.standings("pub", 50)).isEmpty();
        assertThat(game.around("pub", "ann", 5).badFields()).containsExactly("gamerId");
        assertThat(game.around("pub", "ann", 5).status()).isEqualTo(404);
        assertThat(game.around("inn", "ann", 5).badFields()).containsExactly("leagueId");
        var unknown = bed.as("anyone").at("leagueId", "inn").send("GetLeagueStandings");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.badFields()).containsExactly("leagueId");
        assertThat(game.around("pub", "ann", 0).badFields()).containsExactly("limit");
        var withCursor =
                bed.as("anyone")
                        .at("leagueId", "pub")
                        .at("gamerId", "ann")
                        .query("cursor", "x")
                        .send("GetLeagueStandingsAround");
        assertThat(withCursor.badFields()).containsExactly("cursor");
    }

    @Test
    void theStreamCountsALeagueThatBecomesLarge() {
        game.foundLeague("owner", LEAGUE.value(), "Global");
        var random = new SplittableRandom(7);
        var members = new ArrayList<Standings.Member>();
        for (var number = 0; number < LeagueStandings.WHOLE_MAX; number++) {
            members.add(put("g" + number, random));
        }
        bed.drain();
        assertThat(bed.table().get(FantasyKeys.SCORE_DISTRIBUTION.key(LEAGUE))).isNull();
        assertStandings(members);

        for (var number = 200; number < 205; number++) {
            members.add(join("g" + number, random));
        }
        bed.drain();
        assertThat(bed.table().get(FantasyKeys.SCORE_DISTRIBUTION.key(LEAGUE))).isNotNull();
        assertThat(bed.items(FantasyKeys.LARGE_LEAGUES.of())).hasSize(1);
        assertStandings(members);

        for (var number = 0; number < 3; number++) {
            game.leave("g" + number, LEAGUE.value());
        }
        members.subList(0, 3).clear();
        bed.drain();
        assertStandings(members);

        for (var number = 3; number < 8; number++) {
            game.leave("g" + number, LEAGUE.value());
        }
        members.subList(0, 5).clear();
        bed.drain();
        assertThat(bed.table().get(FantasyKeys.SCORE_DISTRIBUTION.key(LEAGUE))).isNull();
        assertThat(bed.items(FantasyKeys.LARGE_LEAGUES.of())).isEmpty();
        assertStandings(members);
    }

    @Test
    void theStreamDividesALeagueThatExceedsTheLimit() {
        game.close();
        var limits = new Rankings.Limits(LeagueStandings.WHOLE_MAX, 1_000);
        game =
                new FantasyGame(
                        new TestBed(functions -> functions.with(Rankings.Limits.class, limits)));
        bed = game.bed();
        game.foundLeague("owner", LEAGUE.value(), "Global");
        var random = new SplittableRandom(13);
        var members = new ArrayList<Standings.Member>();
        for (var number = 0; number < LeagueStandings.WHOLE_MAX; number++) {
            members.add(put("g" + number, random));
        }
        bed.drain();
        assertThat(stored().shards()).isEqualTo(1);

        members.add(join("last", random));
        bed.drain();
        assertThat(stored().shards()).isEqualTo(Rankings.SHARDS);
        for (var member : members) {
            var key = FantasyKeys.MEMBERSHIP.key(member.gamerId(), LEAGUE);
            var row = requireNonNull(bed.table().getConsistent(key));
            var shard = League.shardOf(member.gamerId(), Rankings.SHARDS);
            assertThat(row.text(TableSchema.Index.GSI_TWO.partitionKey()))
                    .isEqualTo(FantasyKeys.standingsOf(LEAGUE, shard).pk());
        }
        assertStandings(members);
    }

    @Test
    void aSettlementCountsLargeLeaguesAgain() {
        game.foundLeague("owner", LEAGUE.value(), "Global");
        var random = new SplittableRandom(11);
        for (var number = 0; number < 120; number++) {
            join("g" + number, random);
        }
        bed.drain();
        game.withGameweeks(9);
        // No gamer has a squad, so the last gameweek is worth 0 points to every gamer.
        game.settled(9);
        var members = new ArrayList<Standings.Member>();
        for (var number = 0; number < 120; number++) {
            var gamer = game.stored("g" + number);
            assertThat(gamer.gameweekPoints()).containsEntry(Gameweek.of(9), 0);
            members.add(member(gamer));
        }
        assertStandings(members);
    }

    @Test
    void aLargeLeagueBeforeItsFirstCountHasPagesButNoRowsAroundAGamer() {
        game.foundLeague("owner", LEAGUE.value(), "Global");
        var members = new ArrayList<Standings.Member>();
        for (var number = 0; number < 101; number++) {
            members.add(put("g" + number, new SplittableRandom(number)));
        }
        assertThat(game.standings(LEAGUE.value(), 100))
                .hasSize(101)
                .allMatch(row -> row.contains("()"));
        assertThat(game.around(LEAGUE.value(), "g5", 5).status()).isEqualTo(503);
        assertThatThrownBy(
                        () -> new LeagueStandings(bed.table()).around(LEAGUE, GamerId.of("g5"), 5))
                .isInstanceOf(Unavailable.class);
        bed.drain();
        assertStandings(members);
    }

    /// Divides a league with a low limit; the real limit is 50,000 members.
    @Test
    void aDividedLeagueIsReadAsOneBeforeDuringAndAfterTheMove() {
        Seeds.forEach(
                "aDividedLeagueIsReadAsOneBeforeDuringAndAfterTheMove",
                1,
                random -> {
                    bed.clear();
                    game.foundLeague("owner", LEAGUE.value(), "Global");
                    var members = new ArrayList<Standings.Member>();
                    for (var number = 0; number < 130; number++) {
                        members.add(put("g" + number, random));
                    }
                    rank(110);
                    var league = stored();
                    assertThat(league.shards()).isEqualTo(Rankings.SHARDS);
                    for (var shard = 0; shard < Rankings.SHARDS; shard++) {
                        var rows =
                                bed.table()
                                        .read(
                                                Query.in(FantasyKeys.standingsOf(LEAGUE, shard)),
                                                1_000,
                                                null);
                        assertThat(rows.items()).isNotEmpty();
                    }
                    assertStandings(members);

                    // Some rows are in shard 0 again, as in the middle of the move.
                    for (var member : members.subList(0, 20)) {
                        moveBack(member.gamerId());
                    }
                    assertPages(members);

                    // A gamer who joins now is put into the right shard, and settled rows stay.
                    members.add(join("late", random));
                    for (var number = 0; number < 20; number++) {
                        members.set(number, resettle(members.get(number), random));
                    }
                    rank(110);
                    assertStandings(members);

                    // A divided league stays divided, even if it becomes small again.
                    while (members.size() > 60) {
                        leave(members.removeLast().gamerId());
                    }
                    rank(110);
                    assertStandings(members);
                });
    }

    @Test
    void unpackingReversesPacking() {
        Seeds.forEach(
                "unpackingReversesPacking",
                200,
                random -> {
                    var counts = new TreeMap<Long, Long>();
                    for (var size = random.nextInt(50); size > 0; size--) {
                        counts.put(random.nextLong(-500, 5_000), random.nextLong(1, 1_000_000));
                    }
                    if (random.nextInt(10) == 0) {
                        counts.put(Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);
                        counts.put(Long.MAX_VALUE / 4, 1L);
                    }
                    var histogram = new ScoreHistogram(counts);
                    assertThat(Histograms.unpack(Histograms.pack(histogram))).isEqualTo(histogram);
                });
    }

    private void assertStandings(List<Standings.Member> members) {
        var expected = assertPages(members);
        var random = new SplittableRandom(members.size());
        for (var times = 0; times < 6; times++) {
            var index = random.nextInt(members.size());
            var limit = random.nextInt(1, 12);
            var gamer = Standings.of(members).get(index).member().gamerId();
            assertThat(FantasyGame.rows(game.around(LEAGUE.value(), gamer.value(), limit)))
                    .isEqualTo(
                            expected.subList(
                                    Math.max(0, index - (limit - 1) / 2),
                                    Math.min(expected.size(), index + 1 + limit / 2)));
        }
    }

    private List<String> assertPages(List<Standings.Member> members) {
        var expected =
                Standings.of(members).stream()
                        .map(row ->
                                "%d(%d) %s %d %d"
                                        .formatted(
                                                row.rank(),
                                                row.lastRank(),
                                                row.member().gamerId(),
                                                row.member().totalPoints(),
                                                row.member().gameweekPoints()))
                        .toList();
        for (var limit : List.of(7, 50, 100)) {
            assertThat(game.standings(LEAGUE.value(), limit)).isEqualTo(expected);
        }
        return expected;
    }

    private void give(String gamer, int before, int last) {
        game.givePoints(gamer, 1, before);
        game.givePoints(gamer, 2, last);
    }

    /// Creates a gamer with points, who joins the league through the API.
    private Standings.Member join(String id, SplittableRandom random) {
        var gamer = random(id, random);
        bed.putAll(Stream.of(GamerItems.gamer(gamer), GamerItems.allGamersEntry(gamer.id())));
        assertThat(game.join(id, LEAGUE.value()).status()).isEqualTo(201);
        return member(gamer);
    }

    /// Creates a gamer with points and a membership, directly in the table.
    private Standings.Member put(String id, SplittableRandom random) {
        var gamer = random(id, random).in(List.of(LEAGUE));
        var membership = Membership.of(gamer, stored(), bed.clock().instant());
        bed.putAll(Stream.of(GamerItems.gamer(gamer), LeagueItems.membership(membership)));
        return member(gamer);
    }

    private static Gamer random(String id, SplittableRandom random) {
        var points = new TreeMap<Gameweek, Integer>();
        points.put(Gameweek.of(1), random.nextInt(-9, 30));
        points.put(Gameweek.of(2), random.nextInt(-9, 30));
        return new Gamer(
                GamerId.of(id),
                LocalDate.of(1990, 12, 31),
                "Norway",
                null,
                points,
                1,
                List.of(),
                null);
    }

    private static Standings.Member member(Gamer gamer) {
        var points = LeaguePoints.of(gamer, null);
        return new Standings.Member(gamer.id(), points.total(), points.last(), points.gameweek());
    }

    private Standings.Member resettle(Standings.Member member, SplittableRandom random) {
        var gamer =
                game.stored(member.gamerId().value())
                        .settled(Gameweek.of(2), random.nextInt(30, 60));
        bed.table().write(GamerItems.points(gamer));
        bed.table().write(LeagueItems.standing(gamer, LEAGUE, null));
        return member(gamer);
    }

    private void leave(GamerId gamer) {
        bed.table().write(Write.Delete.of(FantasyKeys.MEMBERSHIP.key(gamer, LEAGUE)));
    }

    private void moveBack(GamerId gamer) {
        var item = bed.table().getConsistent(FantasyKeys.MEMBERSHIP.key(gamer, LEAGUE));
        if (item == null) {
            throw new AssertionError("no membership");
        }
        bed.table().write(LeagueItems.moved(LeagueItems.membership(item), 1));
    }

    private League stored() {
        var item = bed.table().getConsistent(FantasyKeys.LEAGUE.key(LEAGUE));
        if (item == null) {
            throw new AssertionError("no league");
        }
        return LeagueItems.league(item);
    }

    /// Counts the league to the end, and divides it above this number of members.
    private void rank(int dividedAbove) {
        var rankings =
                new Rankings(bed.table(), bed.clock(), new Rankings.Limits(dividedAbove, 1_000));
        var jobs = new Jobs(bed.table(), bed.clock());
        var work = new FantasyWork.RankLeague(LEAGUE);
        var key = work.key();
        rankings.changed(LEAGUE);
        for (var item = bed.table().getConsistent(key);
                item != null;
                item = bed.table().getConsistent(key)) {
            jobs.resume(Job.from(item), job -> rankings.rank(work, new Texts(job.cursor())));
        }
    }
}
