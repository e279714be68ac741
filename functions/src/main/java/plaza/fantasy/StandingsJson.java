package plaza.fantasy;

import org.jspecify.annotations.Nullable;
import plaza.http.Ids;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts rows of standings to JSON.
final class StandingsJson {
    private static final Whole RANK = new Whole(1, Long.MAX_VALUE, 2);

    static final Shape<ExpandedRow> ROW =
            Shape.<ExpandedRow>named("StandingsRow")
                    .with("rank", RANK, each -> each.row().rank())
                    .optional("lastRank", RANK, each -> each.row().lastRank())
                    .with("gamerId", Ids.GAMER, each -> each.row().member().gamerId())
                    .with("totalPoints", Whole.ANY, each -> each.row().member().totalPoints())
                    .with("gameweekPoints", Whole.ANY, each -> each.row().member().gameweekPoints())
                    .optional("gameweek", Ids.GAMEWEEK, each -> each.row().member().gameweek())
                    .optional(ExpandedGamers.GAMER, GamerJson.REFERENCE, ExpandedRow::gamer);

    private StandingsJson() {}

    /// A row with the gamer, or null if the request does not expand it.
    record ExpandedRow(LeagueStandings.Row row, GamerJson.@Nullable Reference gamer) {}
}
