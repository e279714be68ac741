package plaza.fantasy;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.Club;
import plaza.fantasy.model.Fixture;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.id.FixtureId;
import plaza.id.Gameweek;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Write;

/// Declares a fixture of a gameweek, or changes its clubs and kick-off. Points can be put for
/// declared fixtures only, so a mistyped fixture id cannot add points.
public final class PutFixture extends ApiFunction {
    private enum Failure {
        MISSING,
        ALREADY_EXISTS
    }

    public static final Field<String> HOME_CLUB = Field.text("homeClub", FixtureJson.CLUB);
    public static final Field<String> AWAY_CLUB = Field.text("awayClub", FixtureJson.CLUB);
    public static final Field<Instant> KICKOFF = Field.text("kickoff", Text.TIME).optional();

    public PutFixture() {}

    public PutFixture(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var gameweek = request.path("gameweek", Gameweek::parse);
        var id = request.path("fixtureId", FixtureId::parse);
        var fixture = fixture(id, request.body(HOME_CLUB, AWAY_CLUB, KICKOFF));
        return table.optimistically(() -> put(gameweek, fixture));
    }

    /// @return null if another request declared the fixture in the meantime
    private @Nullable Response put(Gameweek gameweek, Fixture fixture) {
        var changed = table.update(change(gameweek, fixture));
        if (changed != null) {
            return Response.ok(FixtureJson.fixture(gameweek, FixtureItems.fixture(changed)));
        }
        // Gameweeks are never deleted, so the write needs no condition on the gameweek.
        if (table.getConsistent(KeySpace.gameweek(gameweek)) == null) {
            throw NotFound.gameweek();
        }
        var creation =
                Write.Put.of(FixtureItems.fixture(gameweek, fixture))
                        .onlyIf(absent().otherwise(Failure.ALREADY_EXISTS));
        return table.write(creation) instanceof Outcome.Done
                ? Response.created(FixtureJson.fixture(gameweek, fixture))
                : null;
    }

    private static Fixture fixture(FixtureId id, Body body) {
        var home = new Club(body.get(HOME_CLUB));
        var away = new Club(body.get(AWAY_CLUB));
        if (home.equals(away)) {
            throw Problem.ruleBroken("awayClub", "The clubs `homeClub` and `awayClub` must differ.")
                    .exception();
        }
        return new Fixture(id, home, away, body.getOrNull(KICKOFF));
    }

    private static Write.Update change(Gameweek gameweek, Fixture fixture) {
        return FixtureItems.facts(gameweek, fixture).onlyIf(exists().otherwise(Failure.MISSING));
    }
}
