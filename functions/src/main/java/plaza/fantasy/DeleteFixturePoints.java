package plaza.fantasy;

import static plaza.table.Condition.attribute;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.FixturePoints;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Write;

/// Deletes the points of a footballer in a fixture. Gamers lose the points when the gameweek is
/// settled again.
///
/// As in [PutFixturePoints], one transaction changes both copies and the footballer's totals, on
/// condition that no other points of the footballer were put in the meantime.
public final class DeleteFixturePoints extends ApiFunction {
    private enum Failure {
        CHANGED
    }

    public DeleteFixturePoints() {}

    public DeleteFixturePoints(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var footballer = request.path("footballerId", FootballerId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var fixture = request.path("fixtureId", FixtureId::parse);
        return table.optimistically(() -> delete(footballer, gameweek, fixture));
    }

    /// @return null if other points of the footballer were put in the meantime
    private @Nullable Response delete(FootballerId id, Gameweek gameweek, FixtureId fixture) {
        // The footballer is read before the points: points put in between change their version.
        var item = table.getConsistent(KeySpace.footballer(id));
        if (item == null) {
            return Response.noContent();
        }
        var season = FootballerItems.footballer(item);
        var stored = PutFixturePoints.stored(table, id, gameweek);
        var remaining = stored.stream().filter(other -> !other.fixture().equals(fixture)).toList();
        if (remaining.size() == stored.size()) {
            return Response.noContent();
        }
        var points = remaining.stream().mapToInt(FixturePoints::points).sum();
        var after =
                remaining.isEmpty() ? season.unscored(gameweek) : season.scored(gameweek, points);
        var unchanged =
                attribute(FootballerItems.VERSION).is(season.version()).otherwise(Failure.CHANGED);
        var writes =
                List.<Write>of(
                        FootballerItems.points(after).onlyIf(unchanged),
                        Write.Delete.of(KeySpace.fixturePoints(id, gameweek, fixture)),
                        Write.Delete.of(KeySpace.gameweekFixturePoints(gameweek, id, fixture)));
        return table.transact(writes) instanceof Outcome.Done ? Response.noContent() : null;
    }
}
