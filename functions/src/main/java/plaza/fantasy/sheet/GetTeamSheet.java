package plaza.fantasy.sheet;

import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns a gamer's team sheet, with its points if the gameweek is settled.
///
/// If the gamer put no sheet for the gameweek, the response is 404, although their last squad plays
/// again.
///
/// Before the deadline only the owner can read a sheet. For every other caller, including
/// administrators, the response is the same as for a sheet that does not exist. If the gameweek is
/// not stored, its deadline counts as not passed.
///
/// The owner's request reads one item with eventual consistency. The request of another caller also
/// reads the gameweek, with strong consistency and *after* the sheet: if the deadline moves back
/// into the future, a sheet that is put from then on is never compared with the old deadline. The
/// gameweek is read even if the sheet does not exist, so that the response time does not reveal
/// whether it does.
public final class GetTeamSheet extends ApiFunction {
    public GetTeamSheet() {}

    public GetTeamSheet(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var gamer = request.path("gamerId", GamerId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var item = table.get(FantasyKeys.TEAM_SHEET.key(gamer, gameweek));
        var isVisible = request.isCaller(gamer.value()) || isClosed(gameweek);
        if (item == null || !isVisible) {
            throw Problem.notFound("gameweek", "The gamer has no team sheet for this gameweek.")
                    .exception();
        }
        return Response.one(SheetJson.sheet(gamer, SheetItems.sheet(item)));
    }

    /// Whether the gameweek exists and its deadline has passed.
    private boolean isClosed(Gameweek gameweek) {
        var item = table.getConsistent(FantasyKeys.GAMEWEEK.key(gameweek));
        return item != null && !GameweekItems.gameweek(item).isOpen(clock.instant());
    }
}
