package plaza.fantasy.league;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.league.HeadToHead.Match;

class HeadToHeadTest {
    private static final Gameweek START = Gameweek.of(3);

    /// Every pair meets once, and after that once more with the sides exchanged.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 19, 20, 49, 50})
    void everyGamerMeetsEveryOtherOnceInEachCycle(int size) {
        var league = league(size);
        var opponents = size - 1 + size % 2;
        var ids = new HashSet<>(league.gamers());
        var first = new HashSet<Match>();
        var second = new HashSet<Match>();
        for (var round = 0; round < Math.min(2 * opponents, 97); round++) {
            var matches = league.matches(Gameweek.of(3 + round));
            var playing = new ArrayList<GamerId>();
            for (var match : matches) {
                playing.add(match.home());
                if (match.away() != null) {
                    playing.add(match.away());
                }
                assertThat((round < opponents ? first : second).add(match)).isTrue();
            }
            assertThat(playing).as("round %d", round).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(matches.stream().filter(match -> match.away() == null).count())
                    .isEqualTo(size % 2);
        }
        var pairs = first.stream().map(HeadToHeadTest::pair).collect(Collectors.toSet());
        assertThat(pairs).hasSize(first.size()).hasSize(opponents * ((size + 1) / 2));
        if (2 * opponents < 97) {
            assertThat(second)
                    .isEqualTo(
                            first.stream()
                                    .map(match ->
                                            match.away() == null
                                                    ? match
                                                    : new Match(
                                                            /* home= */ match.away(),
                                                            /* away= */ match.home()))
                                    .collect(Collectors.toSet()));
        }
    }

    private static Set<String> pair(Match match) {
        return Set.of(match.home().value(), String.valueOf(match.away()));
    }

    @Test
    void fourGamersPlayByTheCircleMethod() {
        var league = league(4);
        assertThat(text(league, 3)).isEqualTo("g0-g3 g1-g2");
        assertThat(text(league, 4)).isEqualTo("g1-g3 g2-g0");
        assertThat(text(league, 5)).isEqualTo("g2-g3 g0-g1");
        assertThat(text(league, 6)).isEqualTo("g3-g0 g2-g1");
        assertThat(text(league, 9)).isEqualTo("g0-g3 g1-g2");
    }

    @Test
    void anOddNumberOfGamersPlaysTheAverageInTurn() {
        var league = league(3);
        assertThat(text(league, 3)).isEqualTo("g0-null g1-g2");
        assertThat(text(league, 4)).isEqualTo("g1-null g2-g0");
        assertThat(text(league, 5)).isEqualTo("g2-null g0-g1");
        assertThat(text(league, 6)).isEqualTo("g0-null g2-g1");
    }

    @Test
    void noMatchesArePlayedBeforeTheStartOrWithoutGamers() {
        assertThat(league(4).matches(Gameweek.of(2))).isEmpty();
        assertThat(league(0).matches(START)).isEmpty();
        assertThat(league(0).table(Map.of(), Set.of())).isEmpty();
    }

    @Test
    void theMatchesOfAGameweekDoNotDependOnOtherGameweeks() {
        // After gameweek 29 the season 2019-20 went on with 39: the rounds between are left out.
        var league = HeadToHead.of(ids(6), Gameweek.of(1));
        var gamers = gamers("g0 1 2 3, g1 1 2 3, g2 1 2 3, g3 1 2 3, g4 1 2 3, g5 1 2 3");
        assertThat(league.results(Gameweek.of(39), gamers))
                .extracting(HeadToHead.Result::match)
                .isEqualTo(league.matches(Gameweek.of(39)));
    }

    @ParameterizedTest
    @CsvSource({
        // the points of g0, g1 and g2, and the average
        "1, 1, 1, 1",
        "1, 1, 2, 1",
        "1, 2, 2, 2",
        "0, 0, 0, 0",
        "-1, -1, -2, -1",
        "-1, -2, -2, -2",
        "50, 51, 51, 51",
    })
    void theAverageIsRoundedToTheNearestNumber(int one, int two, int three, int average) {
        var gamers = gamers("g0 %d, g1 %d, g2 %d".formatted(one, two, three));
        assertThat(league(3).results(START, gamers).getFirst().awayPoints()).isEqualTo(average);
    }

    @Test
    void halvesAreRoundedUp() {
        var league = HeadToHead.of(ids(1), START);
        assertThat(league.results(START, gamers("g0 7")).getFirst().awayPoints()).isEqualTo(7);
        var five = league(5);
        // 12 of 5 are 2.4, 13 of 5 are 2.6
        assertThat(average(five, "g0 12, g1 0, g2 0, g3 0, g4 0")).isEqualTo(2);
        assertThat(average(five, "g0 13, g1 0, g2 0, g3 0, g4 0")).isEqualTo(3);
    }

    private static @Nullable Integer average(HeadToHead league, String points) {
        return league.results(START, gamers(points)).getFirst().awayPoints();
    }

    @Test
    void threePointsForAWinAndOneForADraw() {
        var gamers = gamers("g0 50 10, g1 40 20, g2 40 10, g3 30 5");
        // g0-g3 g1-g2, then g1-g3 g2-g0
        assertThat(table(league(4), gamers))
                .containsExactly(
                        "1(1) g0 4=1-1-0 60 10",
                        "1(2) g1 4=1-1-0 60 20",
                        "3(2) g2 2=0-2-0 50 10",
                        "4(4) g3 0=0-0-2 35 5");
    }

    @Test
    void equalPointsAreRankedByScoreThenListedById() {
        var gamers = gamers("g0 9, g1 7, g2 3, g3 3");
        assertThat(table(league(4), gamers))
                .containsExactly(
                        "1(1) g0 3=1-0-0 9 9",
                        "2(1) g1 3=1-0-0 7 7",
                        "3(1) g2 0=0-0-1 3 3",
                        "3(1) g3 0=0-0-1 3 3");
    }

    @Test
    void pointsBeforeTheStartDoNotCount() {
        var gamers = new HashMap<>(gamers("g0 1, g1 2"));
        gamers.computeIfPresent(GamerId.of("g0"), (_, g) -> g.settled(Gameweek.of(2), 100));
        assertThat(table(league(2), gamers))
                .containsExactly("1(1) g1 3=1-0-0 2 2", "2(1) g0 0=0-0-1 1 1");
    }

    /// A settlement is running: only some gamers have their points.
    @Test
    void aMatchCountsWhenBothSidesHavePoints() {
        var league = league(4);
        var gamers = gamers("g0 50, g1 40, g2 30, g3");
        assertThat(league.results(START, gamers))
                .extracting(HeadToHead.Result::difference)
                .containsExactly(null, 1);
        assertThat(table(league, gamers))
                .containsExactly(
                        "1(1) g1 3=1-0-0 40 40",
                        "2(1) g0 0=0-0-0 50 50",
                        "3(1) g2 0=0-0-1 30 30",
                        "4(1) g3 0=0-0-0 0 0");
        assertThat(average(league(3), "g0 50, g1 40, g2")).isNull();
    }

    /// The results of the others stay as they were.
    @Test
    void aGamerWhoLeftKeepsTheirMatchesButHasNoRow() {
        var league = league(4);
        var gamers = gamers("g0 50 10, g1 40 20, g2 40 10, g3 30 5");
        var all = table(league, gamers);
        var members = Set.of(GamerId.of("g1"), GamerId.of("g2"), GamerId.of("g3"));
        assertThat(league.table(gamers, members).stream().map(HeadToHeadTest::text))
                .containsExactly(
                        "1(1) g1 4=1-1-0 60 20", "2(1) g2 2=0-2-0 50 10", "3(3) g3 0=0-0-2 35 5");
        assertThat(all).hasSize(4);
    }

    @Test
    void theOpponentsOfAnErasedGamerPlayTheAverageOfTheOthers() {
        var league = league(4).withErased(GamerId.of("g3"));
        assertThat(text(league, 3)).isEqualTo("g0-null g1-g2");
        assertThat(text(league, 4)).isEqualTo("g1-null g2-g0");
        assertThat(text(league, 5)).isEqualTo("g2-null g0-g1");
        assertThat(text(league, 6)).isEqualTo("g0-null g2-g1");
        var gamers = gamers("g0 50 10, g1 40 20, g2 40 12");
        // the averages are 43.3 and 14
        assertThat(table(league, gamers))
                .containsExactly(
                        "1(2) g1 4=1-1-0 60 20", "2(2) g2 4=1-1-0 52 12", "3(1) g0 3=1-0-1 60 10");
    }

    /// The item of a league may still name a gamer who was erased.
    @Test
    void aGamerWhoDoesNotExistWasErased() {
        var gamers = gamers("g0 50, g1 40, g3 30, g4 10");
        var erased = league(5).withErased(GamerId.of("g2"));
        assertThat(league(5).results(START, gamers)).isEqualTo(erased.results(START, gamers));
        // g0 plays the average of an odd roster
        assertThat(league(5).results(START, gamers))
                .extracting(result -> result.match().home() + "-" + result.match().away())
                .containsExactly("g0-null", "g1-g4", "g3-null");
        assertThat(league(5).results(START, gamers))
                .extracting(HeadToHead.Result::awayPoints)
                .containsExactly(33, 10, 33);
        assertThat(table(league(5), gamers)).isEqualTo(table(erased, gamers)).hasSize(4);
    }

    @Test
    void twoErasedGamersHaveNoMatch() {
        var league = league(4).withErased(GamerId.of("g0")).withErased(GamerId.of("g3"));
        assertThat(text(league, 3)).isEqualTo("g1-g2");
        assertThat(text(league, 4)).isEqualTo("g1-null g2-null");
        var odd = league(3).withErased(GamerId.of("g0"));
        assertThat(text(odd, 3)).isEqualTo("g1-g2");
        var empty = league(2).withErased(GamerId.of("g0")).withErased(GamerId.of("g1"));
        assertThat(empty.matches(START)).isEmpty();
        assertThat(empty.results(START, Map.of())).isEmpty();
        assertThat(empty.table(Map.of(), Set.of())).isEmpty();
        assertThat(league(3).table(Map.of(), Set.of())).isEmpty();
    }

    @Test
    void aMemberWhoIsNotInTheRosterHasNoRow() {
        var gamers = gamers("g0 50, g1 40");
        var members = Set.of(GamerId.of("g0"), GamerId.of("g1"), GamerId.of("late"));
        assertThat(league(2).table(gamers, members)).hasSize(2);
    }

    @Test
    void settlingUnsettlingAndSettlingAgainLeadsToTheSameTable() {
        Seeds.forEach(
                "head-to-head",
                300,
                random -> {
                    var league = league(1 + random.nextInt(9));
                    var gamers = new HashMap<GamerId, Gamer>();
                    for (var id : league.gamers()) {
                        gamers.put(id, gamer(id.value()));
                    }
                    var points = new HashMap<GamerId, NavigableMap<Gameweek, Integer>>();
                    for (var step = 0; step < 20; step++) {
                        var gameweek = Gameweek.of(1 + random.nextInt(9));
                        var isSettled = random.nextInt(3) > 0;
                        for (var id : league.gamers()) {
                            var score = random.nextInt(4) - 1;
                            gamers.computeIfPresent(
                                    id,
                                    (_, gamer) ->
                                            isSettled
                                                    ? gamer.settled(gameweek, score)
                                                    : gamer.unsettled(gameweek));
                            var own = points.computeIfAbsent(id, _ -> new TreeMap<>());
                            if (isSettled) {
                                own.put(gameweek, score);
                            } else {
                                own.remove(gameweek);
                            }
                        }
                        assertThat(table(league, gamers)).isEqualTo(naiveTable(league, points));
                    }
                    var erased = league;
                    for (var id : league.gamers().subList(1, league.gamers().size())) {
                        if (random.nextInt(3) == 0) {
                            erased = erased.withErased(id);
                            gamers.remove(id);
                            points.remove(id);
                        }
                    }
                    assertThat(table(erased, gamers)).isEqualTo(naiveTable(erased, points));
                    assertThat(table(league, gamers)).isEqualTo(table(erased, gamers));
                });
    }

    /// Computes the table by the definition of each column.
    private static List<String> naiveTable(
            HeadToHead league, Map<GamerId, NavigableMap<Gameweek, Integer>> points) {
        var all = points.values().iterator().next().tailMap(START, true).navigableKeySet();
        var now = naive(league, points, new ArrayList<>(all));
        var before =
                naive(
                        league,
                        points,
                        all.isEmpty() ? List.of() : new ArrayList<>(all.headSet(all.last())));
        return league.gamers().stream()
                .sorted(
                        Comparator.<GamerId>comparingLong(id -> -key(now, id))
                                .thenComparing(GamerId::value))
                .map(id -> {
                    var row = of(now, id);
                    var own = of(points, id);
                    return "%d(%d) %s %d=%d-%d-%d %d %d"
                            .formatted(
                                    rank(now, id),
                                    rank(before, id),
                                    id,
                                    3 * row[0] + row[1],
                                    row[0],
                                    row[1],
                                    row[2],
                                    row[3],
                                    all.isEmpty() ? 0 : (int) of(own, all.last()));
                })
                .toList();
    }

    private static long rank(Map<GamerId, int[]> rows, GamerId of) {
        return 1 + rows.keySet().stream().filter(id -> key(rows, id) > key(rows, of)).count();
    }

    private static long key(Map<GamerId, int[]> rows, GamerId id) {
        var row = of(rows, id);
        return 1_000L * (3 * row[0] + row[1]) + row[3];
    }

    private static Map<GamerId, int[]> naive(
            HeadToHead league,
            Map<GamerId, NavigableMap<Gameweek, Integer>> points,
            List<Gameweek> gameweeks) {
        var rows = new HashMap<GamerId, int[]>();
        for (var id : league.gamers()) {
            var row = new int[4];
            for (var gameweek : gameweeks) {
                int own = of(of(points, id), gameweek);
                double other = Double.NaN;
                for (var match : league.matches(gameweek)) {
                    if (match.home().equals(id)) {
                        other =
                                match.away() == null
                                        ? Math.round(
                                                points.values().stream()
                                                        .mapToInt(each -> of(each, gameweek))
                                                        .average()
                                                        .orElseThrow())
                                        : of(of(points, match.away()), gameweek);
                    } else if (id.equals(match.away())) {
                        other = of(of(points, match.home()), gameweek);
                    }
                }
                row[own > other ? 0 : own == other ? 1 : 2]++;
                row[3] += own;
            }
            rows.put(id, row);
        }
        return rows;
    }

    private static <K, V> V of(Map<K, V> map, K key) {
        return Objects.requireNonNull(map.get(key));
    }

    private static HeadToHead league(int size) {
        return HeadToHead.of(ids(size), START);
    }

    private static List<GamerId> ids(int size) {
        return IntStream.range(0, size).mapToObj(number -> GamerId.of("g" + number)).toList();
    }

    /// Returns gamers with points from the first gameweek on: `g0 50 10, g1 40 20`.
    private static Map<GamerId, Gamer> gamers(String text) {
        var gamers = new HashMap<GamerId, Gamer>();
        for (var each : text.split(", ", -1)) {
            var parts = each.split(" ", -1);
            var gamer = gamer(parts[0]);
            for (var index = 1; index < parts.length; index++) {
                gamer =
                        gamer.settled(
                                Gameweek.of(START.number() + index - 1),
                                Integer.parseInt(parts[index]));
            }
            gamers.put(gamer.id(), gamer);
        }
        return gamers;
    }

    private static Gamer gamer(String id) {
        return Gamer.created(GamerId.of(id), LocalDate.of(1990, 12, 31), "Norway", null);
    }

    private static String text(HeadToHead league, int gameweek) {
        return league.matches(Gameweek.of(gameweek)).stream()
                .map(match -> match.home() + "-" + match.away())
                .collect(Collectors.joining(" "));
    }

    private static List<String> table(HeadToHead league, Map<GamerId, Gamer> gamers) {
        return league.table(gamers, gamers.keySet()).stream().map(HeadToHeadTest::text).toList();
    }

    private static String text(HeadToHead.Row row) {
        return "%d(%d) %s %d=%d-%d-%d %d %d"
                .formatted(
                        row.rank(),
                        row.lastRank(),
                        row.gamer(),
                        row.counts().points(),
                        row.counts().won(),
                        row.counts().drawn(),
                        row.counts().lost(),
                        row.score().total(),
                        row.score().last());
    }
}
