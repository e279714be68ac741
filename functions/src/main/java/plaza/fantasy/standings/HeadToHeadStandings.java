package plaza.fantasy.standings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.HeadToHead;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeagueProblems;
import plaza.fantasy.ranking.Standings;
import plaza.table.Page;
import plaza.table.Table;

/// Reads the tables and the matches of head-to-head leagues.
///
/// Both are computed from the league's roster and its gamers, at most [HeadToHead#ROSTER_MAX]. A
/// table is therefore right as soon as the gamers have their points, and nothing else has to follow
/// a settlement.
final class HeadToHeadStandings {
    private final Table table;

    HeadToHeadStandings(Table table) {
        this.table = table;
    }

    /// Returns the rows of a league, the highest points first.
    ///
    /// @param members the members of the league
    List<LeagueStandings.Row> rows(LeagueId league, Set<GamerId> members) {
        var headToHead = headToHead(league(league));
        return headToHead.table(gamers(headToHead), members).stream()
                .map(HeadToHeadStandings::row)
                .toList();
    }

    /// Returns one page of rows.
    Page<LeagueStandings.Row> page(LeagueId league, Set<GamerId> members, Page.Ask ask) {
        var after = ask.after() == null ? null : Place.of(ask.after());
        var rest =
                rows(league, members).stream()
                        .filter(row -> after == null || Place.of(row).compareTo(after) > 0)
                        .toList();
        return Page.first(rest, ask.limit(), last -> Place.of(last).position());
    }

    /// Returns the matches of a gameweek.
    List<HeadToHead.Result> matches(League league, Gameweek gameweek) {
        var headToHead = headToHead(league);
        return headToHead.matches(gameweek).isEmpty()
                ? List.of()
                : headToHead.results(gameweek, gamers(headToHead));
    }

    League league(LeagueId id) {
        var league = LeagueItems.leagueOrNull(table.get(FantasyKeys.LEAGUE.key(id)));
        if (league == null) {
            throw LeagueProblems.noLeague();
        }
        return league;
    }

    private static HeadToHead headToHead(League league) {
        var headToHead = league.headToHead();
        if (headToHead == null) {
            throw new IllegalStateException("the league is not a head-to-head league");
        }
        return headToHead;
    }

    /// Reads the gamers. A missing one was erased, so they are read again with strong consistency.
    private Map<GamerId, Gamer> gamers(HeadToHead headToHead) {
        var keys = headToHead.gamers().stream().map(FantasyKeys.GAMER::key).toList();
        var items = table.getByKeyEventually(keys);
        items.putAll(table.getByKey(keys.stream().filter(key -> !items.containsKey(key)).toList()));
        var gamers = new HashMap<GamerId, Gamer>();
        for (var item : items.values()) {
            var gamer = GamerItems.gamer(item);
            gamers.put(gamer.id(), gamer);
        }
        return gamers;
    }

    private static LeagueStandings.Row row(HeadToHead.Row row) {
        var score = row.score();
        return new LeagueStandings.Row(
                row.rank(),
                row.lastRank(),
                new Standings.Member(row.gamer(), score.total(), score.last(), score.gameweek()),
                row.counts());
    }

    /// The place of a row in the order of the table.
    private record Place(int points, long totalPoints, GamerId gamer) implements Comparable<Place> {
        static Place of(LeagueStandings.Row row) {
            var matches = row.matches();
            var member = row.member();
            return new Place(
                    matches == null ? 0 : matches.points(), member.totalPoints(), member.gamerId());
        }

        static Place of(Page.Position position) {
            var parts = position.keyAttributes();
            return new Place(
                    Integer.parseInt(parts.get(0)),
                    Long.parseLong(parts.get(1)),
                    GamerId.of(parts.get(2)));
        }

        Page.Position position() {
            return new Page.Position(
                    List.of(Integer.toString(points), Long.toString(totalPoints), gamer.value()));
        }

        @Override
        public int compareTo(Place other) {
            if (points != other.points) {
                return Integer.compare(other.points, points);
            }
            return totalPoints == other.totalPoints
                    ? gamer.compareTo(other.gamer)
                    : Long.compare(other.totalPoints, totalPoints);
        }
    }
}
