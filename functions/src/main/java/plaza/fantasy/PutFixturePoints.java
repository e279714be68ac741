package plaza.fantasy;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.FootballerSeason;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// Puts the points of a footballer in a declared fixture, or corrects them. Gamers get the points
/// when the gameweek is settled, again after a correction.
///
/// The footballer's own item, the gameweek's copy of it (by which a settlement reads all of them in
/// one Query) and the footballer's totals change in one transaction. The totals are the sums of
/// what exists, set and not added, and only if no other points of the footballer came between. The
/// same transaction checks that the fixture is declared, and raises its version ([DeleteFixture]).
public final class PutFixturePoints
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    /// Fixtures of a footballer in one gameweek; the busiest of a real season had two.
    static final int FIXTURES_MAX = 10;

    /// The longest match, with every minute that can be added.
    private static final int MINUTES_MAX = 200;

    private static final int CARDS_MAX = 2;

    private enum Failure {
        CHANGED,
        NOT_DECLARED
    }

    public static final Field<Long> POINTS =
            Field.integer("points", -FixturePoints.POINTS_MAX, FixturePoints.POINTS_MAX);
    public static final Field<Long> MINUTES = Field.integer("minutes", 0, MINUTES_MAX);
    public static final Field<Long> YELLOW_CARDS =
            Field.integer("yellowCards", 0, CARDS_MAX).optional();
    public static final Field<Long> RED_CARDS = Field.integer("redCards", 0, CARDS_MAX).optional();

    private final Table table;

    public PutFixturePoints() {
        this(Deployment.table());
    }

    public PutFixturePoints(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::put);
    }

    private Response put(Request request) {
        request.requireAdmin();
        var footballer = request.path("footballerId", FootballerId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var fixture = request.path("fixtureId", FixtureId::parse);
        var line = line(fixture, request.body(POINTS, MINUTES, YELLOW_CARDS, RED_CARDS));
        return table.optimistically(() -> put(footballer, gameweek, line));
    }

    private static FixturePoints line(FixtureId fixture, Body body) {
        return new FixturePoints(
                fixture,
                Math.toIntExact(body.get(POINTS)),
                Math.toIntExact(body.get(MINUTES)),
                orNone(body.getOrNull(YELLOW_CARDS)),
                orNone(body.getOrNull(RED_CARDS)));
    }

    private static int orNone(@Nullable Long count) {
        return count == null ? 0 : Math.toIntExact(count);
    }

    /// @return null where another line came between
    private @Nullable Response put(FootballerId id, Gameweek gameweek, FixturePoints line) {
        // The footballer before his lines: what comes between changes his version.
        var item = table.getConsistent(KeySpace.footballer(id));
        if (item == null) {
            throw Problem.notFound("footballerId", "The footballer does not exist.").exception();
        }
        var season = FantasyItems.footballer(item);
        var lines = lines(id, gameweek);
        var isKnown = lines.stream().anyMatch(old -> old.fixture().equals(line.fixture()));
        var json = FantasyJson.fixturePoints(id, gameweek, line);
        if (lines.contains(line)) {
            return Response.ok(json);
        }
        if (!isKnown && lines.size() >= FIXTURES_MAX) {
            throw Problem.ruleBroken(
                            "fixtureId",
                            "A footballer can play at most %d fixtures in a gameweek."
                                    .formatted(FIXTURES_MAX))
                    .exception();
        }
        var points = line.points();
        for (var other : lines) {
            points += other.fixture().equals(line.fixture()) ? 0 : other.points();
        }
        var writes = writes(season, season.scored(gameweek, points), gameweek, line);
        return switch (table.transact(writes)) {
            case Outcome.Done() -> isKnown ? Response.ok(json) : Response.created(json);
            case Outcome.Refused refused ->
                    switch (refused.as(Failure.class)) {
                        case NOT_DECLARED -> throw notDeclared(gameweek);
                        case CHANGED -> null;
                    };
        };
    }

    private plaza.http.ProblemException notDeclared(Gameweek gameweek) {
        var problem =
                table.getConsistent(KeySpace.gameweek(gameweek)) == null
                        ? Problem.notFound("gameweek", "The gameweek does not exist.")
                        : Problem.notFound(
                                "fixtureId",
                                "This gameweek has no such fixture. Declare it with"
                                        + " PUT /gameweeks/{gameweek}/fixtures/{fixtureId}.");
        return problem.exception();
    }

    private List<FixturePoints> lines(FootballerId id, Gameweek gameweek) {
        var query =
                Query.in(KeySpace.footballerItems(id))
                        .beginningWith(KeySpace.fixturePrefix(gameweek))
                        .consistent();
        return table.read(query, FIXTURES_MAX, null).items().stream()
                .map(FantasyItems::fixturePoints)
                .toList();
    }

    private static List<Write> writes(
            FootballerSeason before,
            FootballerSeason after,
            Gameweek gameweek,
            FixturePoints line) {
        var unchanged =
                attribute(FantasyItems.VERSION).is(before.version()).otherwise(Failure.CHANGED);
        var declared = exists().otherwise(Failure.NOT_DECLARED);
        var writes = new ArrayList<Write>();
        writes.add(FantasyItems.pointsPut(gameweek, line.fixture()).onlyIf(declared));
        writes.add(FantasyItems.points(after).onlyIf(unchanged));
        for (var item : FantasyItems.fixturePoints(after.footballer().id(), gameweek, line)) {
            writes.add(Write.Put.of(item));
        }
        return writes;
    }
}
