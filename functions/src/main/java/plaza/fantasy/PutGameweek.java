package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.time.Instant;
import plaza.fantasy.model.Round;
import plaza.http.Field;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.IsoTime;

/// Says that a gameweek is held and until when its team sheets are accepted; later it moves the
/// deadline, either way.
public final class PutGameweek
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Refusal {
        NO_SUCH_GAMEWEEK,
        ALREADY_THERE
    }

    public static final Field<Instant> DEADLINE = Field.text("deadline", IsoTime::parse);

    private final Table table;
    private final Clock clock;

    public PutGameweek() {
        this(Deployment.table(), Deployment.clock());
    }

    public PutGameweek(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.answer(event, context, this::put);
    }

    private Response put(Request request) {
        request.requireAdmin();
        var gameweek = request.path("gameweek", Gameweek::parse);
        var deadline = request.body(DEADLINE).get(DEADLINE);
        var moved = table.update(move(gameweek, deadline));
        if (moved != null) {
            return answer(moved);
        }
        var round = new Round(gameweek, deadline, 0, null, 0, null);
        var creation =
                Write.Put.of(FantasyItems.round(round))
                        .onlyIf(Condition.absent(Refusal.ALREADY_THERE));
        if (table.write(creation) instanceof Outcome.Done) {
            return Response.created(FantasyJson.round(round, clock.instant()));
        }
        // Somebody else made the gameweek in between; now it is there to be changed.
        moved = table.update(move(gameweek, deadline));
        if (moved == null) {
            throw new IllegalStateException("a gameweek is gone");
        }
        return answer(moved);
    }

    private static Write.Update move(Gameweek gameweek, Instant deadline) {
        return Write.Update.of(KeySpace.gameweek(gameweek))
                .set(FantasyItems.DEADLINE, deadline.toEpochMilli())
                .onlyIf(Condition.present(Refusal.NO_SUCH_GAMEWEEK));
    }

    private Response answer(Item gameweek) {
        return Response.ok(FantasyJson.round(FantasyItems.round(gameweek), clock.instant()));
    }
}
