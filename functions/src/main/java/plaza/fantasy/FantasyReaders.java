package plaza.fantasy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.sheet.SheetItems;
import plaza.table.Item;
import plaza.table.ItemKind;

/// Reads the items of this context as its functions do.
final class FantasyReaders {
    private FantasyReaders() {}

    /// A reader for each kind. Of some kinds only the keys are read: the items have no attributes,
    /// or attributes that only one class writes and reads.
    static Map<ItemKind, Consumer<Item>> all() {
        var readers = new HashMap<ItemKind, Consumer<Item>>();

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
        for (var kind :
                List.of(
                        FantasyKeys.ALL_GAMERS_ENTRY,
                        FantasyKeys.LARGE_LEAGUE,
                        FantasyKeys.SETTLEMENT)) {
            readers.put(kind, Item::key);
        }

        return readers;
    }
}
