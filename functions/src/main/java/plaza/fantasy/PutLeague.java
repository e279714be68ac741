package plaza.fantasy;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.List;
import plaza.fantasy.model.League;
import plaza.http.Field;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Creates a league that the caller owns, or renames it if the caller is its owner.
///
/// One read checks whether the league and the caller's gamer exist. To create a league the caller
/// needs a gamer, because the league shows its creator; to rename it they only need to be the
/// owner. The read is eventually consistent, which costs half. If it misses a new gamer, a
/// consistent read finds them; gamers are never deleted. If it misses a new league, the conditional
/// write fails, and the league is renamed.
public final class PutLeague
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        ALREADY_EXISTS,
        NOT_THE_OWNER
    }

    public static final Field<String> NAME = Field.text("name", League.NAME::parse);

    private final Table table;
    private final Clock clock;
    private final RateLimiter limiter;

    public PutLeague() {
        this(Deployment.table(), Deployment.clock(), Deployment.limiter());
    }

    public PutLeague(Table table, Clock clock, RateLimiter limiter) {
        this.table = table;
        this.clock = clock;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::put);
    }

    private Response put(Request request) {
        var caller = request.caller();
        var id = request.path("leagueId", LeagueId::parse);
        var name = request.body(NAME).get(NAME);
        var gamerKey = KeySpace.gamer(GamerId.of(caller.value()));
        var found =
                table.getAllEventually(List.of(KeySpace.league(id), gamerKey)).stream()
                        .map(Item::key)
                        .toList();
        if (found.contains(KeySpace.league(id))) {
            return renamed(id, name, caller);
        }
        if (!found.contains(gamerKey) && table.getAll(List.of(gamerKey)).isEmpty()) {
            throw NotFound.callersGamer();
        }
        var league = new League(id, name, caller, clock.instant(), 1);
        var creation =
                Write.Put.of(FantasyItems.league(league))
                        .onlyIf(absent().otherwise(Failure.ALREADY_EXISTS));
        return switch (table.write(creation)) {
            case Outcome.Done() -> Response.created(FantasyJson.league(league));
            case Outcome.Refused _ -> renamed(id, name, caller);
        };
    }

    private Response renamed(LeagueId id, String name, UserId caller) {
        var owned =
                attribute(FantasyItems.CREATED_BY)
                        .is(caller.value())
                        .otherwise(Failure.NOT_THE_OWNER);
        var league =
                table.update(
                        Write.Update.of(KeySpace.league(id))
                                .set(FantasyItems.NAME, name)
                                .onlyIf(owned));
        if (league == null) {
            throw Problem.of(Problem.Kind.FORBIDDEN, "Only the owner of this league can rename it.")
                    .exception();
        }
        return Response.ok(FantasyJson.league(FantasyItems.league(league)));
    }
}
