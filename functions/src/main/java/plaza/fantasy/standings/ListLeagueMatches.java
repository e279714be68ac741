package plaza.fantasy.standings;

import java.util.List;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.league.HeadToHead;
import plaza.fantasy.league.Scoring;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Page;

/// Lists the matches of a head-to-head league in a gameweek, with their points once the gameweek is
/// settled. Until the league starts, gamers who join or leave change the matches.
public final class ListLeagueMatches extends PagedFunction {
    private final HeadToHeadStandings leagues = new HeadToHeadStandings(table);

    public ListLeagueMatches() {}

    public ListLeagueMatches(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var id = request.path("leagueId", LeagueId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var ask = request.page(cursors);
        var league = leagues.league(id);
        if (league.scoring() != Scoring.HEAD_TO_HEAD) {
            throw Problem.notFound(
                            "leagueId",
                            "The league has no matches, because its scoring is classic.")
                    .exception();
        }
        var page = page(leagues.matches(league, gameweek), ask);
        return request.response(cursors, page, result -> MatchJson.match(gameweek, result));
    }

    /// The position is the number of matches on the pages before.
    private static Page<HeadToHead.Result> page(List<HeadToHead.Result> all, Page.Ask ask) {
        var after = ask.after();
        var from =
                after == null
                        ? 0
                        : Math.min(Integer.parseInt(after.keyAttributes().getFirst()), all.size());
        var to = Math.min(from + ask.limit(), all.size());
        return new Page<>(
                all.subList(from, to),
                to == all.size() ? null : new Page.Position(List.of(Integer.toString(to))));
    }
}
