package plaza.fantasy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.League;
import plaza.fantasy.model.Membership;
import plaza.fantasy.model.RunningRank;
import plaza.fantasy.model.ScoreDistribution;
import plaza.fantasy.model.Standings;
import plaza.fantasy.model.StandingsKey;
import plaza.http.Problem;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.table.Concurrently;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Unavailable;

/// Reads the standings of a league.
///
/// A league of at most [#WHOLE_MAX] members is read whole by one Query, and everything about it
/// follows from its rows. Of a larger one, a page goes on counting where the page before stopped
/// (the cursor carries how far that was), and the rank of a row in the middle is one more than the
/// members with a higher total, which the league's [ScoreDistribution] tells: nothing reads it from
/// the top.
final class LeagueStandings {
    /// The most members of a league that is read whole: 100 rows are 3 request units.
    static final int WHOLE_MAX = 100;

    /// Queries of shards that are under way at once.
    private static final int SHARDS_AT_ONCE_MAX = 16;

    /// A league's collection holds its name and its distribution.
    private static final int LEAGUE_ITEMS_MAX = 10;

    private static final String WHOLE = "whole";
    private static final String LARGE = "large";

    private final Table table;

    LeagueStandings(Table table) {
        this.table = table;
    }

    /// A row of the standings.
    ///
    /// @param lastRank the rank before the last gameweek; null for the moments in which a league
    ///   that has just become large is still being counted
    record Row(long rank, @Nullable Long lastRank, Standings.Member member) {
        private static Row of(Standings.Row row) {
            return new Row(row.rank(), row.lastRank(), row.member());
        }
    }

    /// Where a page begins: after the row of this key.
    private record Start(@Nullable String key, RunningRank running, boolean isLarge) {
        private static Start of(Page.@Nullable Position position) {
            if (position == null) {
                return new Start(null, RunningRank.TOP, false);
            }
            var parts = position.keyAttributes();
            var key = parts.get(0);
            return new Start(
                    key,
                    new RunningRank(
                            Long.parseLong(parts.get(1)),
                            Long.parseLong(parts.get(2)),
                            StandingsKey.totalPoints(key)),
                    parts.get(3).equals(LARGE));
        }
    }

    /// A league with what is known of its totals.
    private record Head(League league, @Nullable ScoreDistribution distribution) {}

    /// One page, highest total first.
    Page<Row> page(LeagueId league, Page.Ask ask) {
        var start = Start.of(ask.after());
        if (!start.isLarge()) {
            var members = whole(league);
            if (members != null && !members.isEmpty()) {
                return page(Standings.of(members), start, ask.limit());
            }
        }
        var head = head(league);
        var members = below(head.league(), start.key(), ask.limit() + 1);
        var running = start.running();
        var rows = new ArrayList<Row>();
        for (var member : members.subList(0, Math.min(ask.limit(), members.size()))) {
            running = running.next(member.totalPoints());
            rows.add(new Row(running.rank(), lastRank(head.distribution(), member), member));
        }
        return new Page<>(rows, members.size() > ask.limit() ? after(rows, running, LARGE) : null);
    }

    private static Page<Row> page(List<Standings.Row> all, Start start, int limit) {
        var from = start.key();
        var rows =
                all.stream()
                        .filter(row -> from == null || key(row.member()).compareTo(from) < 0)
                        .limit(limit)
                        .map(Row::of)
                        .toList();
        if (rows.isEmpty() || rows.getLast().member().equals(all.getLast().member())) {
            return new Page<>(rows, null);
        }
        var last = rows.getLast();
        // Rows that share the last one's rank may come before it: as many as were read down to it.
        var rowsRead = 1 + all.stream().map(Standings.Row::member).toList().indexOf(last.member());
        var running = new RunningRank(rowsRead, last.rank(), last.member().totalPoints());
        return new Page<>(rows, after(rows, running, WHOLE));
    }

    private static Page.Position after(List<Row> rows, RunningRank running, String size) {
        return new Page.Position(
                List.of(
                        key(rows.getLast().member()),
                        Long.toString(running.rowsRead()),
                        Long.toString(running.rank()),
                        size));
    }

    /// The rows about a gamer, himself included; at most `limit`, half of them above him.
    ///
    /// @throws plaza.http.ProblemException 404 where there is no such league, or the gamer is not
    ///   in it
    List<Row> around(LeagueId league, GamerId gamer, int limit) {
        var above = (limit - 1) / 2;
        var below = limit - 1 - above;
        var head = head(league);
        var distribution = head.distribution();
        if (distribution == null) {
            var members = whole(league);
            if (members == null) {
                throw new Unavailable(new IllegalStateException("the league is being counted"));
            }
            return around(Standings.of(members), gamer, above, below);
        }
        var item = table.get(KeySpace.membership(gamer, league));
        if (item == null) {
            throw notThere();
        }
        var member = FantasyItems.membership(item).member();
        var members = new ArrayList<>(above(head.league(), key(member), above).reversed());
        members.add(member);
        members.addAll(below(head.league(), key(member), below));
        return members.stream()
                .map(each ->
                        new Row(
                                distribution.now().rankOf(each.totalPoints()),
                                lastRank(distribution, each),
                                each))
                .toList();
    }

    private static List<Row> around(List<Standings.Row> all, GamerId gamer, int above, int below) {
        for (var place = 0; place < all.size(); place++) {
            if (all.get(place).member().gamerId().equals(gamer)) {
                return all
                        .subList(
                                Math.max(0, place - above), Math.min(all.size(), place + 1 + below))
                        .stream()
                        .map(Row::of)
                        .toList();
            }
        }
        throw notThere();
    }

    /// All members of a league that is not large, or null where it is.
    private @Nullable List<Standings.Member> whole(LeagueId league) {
        var items =
                table.read(
                                Query.in(KeySpace.standingsOf(league, 0)).descending(),
                                WHOLE_MAX + 1,
                                null)
                        .items();
        var memberships = items.stream().map(FantasyItems::membership).toList();
        var isDivided = memberships.stream().anyMatch(membership -> membership.shards() > 1);
        return memberships.size() > WHOLE_MAX || isDivided
                ? null
                : memberships.stream().map(Membership::member).toList();
    }

    private Head head(LeagueId league) {
        League found = null;
        ScoreDistribution distribution = null;
        for (var item :
                table.read(Query.in(KeySpace.leagueItems(league)), LEAGUE_ITEMS_MAX, null)
                        .items()) {
            if (item.key().equals(KeySpace.league(league))) {
                found = FantasyItems.league(item);
            } else if (item.key().equals(KeySpace.scoreDistribution(league))) {
                distribution = FantasyItems.scoreDistribution(item);
            }
        }
        if (found == null) {
            throw Problem.notFound("leagueId", "The league does not exist.").exception();
        }
        return new Head(found, distribution);
    }

    /// The members below a key, highest first; from the top where it is null.
    private List<Standings.Member> below(League league, @Nullable String key, int limit) {
        return merged(league, key, limit, true).sorted(Standings.ORDER).limit(limit).toList();
    }

    /// The members above a key, lowest first.
    private List<Standings.Member> above(League league, String key, int limit) {
        return merged(league, key, limit, false)
                .sorted(Standings.ORDER.reversed())
                .limit(limit)
                .toList();
    }

    /// The `limit` members next to a key of each shard: those of all together are among them.
    private Stream<Standings.Member> merged(
            League league, @Nullable String key, int limit, boolean isDown) {
        if (limit == 0) {
            return Stream.empty();
        }
        var shards = IntStream.range(0, league.shards()).boxed().toList();
        return Concurrently.map(
                        SHARDS_AT_ONCE_MAX,
                        shards,
                        shard -> {
                            var query = Query.in(KeySpace.standingsOf(league.id(), shard));
                            return table.read(
                                            isDown ? query.descending() : query,
                                            limit,
                                            key == null ? null : at(league.id(), shard, key))
                                    .items();
                        })
                .stream()
                .flatMap(List::stream)
                .map(item -> FantasyItems.membership(item).member());
    }

    /// The place of a key in a shard, whether its row is in that shard or another.
    private static Page.Position at(LeagueId league, int shard, String key) {
        var row = KeySpace.membership(StandingsKey.gamerId(key), league);
        return new Page.Position(
                List.of(row.pk(), row.sk(), KeySpace.standingsOf(league, shard).pk(), key));
    }

    private static @Nullable Long lastRank(
            @Nullable ScoreDistribution distribution, Standings.Member member) {
        return distribution == null
                ? null
                : distribution.before().rankOf(member.totalPointsBefore());
    }

    private static String key(Standings.Member member) {
        return StandingsKey.of(member.totalPoints(), member.gamerId());
    }

    private static plaza.http.ProblemException notThere() {
        return Problem.notFound("gamerId", "The gamer is not in the league.").exception();
    }
}
