package plaza.fantasy.standings;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.GamerJson;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.league.HeadToHead;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts rows of standings to JSON.
public final class StandingsJson {
    private static final Whole RANK = new Whole(1, Long.MAX_VALUE, 2);

    public static final Shape<ExpandedRow> ROW =
            Shape.<ExpandedRow>named("StandingsRow")
                    .with("rank", RANK, each -> each.row().rank())
                    .optional("lastRank", RANK, each -> each.row().lastRank())
                    .with("gamerId", FantasyIds.GAMER, each -> each.row().member().gamerId())
                    .optional(
                            "points", Whole.COUNT, each -> of(each, HeadToHead.MatchCounts::points))
                    .optional("won", Whole.COUNT, each -> of(each, HeadToHead.MatchCounts::won))
                    .optional("drawn", Whole.COUNT, each -> of(each, HeadToHead.MatchCounts::drawn))
                    .optional("lost", Whole.COUNT, each -> of(each, HeadToHead.MatchCounts::lost))
                    .with("totalPoints", Whole.ANY, each -> each.row().member().totalPoints())
                    .with("gameweekPoints", Whole.ANY, each -> each.row().member().gameweekPoints())
                    .optional(
                            "gameweek", FantasyIds.GAMEWEEK, each -> each.row().member().gameweek())
                    .optional(ExpandedGamers.GAMER, GamerJson.REFERENCE, ExpandedRow::gamer);

    private StandingsJson() {}

    /// A row with the gamer, or null if the request does not expand it.
    record ExpandedRow(LeagueStandings.Row row, GamerJson.@Nullable Reference gamer) {}

    /// Returns a number of a member of a head-to-head league, or null in a classic league.
    private static @Nullable Integer of(
            ExpandedRow each, Function<HeadToHead.MatchCounts, Integer> number) {
        var matches = each.row().matches();
        return matches == null ? null : number.apply(matches);
    }
}
