package plaza.fantasy;

import plaza.fantasy.model.Fixture;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.FootballerSeason;
import plaza.http.Ids;
import plaza.http.Json;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.FootballerId;
import plaza.id.Gameweek;

/// Converts fixtures and fixture points to JSON.
final class FixtureJson {
    static final Text<String> CLUB = Text.of(FootballerSeason.CLUB, "Arsenal");

    static final Whole POINTS = new Whole(-FixturePoints.POINTS_MAX, FixturePoints.POINTS_MAX, 6);

    /// Longer than any match with extra time and stoppage time.
    static final Whole MINUTES = new Whole(0, 200, 90);

    static final Whole CARDS = new Whole(0, 2, 0);

    static final Shape<InGameweek> FIXTURE =
            Shape.<InGameweek>named("Fixture")
                    .with("gameweek", Ids.GAMEWEEK, InGameweek::gameweek)
                    .with("fixtureId", Ids.FIXTURE, each -> each.fixture().id())
                    .with("homeClub", CLUB, each -> each.fixture().homeClub().name())
                    .with("awayClub", CLUB, each -> each.fixture().awayClub().name())
                    .optional("kickoff", Text.TIME, each -> each.fixture().kickoff());

    static final Shape<OfFootballer> FIXTURE_POINTS =
            Shape.<OfFootballer>named("FixturePoints")
                    .with("footballerId", Ids.FOOTBALLER, OfFootballer::footballer)
                    .with("gameweek", Ids.GAMEWEEK, OfFootballer::gameweek)
                    .with("fixtureId", Ids.FIXTURE, each -> each.points().fixture())
                    .with("points", POINTS, each -> each.points().points())
                    .with("minutes", MINUTES, each -> each.points().minutes())
                    .with("yellowCards", CARDS, each -> each.points().yellowCards())
                    .with("redCards", CARDS, each -> each.points().redCards());

    private FixtureJson() {}

    /// A fixture of a gameweek.
    record InGameweek(Gameweek gameweek, Fixture fixture) {}

    /// The points of a footballer in a fixture of a gameweek.
    record OfFootballer(FootballerId footballer, Gameweek gameweek, FixturePoints points) {}

    static Json fixture(Gameweek gameweek, Fixture fixture) {
        return FIXTURE.of(new InGameweek(gameweek, fixture));
    }

    static Json fixturePoints(
            FootballerId footballer, Gameweek gameweek, FixturePoints fixturePoints) {
        return FIXTURE_POINTS.of(new OfFootballer(footballer, gameweek, fixturePoints));
    }
}
