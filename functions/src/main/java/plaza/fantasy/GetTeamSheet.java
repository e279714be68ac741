package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// A gamer's team sheet as they put it, and its points once the gameweek is settled.
///
/// A gameweek for which the gamer put no sheet has none, although their last squad plays again in
/// it.
///
/// Until the deadline only the owner sees a sheet; any other caller, an administrator too, receives
/// the same response as for a sheet that does not exist. Without a stored gameweek no deadline has
/// passed.
///
/// The owner's read is one item, eventually consistent. Another caller's takes the gameweek as
/// well, consistently and *after* the sheet: if the deadline is moved back into the future, a sheet
/// that is put from then on never meets the old deadline. The gameweek is read even where there is
/// no sheet, so that the time of the response does not tell the two cases apart.
public final class GetTeamSheet
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Clock clock;

    public GetTeamSheet() {
        this(Deployment.table(), Deployment.clock());
    }

    public GetTeamSheet(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var gamer = request.path("gamerId", GamerId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var item = table.get(KeySpace.teamSheet(gamer, gameweek));
        var isVisible = request.isCaller(gamer.value()) || isClosed(gameweek);
        if (item == null || !isVisible) {
            throw Problem.notFound("gameweek", "The gamer put no team sheet for this gameweek.")
                    .exception();
        }
        return Response.one(FantasyJson.sheet(gamer, FantasyItems.sheet(item)));
    }

    /// Whether the gameweek exists and its deadline has passed.
    private boolean isClosed(Gameweek gameweek) {
        var item = table.getConsistent(KeySpace.gameweek(gameweek));
        return item != null && !FantasyItems.gameweek(item).isOpen(clock.instant());
    }
}
