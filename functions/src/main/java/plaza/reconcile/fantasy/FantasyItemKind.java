package plaza.reconcile.fantasy;

import plaza.table.Item;
import plaza.table.KeySpace;

/// The kind of an item of the fantasy context. Item collections mix several kinds; the key tells
/// them apart.
public enum FantasyItemKind {
    GAMER,
    MEMBERSHIP,
    TEAM_SHEET,
    ALL_GAMERS_ENTRY,
    LEAGUE,
    LARGE_LEAGUE,
    FOOTBALLER,
    /// The points of a footballer in a fixture, among the footballer's items.
    FIXTURE_POINTS,
    /// A copy of [#FIXTURE_POINTS] among the items of the gameweek.
    FIXTURE_POINTS_COPY,
    OTHER;

    public static FantasyItemKind of(Item item) {
        var sk = item.key().sk();
        var isMain = sk.equals(item.key().pk());
        return switch (KeySpace.familyOf(item.key().pk())) {
            case GAMER -> {
                if (isMain) {
                    yield GAMER;
                }
                if (sk.startsWith(KeySpace.membershipPrefix())) {
                    yield MEMBERSHIP;
                }
                yield sk.startsWith(KeySpace.teamSheetPrefix()) ? TEAM_SHEET : OTHER;
            }
            case ALL_GAMERS -> ALL_GAMERS_ENTRY;
            case LEAGUE -> isMain ? LEAGUE : OTHER;
            case LARGE_LEAGUES -> LARGE_LEAGUE;
            case FOOTBALLER -> {
                if (isMain) {
                    yield FOOTBALLER;
                }
                yield sk.startsWith(KeySpace.fixturesPrefix()) ? FIXTURE_POINTS : OTHER;
            }
            case GAMEWEEK ->
                    sk.startsWith(KeySpace.gameweekFixturePointsPrefix())
                            ? FIXTURE_POINTS_COPY
                            : OTHER;
            default -> OTHER;
        };
    }

    public boolean is(Item item) {
        return of(item) == this;
    }
}
