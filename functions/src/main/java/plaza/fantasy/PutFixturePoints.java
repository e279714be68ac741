package plaza.fantasy;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.FootballerSeason;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// Puts or corrects the points of a footballer in a declared fixture. Gamers receive the points
/// when the gameweek is settled or, after a correction, settled again.
///
/// One transaction writes the points to the footballer's item collection, to the gameweek's (which
/// a settlement reads in one Query), and to the footballer's totals. The totals are computed from
/// the stored fixture points and set, on condition that no other points of the footballer were put
/// in the meantime. The transaction also checks that the fixture is declared and increments its
/// version, which [DeleteFixture] relies on.
public final class PutFixturePoints extends ApiFunction {
    /// The maximum number of fixtures of a footballer in one gameweek. In a real season it is two.
    static final int FIXTURES_MAX = 10;

    private enum Failure {
        CHANGED,
        NOT_DECLARED
    }

    public static final Field<Long> POINTS = Field.integer("points", FixtureJson.POINTS);
    public static final Field<Long> MINUTES = Field.integer("minutes", FixtureJson.MINUTES);
    public static final Field<Long> YELLOW_CARDS =
            Field.integer("yellowCards", FixtureJson.CARDS).optional();
    public static final Field<Long> RED_CARDS =
            Field.integer("redCards", FixtureJson.CARDS).optional();

    public PutFixturePoints() {}

    public PutFixturePoints(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var footballer = request.path("footballerId", FootballerId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var fixture = request.path("fixtureId", FixtureId::parse);
        var points = points(fixture, request.body(POINTS, MINUTES, YELLOW_CARDS, RED_CARDS));
        return table.optimistically(() -> put(footballer, gameweek, points));
    }

    private static FixturePoints points(FixtureId fixture, Body body) {
        return new FixturePoints(
                fixture,
                Math.toIntExact(body.get(POINTS)),
                Math.toIntExact(body.get(MINUTES)),
                orZero(body.getOrNull(YELLOW_CARDS)),
                orZero(body.getOrNull(RED_CARDS)));
    }

    private static int orZero(@Nullable Long count) {
        return count == null ? 0 : Math.toIntExact(count);
    }

    /// @return null if other points of the footballer were put in the meantime
    private @Nullable Response put(FootballerId id, Gameweek gameweek, FixturePoints put) {
        // The footballer is read before the points: points put in between change their version.
        var item = table.getConsistent(KeySpace.footballer(id));
        if (item == null) {
            throw NotFound.footballer();
        }
        var season = FootballerItems.footballer(item);
        var stored = stored(table, id, gameweek);
        var isKnown = stored.stream().anyMatch(old -> old.fixture().equals(put.fixture()));
        var json = FixtureJson.fixturePoints(id, gameweek, put);
        if (stored.contains(put)) {
            return Response.ok(json);
        }
        if (!isKnown && stored.size() >= FIXTURES_MAX) {
            throw Problem.ruleBroken(
                            "fixtureId",
                            "A footballer can play at most %d fixtures in a gameweek."
                                    .formatted(FIXTURES_MAX))
                    .exception();
        }
        var points = put.points();
        for (var other : stored) {
            points += other.fixture().equals(put.fixture()) ? 0 : other.points();
        }
        var writes = writes(season, season.scored(gameweek, points), gameweek, put);
        return switch (table.transact(writes)) {
            case Outcome.Done() -> isKnown ? Response.ok(json) : Response.created(json);
            case Outcome.Refused refused ->
                    switch (refused.as(Failure.class)) {
                        case NOT_DECLARED -> throw notDeclared(gameweek);
                        case CHANGED -> null;
                    };
        };
    }

    private ProblemException notDeclared(Gameweek gameweek) {
        return table.getConsistent(KeySpace.gameweek(gameweek)) == null
                ? NotFound.gameweek()
                : Problem.notFound(
                                "fixtureId",
                                "The fixture does not exist. Declare it with"
                                        + " PUT /gameweeks/{gameweek}/fixtures/{fixtureId}.")
                        .exception();
    }

    /// Reads all points of a footballer in a gameweek.
    static List<FixturePoints> stored(Table table, FootballerId id, Gameweek gameweek) {
        var query =
                Query.in(KeySpace.footballerItems(id))
                        .beginningWith(KeySpace.fixturePrefix(gameweek))
                        .consistent();
        return table.read(query, FIXTURES_MAX, null).items().stream()
                .map(FixtureItems::fixturePoints)
                .toList();
    }

    private static List<Write> writes(
            FootballerSeason before, FootballerSeason after, Gameweek gameweek, FixturePoints put) {
        var unchanged =
                attribute(FootballerItems.VERSION).is(before.version()).otherwise(Failure.CHANGED);
        var declared = exists().otherwise(Failure.NOT_DECLARED);
        var writes = new ArrayList<Write>();
        writes.add(FixtureItems.pointsPut(gameweek, put.fixture()).onlyIf(declared));
        writes.add(FootballerItems.points(after).onlyIf(unchanged));
        for (var item : FixtureItems.fixturePoints(after.footballer().id(), gameweek, put)) {
            writes.add(Write.Put.of(item));
        }
        return writes;
    }
}
