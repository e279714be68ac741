package plaza.fantasy;

import plaza.context.Readers;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.sheet.SheetItems;

/// Reads the items of this context as its functions do.
final class FantasyReaders {
    private FantasyReaders() {}

    /// A reader for each kind.
    static Readers all() {
        var readers = new Readers();
        readers.put(FantasyKeys.GAMER, GamerItems::gamer);
        readers.put(FantasyKeys.TEAM_SHEET, SheetItems::sheet);
        readers.put(FantasyKeys.MEMBERSHIP, LeagueItems::membership);
        readers.put(FantasyKeys.LEAGUE, LeagueItems::leagueOrNull);
        readers.put(FantasyKeys.SCORE_DISTRIBUTION, LeagueItems::scoreDistribution);
        readers.put(FantasyKeys.FOOTBALLER, FootballerItems::footballer);
        readers.put(FantasyKeys.FIXTURE_POINTS, FixtureItems::fixturePoints);
        readers.put(FantasyKeys.GAMEWEEK_FIXTURE_POINTS, FixtureItems::fixturePoints);
        readers.put(FantasyKeys.GAMEWEEK, GameweekItems::gameweek);
        readers.put(FantasyKeys.GAMEWEEK_COPY, GameweekItems::gameweek);
        readers.put(FantasyKeys.FIXTURE, FixtureItems::fixture);
        readers.onlyKeys(
                FantasyKeys.ALL_GAMERS_ENTRY, FantasyKeys.LARGE_LEAGUE, FantasyKeys.SETTLEMENT);
        return readers;
    }
}
