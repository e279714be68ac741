package plaza.fantasy.standings;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.HeadToHead;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeagueProblems;
import plaza.fantasy.league.Membership;
import plaza.fantasy.league.Scoring;
import plaza.fantasy.ranking.RunningRank;
import plaza.fantasy.ranking.ScoreDistribution;
import plaza.fantasy.ranking.Standings;
import plaza.fantasy.ranking.StandingsKey;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Unavailable;

/// Reads the standings of a league.
///
/// One Query reads a whole league of at most [#WHOLE_MAX] members, and all ranks are computed from
/// its rows. In a larger league, a page continues the ranks of the previous page, which its cursor
/// contains. The rank of a single row is one more than the number of members with a higher total,
/// which the league's [ScoreDistribution] contains. No request reads a large league from the top.
///
/// The rows of a head-to-head league are marked, and [HeadToHeadStandings] computes its table.
public final class LeagueStandings {
    /// The maximum number of members of a league that is read as a whole. 100 rows cost 3 request
    /// units.
    static final int WHOLE_MAX = 100;

    /// Queries of shards that run at the same time.
    private static final int SHARDS_AT_ONCE_MAX = 16;

    /// The items of a league are its name and its distribution.
    private static final int LEAGUE_ITEMS_MAX = 10;

    private static final String WHOLE = "whole";
    private static final String LARGE = "large";

    private final Table table;
    private final HeadToHeadStandings headToHead;

    LeagueStandings(Table table) {
        this.table = table;
        this.headToHead = new HeadToHeadStandings(table);
    }

    /// A row of the standings.
    ///
    /// @param lastRank the rank before the last settled gameweek; null until the first count of a
    ///   large league has ended
    /// @param matches the results of a member of a head-to-head league; null in a classic league
    record Row(
            long rank,
            @Nullable Long lastRank,
            Standings.Member member,
            HeadToHead.@Nullable MatchCounts matches) {
        private static Row of(Standings.Row row) {
            return new Row(row.rank(), row.lastRank(), row.member(), null);
        }
    }

    /// The start of a page: after the row with this key.
    private record Start(@Nullable String key, RunningRank running) {
        private static Start of(Page.@Nullable Position position) {
            if (position == null) {
                return new Start(null, RunningRank.TOP);
            }
            var parts = position.keyAttributes();
            var key = parts.get(0);
            return new Start(
                    key,
                    new RunningRank(
                            Long.parseLong(parts.get(1)),
                            Long.parseLong(parts.get(2)),
                            StandingsKey.totalPoints(key)));
        }
    }

    /// A league with the distribution of its totals, if it has one.
    private record Head(League league, @Nullable ScoreDistribution distribution) {}

    /// Reads one page of rows, the highest total first.
    Page<Row> page(LeagueId league, Page.Ask ask) {
        var after = ask.after();
        if (after == null || !after.keyAttributes().getLast().equals(LARGE)) {
            var members = whole(league);
            if (members != null && !members.isEmpty()) {
                return isHeadToHead(members)
                        ? headToHead.page(league, gamersOf(members), ask)
                        : page(Standings.of(membersOf(members)), Start.of(after), ask.limit());
            }
        }
        var head = head(league);
        if (head.league().scoring() == Scoring.HEAD_TO_HEAD) {
            return new Page<>(List.of(), null);
        }
        var start = Start.of(after);
        var members = below(head.league(), start.key(), ask.limit() + 1);
        var running = start.running();
        var rows = new ArrayList<Row>();
        for (var member : members.subList(0, Math.min(ask.limit(), members.size()))) {
            running = running.next(member.totalPoints());
            rows.add(new Row(running.rank(), lastRank(head.distribution(), member), member, null));
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
        // Rows before the last one may share its rank, so its rank is not the number of rows read.
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

    /// Reads at most `limit` rows around a gamer, including their own, half of them above it.
    ///
    /// @throws ProblemException 404 if the league does not exist or the gamer is not in it
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
            return around(
                    isHeadToHead(members)
                            ? headToHead.rows(league, gamersOf(members))
                            : Standings.of(membersOf(members)).stream().map(Row::of).toList(),
                    gamer,
                    above,
                    below);
        }
        var item = table.get(FantasyKeys.MEMBERSHIP.key(gamer, league));
        if (item == null) {
            throw notMember();
        }
        var member = LeagueItems.membership(item).member();
        var members = new ArrayList<>(above(head.league(), key(member), above).reversed());
        members.add(member);
        members.addAll(below(head.league(), key(member), below));
        return members.stream()
                .map(each ->
                        new Row(
                                distribution.now().rankOf(each.totalPoints()),
                                lastRank(distribution, each),
                                each,
                                null))
                .toList();
    }

    private static List<Row> around(List<Row> all, GamerId gamer, int above, int below) {
        for (var index = 0; index < all.size(); index++) {
            if (all.get(index).member().gamerId().equals(gamer)) {
                return all.subList(
                        Math.max(0, index - above), Math.min(all.size(), index + 1 + below));
            }
        }
        throw notMember();
    }

    /// Reads all members of a league, or returns null if the league is large.
    private @Nullable List<Membership> whole(LeagueId league) {
        var items =
                table.read(
                                Query.in(FantasyKeys.standingsOf(league, 0)).descending(),
                                WHOLE_MAX + 1,
                                null)
                        .items();
        var memberships = items.stream().map(LeagueItems::membership).toList();
        var isDivided = memberships.stream().anyMatch(membership -> membership.shards() > 1);
        return memberships.size() > WHOLE_MAX || isDivided ? null : memberships;
    }

    private static boolean isHeadToHead(List<Membership> memberships) {
        return memberships.stream()
                .anyMatch(membership -> membership.scoring() == Scoring.HEAD_TO_HEAD);
    }

    private static List<Standings.Member> membersOf(List<Membership> memberships) {
        return memberships.stream().map(Membership::member).toList();
    }

    private static Set<GamerId> gamersOf(List<Membership> memberships) {
        return memberships.stream().map(Membership::gamer).collect(Collectors.toSet());
    }

    private Head head(LeagueId league) {
        League found = null;
        ScoreDistribution distribution = null;
        for (var item :
                table.read(Query.in(FantasyKeys.LEAGUES.of(league)), LEAGUE_ITEMS_MAX, null)
                        .items()) {
            if (item.key().equals(FantasyKeys.LEAGUE.key(league))) {
                found = LeagueItems.leagueOrNull(item);
            } else if (item.key().equals(FantasyKeys.SCORE_DISTRIBUTION.key(league))) {
                distribution = LeagueItems.scoreDistribution(item);
            }
        }
        if (found == null) {
            throw LeagueProblems.noLeague();
        }
        return new Head(found, distribution);
    }

    /// Reads the members below a key, the highest first; from the top if the key is null.
    private List<Standings.Member> below(League league, @Nullable String key, int limit) {
        return merged(league, key, limit, true).sorted(Standings.ORDER).limit(limit).toList();
    }

    /// Reads the members above a key, the lowest first.
    private List<Standings.Member> above(League league, String key, int limit) {
        return merged(league, key, limit, false)
                .sorted(Standings.ORDER.reversed())
                .limit(limit)
                .toList();
    }

    /// Reads the `limit` members next to a key from each shard. The `limit` members next to the key
    /// in the whole league are among them.
    private Stream<Standings.Member> merged(
            League league, @Nullable String key, int limit, boolean isDown) {
        if (limit == 0) {
            return Stream.empty();
        }
        var shards = IntStream.range(0, league.shards()).boxed().toList();
        return table
                .concurrently(
                        SHARDS_AT_ONCE_MAX,
                        shards,
                        shard -> {
                            var query = Query.in(FantasyKeys.standingsOf(league.id(), shard));
                            return table.read(
                                            isDown ? query.descending() : query,
                                            limit,
                                            key == null ? null : at(league.id(), shard, key))
                                    .items();
                        })
                .stream()
                .flatMap(List::stream)
                .map(item -> LeagueItems.membership(item).member());
    }

    /// Returns the position of a key in a shard, which need not contain its row.
    private static Page.Position at(LeagueId league, int shard, String key) {
        var row = FantasyKeys.MEMBERSHIP.key(StandingsKey.gamerId(key), league);
        return new Page.Position(
                List.of(row.pk(), row.sk(), FantasyKeys.standingsOf(league, shard).pk(), key));
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

    private static ProblemException notMember() {
        return Problem.notFound("gamerId", "The gamer is not in the league.").exception();
    }
}
