package plaza.fantasy;

import plaza.fantasy.model.Fixture;
import plaza.fantasy.model.FixturePoints;
import plaza.http.Json;
import plaza.id.FootballerId;
import plaza.id.Gameweek;

/// Converts fixtures and fixture points to JSON.
final class FixtureJson {
    private FixtureJson() {}

    static Json fixture(Gameweek gameweek, Fixture fixture) {
        return Json.object()
                .with("gameweek", gameweek.text())
                .with("fixtureId", fixture.id().value())
                .with("homeClub", fixture.homeClub().name())
                .with("awayClub", fixture.awayClub().name())
                .with("kickoff", fixture.kickoff());
    }

    static Json fixturePoints(
            FootballerId footballer, Gameweek gameweek, FixturePoints fixturePoints) {
        return Json.object()
                .with("footballerId", footballer.value())
                .with("gameweek", gameweek.text())
                .with("fixtureId", fixturePoints.fixture().value())
                .with("points", fixturePoints.points())
                .with("minutes", fixturePoints.minutes())
                .with("yellowCards", fixturePoints.yellowCards())
                .with("redCards", fixturePoints.redCards());
    }
}
