package plaza.reconcile.fantasy;

import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// The kind of an item of the fantasy context. Item collections mix several kinds; the sort key
/// tells them apart.
public enum FantasyItemKind {
    GAMER(Family.GAMER, null),
    MEMBERSHIP(Family.GAMER, KeySpace.membershipPrefix()),
    TEAM_SHEET(Family.GAMER, KeySpace.teamSheetPrefix()),
    ALL_GAMERS_ENTRY(Family.ALL_GAMERS, ""),
    LEAGUE(Family.LEAGUE, null),
    LARGE_LEAGUE(Family.LARGE_LEAGUES, ""),
    FOOTBALLER(Family.FOOTBALLER, null),
    /// The points of a footballer in a fixture, among the footballer's items.
    FIXTURE_POINTS(Family.FOOTBALLER, KeySpace.fixturesPrefix()),
    /// A copy of [#FIXTURE_POINTS] among the items of the gameweek.
    FIXTURE_POINTS_COPY(Family.GAMEWEEK, KeySpace.gameweekFixturePointsPrefix());

    private final Family family;
    private final @Nullable String prefix;

    /// @param prefix what the sort keys begin with; null if the sort key equals the partition key
    FantasyItemKind(Family family, @Nullable String prefix) {
        this.family = family;
        this.prefix = prefix;
    }

    public boolean is(Item item) {
        var key = item.key();
        return KeySpace.familyOf(key.pk()) == family
                && (prefix == null ? key.sk().equals(key.pk()) : key.sk().startsWith(prefix));
    }
}
