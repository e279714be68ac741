package plaza.fantasy;

import static plaza.table.Condition.attribute;

import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FixtureId;
import plaza.id.Gameweek;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Write;

/// Deletes a declared fixture for which no footballer has points.
///
/// Every put of points increments the fixture's version in the same transaction. So if points are
/// put after this function found none, the condition of the delete fails, and no points remain
/// without their fixture.
public final class DeleteFixture extends ApiFunction {
    private enum Failure {
        CHANGED
    }

    public DeleteFixture() {}

    public DeleteFixture(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var gameweek = request.path("gameweek", Gameweek::parse);
        var id = request.path("fixtureId", FixtureId::parse);
        var key = KeySpace.fixture(gameweek, id);
        // The fixture is read before the points: points put in between change its version.
        var item = table.getConsistent(key);
        if (item == null) {
            return Response.noContent();
        }
        if (GameweekFixturePoints.all(table, gameweek)
                .map(FixtureItems::fixturePoints)
                .anyMatch(points -> points.fixture().equals(id))) {
            throw inUse();
        }
        var unchanged =
                attribute(FixtureItems.VERSION)
                        .is(item.number(FixtureItems.VERSION))
                        .otherwise(Failure.CHANGED);
        return switch (table.write(Write.Delete.of(key).onlyIf(unchanged))) {
            case Outcome.Done() -> Response.noContent();
            case Outcome.Refused(_, var found) -> {
                if (found != null) {
                    throw inUse();
                }
                yield Response.noContent();
            }
        };
    }

    private static ProblemException inUse() {
        return Problem.conflict(
                        "fixtureId",
                        "Footballers have points for this fixture, so it cannot be deleted.")
                .exception();
    }
}
