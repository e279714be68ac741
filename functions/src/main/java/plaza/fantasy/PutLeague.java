package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.League;
import plaza.http.Field;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.LeagueId;
import plaza.lambda.Deployment;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Makes a league, which belongs to the caller; later renames it, which only he may do.
public final class PutLeague
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Refusal {
        ALREADY_THERE,
        NOT_THE_OWNER
    }

    public static final Field<String> NAME = Field.text("name", League.NAME::parse);

    private final Table table;
    private final Clock clock;

    public PutLeague() {
        this(Deployment.table(), Deployment.clock());
    }

    public PutLeague(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.answer(event, context, this::put);
    }

    private Response put(Request request) {
        var caller = request.caller();
        var id = request.path("leagueId", LeagueId::parse);
        var league = new League(id, request.body(NAME).get(NAME), caller, clock.instant(), 1);
        var creation =
                Write.Put.of(FantasyItems.league(league))
                        .onlyIf(Condition.absent(Refusal.ALREADY_THERE));
        return switch (table.write(creation)) {
            case Outcome.Done() -> Response.created(FantasyJson.league(league));
            case Outcome.Refused(_, var found) -> renamed(league, found);
        };
    }

    private Response renamed(League league, @Nullable Item found) {
        if (found == null) {
            throw new IllegalStateException("refused by nothing");
        }
        var owner =
                new Condition(
                        new Condition.Test.TextIs(
                                FantasyItems.CREATED_BY, league.createdBy().value()),
                        Refusal.NOT_THE_OWNER);
        var renaming =
                Write.Update.of(KeySpace.league(league.id()))
                        .set(FantasyItems.NAME, league.name())
                        .onlyIf(owner);
        if (table.write(renaming) instanceof Outcome.Refused) {
            throw Problem.of(Problem.Kind.FORBIDDEN, "Only the league's owner may rename it.")
                    .refusal();
        }
        var before = FantasyItems.league(found);
        return Response.ok(
                FantasyJson.league(
                        new League(
                                before.id(),
                                league.name(),
                                before.createdBy(),
                                before.createdAt(),
                                before.shards())));
    }
}
