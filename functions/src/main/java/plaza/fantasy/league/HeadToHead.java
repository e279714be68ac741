package plaza.fantasy.league;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// The matches and the table of a head-to-head league.
///
/// In each gameweek every gamer of the roster plays one other, and the points of the gameweek
/// decide the match: three points for a win, one for a draw. Everything here follows from the
/// roster, the first gameweek and the points of the gamers, so nothing of it is stored.
///
/// The roster stays as it was when the league started. A gamer who leaves later keeps their
/// matches, so that the results of the others do not change, but has no row in the table. The
/// opponents of a gamer who was erased play the average of the roster, also in earlier gameweeks.
///
/// @param roster the entrants in the order of joining
/// @param from the gameweek of the first matches
@Pure
public record HeadToHead(List<Entrant> roster, Gameweek from) {
    /// The maximum number of gamers of a league. The table reads all of them.
    public static final int ROSTER_MAX = 50;

    private static final int POINTS_OF_A_WIN = 3;
    private static final int POINTS_OF_A_DRAW = 1;

    /// The highest points first, then the highest score, then by gamerId.
    private static final Comparator<Row> ORDER =
            Comparator.comparingInt((Row row) -> row.counts().points())
                    .thenComparingLong(row -> row.score().total())
                    .reversed()
                    .thenComparing(Row::gamer);

    public HeadToHead {
        roster = List.copyOf(roster);
    }

    /// One of the roster.
    ///
    /// @param gamer null if the gamer was erased after the start
    public record Entrant(@Nullable GamerId gamer) {
        public static final Entrant ERASED = new Entrant(null);
    }

    /// A league with these gamers.
    public static HeadToHead of(List<GamerId> gamers, Gameweek from) {
        return new HeadToHead(gamers.stream().map(Entrant::new).toList(), from);
    }

    /// The gamers of the roster who were not erased.
    public List<GamerId> gamers() {
        return roster.stream().map(Entrant::gamer).filter(Objects::nonNull).toList();
    }

    public boolean contains(GamerId gamer) {
        return roster.contains(new Entrant(gamer));
    }

    /// Returns this league with one more gamer.
    public HeadToHead with(GamerId gamer) {
        return new HeadToHead(
                Stream.concat(roster.stream(), Stream.of(new Entrant(gamer))).toList(), from);
    }

    /// Returns this league without a gamer.
    public HeadToHead without(GamerId gamer) {
        var entrant = new Entrant(gamer);
        return new HeadToHead(
                roster.stream().filter(other -> !other.equals(entrant)).toList(), from);
    }

    /// Returns this league with a gamer erased. The other entrants keep their matches.
    public HeadToHead withErased(GamerId gamer) {
        return withErased(gamer::equals);
    }

    private HeadToHead withErased(Predicate<GamerId> isErased) {
        return new HeadToHead(
                roster.stream()
                        .map(entrant -> {
                            var gamer = entrant.gamer();
                            return gamer != null && isErased.test(gamer) ? Entrant.ERASED : entrant;
                        })
                        .toList(),
                from);
    }

    /// A match of a gameweek.
    ///
    /// @param away null if the opponent is the average of the roster, because it has an odd number
    ///   of entrants, or because the opponent was erased
    public record Match(GamerId home, @Nullable GamerId away) {
        private Match swapped() {
            return away == null ? this : new Match(away, home);
        }
    }

    /// A match with the points of both sides, which are null until the gameweek is settled.
    public record Result(Match match, @Nullable Integer homePoints, @Nullable Integer awayPoints) {
        /// A positive number if the home side has won, zero for a draw, and negative otherwise;
        /// null if the match does not count yet.
        public @Nullable Integer difference() {
            return homePoints == null || awayPoints == null
                    ? null
                    : (Integer) Integer.compare(homePoints, awayPoints);
        }
    }

    /// The matches of a gamer so far.
    public record MatchCounts(int won, int drawn, int lost) {
        private static final MatchCounts NONE = new MatchCounts(0, 0, 0);

        public int points() {
            return POINTS_OF_A_WIN * won + POINTS_OF_A_DRAW * drawn;
        }

        private MatchCounts plus(int difference) {
            return new MatchCounts(
                    won + (difference > 0 ? 1 : 0),
                    drawn + (difference == 0 ? 1 : 0),
                    lost + (difference < 0 ? 1 : 0));
        }
    }

    /// A row of the table.
    ///
    /// @param lastRank the rank before the last settled gameweek
    /// @param score the points of the gameweeks, which decide between equal points of matches
    public record Row(
            long rank, long lastRank, GamerId gamer, MatchCounts counts, LeaguePoints score) {}

    /// Returns the matches of a gameweek: the circle method, in which one place is fixed and the
    /// others rotate. After as many gameweeks as there are opponents, the matches repeat with the
    /// sides exchanged. Two entrants who were erased have no match.
    ///
    /// The number of the gameweek selects the round, so a gameweek that is declared later does not
    /// change the matches of others. A number that is not played leaves out a round.
    public List<Match> matches(Gameweek gameweek) {
        var round = gameweek.number() - from.number();
        if (round < 0 || roster.isEmpty()) {
            return List.of();
        }
        // An even number of places. The last one is the average if the number of entrants is odd.
        var rotating = roster.size() - 1 + roster.size() % 2;
        var matches = new ArrayList<Match>();
        add(matches, round % rotating, rotating);
        for (var distance = 1; distance <= rotating / 2; distance++) {
            add(
                    matches,
                    Math.floorMod(round + distance, rotating),
                    Math.floorMod(round - distance, rotating));
        }
        return round / rotating % 2 == 0
                ? List.copyOf(matches)
                : matches.stream().map(Match::swapped).toList();
    }

    /// Adds the match of two places, unless both are without a gamer.
    private void add(List<Match> matches, int home, int away) {
        var one = gamerAt(home);
        var other = gamerAt(away);
        if (one != null) {
            matches.add(new Match(one, other));
        } else if (other != null) {
            matches.add(new Match(other, null));
        }
    }

    private @Nullable GamerId gamerAt(int place) {
        return place < roster.size() ? roster.get(place).gamer() : null;
    }

    /// Returns the matches of a gameweek with their points.
    ///
    /// @param gamers the gamers of the roster by id. One who does not exist was erased
    public List<Result> results(Gameweek gameweek, Map<GamerId, Gamer> gamers) {
        return withErased(id -> !gamers.containsKey(id)).resultsOfExisting(gameweek, gamers);
    }

    private List<Result> resultsOfExisting(Gameweek gameweek, Map<GamerId, Gamer> gamers) {
        var average = average(gameweek, gamers);
        return matches(gameweek).stream()
                .map(match -> {
                    var away = match.away();
                    return new Result(
                            match,
                            points(gamers, match.home(), gameweek),
                            away == null ? average : points(gamers, away, gameweek));
                })
                .toList();
    }

    /// Returns the table.
    ///
    /// @param gamers the gamers of the roster by id
    /// @param members the members of the league, of whom those of the roster have a row
    public List<Row> table(Map<GamerId, Gamer> gamers, Set<GamerId> members) {
        var settled = new TreeSet<Gameweek>();
        for (var gamer : gamers.values()) {
            settled.addAll(gamer.gameweekPoints().tailMap(from, true).keySet());
        }
        var now = rows(settled, gamers, members);
        var last = settled.isEmpty() ? null : settled.last();
        var before = last == null ? now : rows(settled.headSet(last), gamers, members);
        return now.stream()
                .sorted(ORDER)
                .map(row ->
                        new Row(
                                rank(row, now),
                                rank(rowOf(row.gamer(), before), before),
                                row.gamer(),
                                row.counts(),
                                row.score()))
                .toList();
    }

    /// Returns the rows after some gameweeks, without ranks.
    private List<Row> rows(
            Set<Gameweek> settled, Map<GamerId, Gamer> gamers, Set<GamerId> members) {
        var records = new HashMap<GamerId, MatchCounts>();
        for (var gameweek : settled) {
            for (var result : results(gameweek, gamers)) {
                var difference = result.difference();
                if (difference != null) {
                    var away = result.match().away();
                    add(records, result.match().home(), difference);
                    if (away != null) {
                        add(records, away, -difference);
                    }
                }
            }
        }
        var rows = new ArrayList<Row>();
        for (var id : gamers()) {
            var gamer = gamers.get(id);
            if (gamer != null && members.contains(id)) {
                rows.add(
                        new Row(
                                0,
                                0,
                                id,
                                records.getOrDefault(id, MatchCounts.NONE),
                                LeaguePoints.in(gamer, settled)));
            }
        }
        return rows;
    }

    private static void add(Map<GamerId, MatchCounts> records, GamerId gamer, int difference) {
        records.put(gamer, records.getOrDefault(gamer, MatchCounts.NONE).plus(difference));
    }

    private static Row rowOf(GamerId gamer, List<Row> rows) {
        return rows.stream().filter(row -> row.gamer().equals(gamer)).findFirst().orElseThrow();
    }

    /// One more than the number of rows with more points, or as many points and a higher score.
    private static long rank(Row of, List<Row> rows) {
        return 1
                + rows.stream()
                        .filter(row ->
                                row.counts().points() > of.counts().points()
                                        || (row.counts().points() == of.counts().points()
                                                && row.score().total() > of.score().total()))
                        .count();
    }

    private static @Nullable Integer points(
            Map<GamerId, Gamer> gamers, GamerId id, Gameweek gameweek) {
        var gamer = gamers.get(id);
        return gamer == null ? null : gamer.gameweekPoints().get(gameweek);
    }

    /// The average of the roster, rounded half up; null until all of its gamers have points.
    private @Nullable Integer average(Gameweek gameweek, Map<GamerId, Gamer> gamers) {
        var ids = gamers();
        var sum = 0L;
        for (var id : ids) {
            var points = points(gamers, id, gameweek);
            if (points == null) {
                return null;
            }
            sum += points;
        }
        return ids.isEmpty()
                ? null
                : Math.toIntExact(Math.floorDiv(2 * sum + ids.size(), 2L * ids.size()));
    }
}
