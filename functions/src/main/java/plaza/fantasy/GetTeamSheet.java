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

/// Returns a gamer's team sheet, with its points if the gameweek is settled.
///
/// If the gamer put no sheet for the gameweek, the response is 404, although their last squad plays
/// again.
///
/// Before the deadline only the owner can read a sheet. For every other caller, including
/// administrators, the response is the same as for a sheet that does not exist. If the gameweek is
/// not stored, its deadline counts as not passed.
///
/// The owner's request reads one item, eventually consistent. Another caller's request also reads
/// the gameweek, consistently and *after* the sheet: if the deadline moves back into the future, a
/// sheet that is put from then on is never compared with the old deadline. The gameweek is read
/// even if the sheet does not exist, so that the response time does not reveal whether it does.
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
            throw Problem.notFound("gameweek", "The gamer has no team sheet for this gameweek.")
                    .exception();
        }
        return Response.one(SheetJson.sheet(gamer, SheetItems.sheet(item)));
    }

    /// Whether the gameweek exists and its deadline has passed.
    private boolean isClosed(Gameweek gameweek) {
        var item = table.getConsistent(KeySpace.gameweek(gameweek));
        return item != null && !GameweekItems.gameweek(item).isOpen(clock.instant());
    }
}
