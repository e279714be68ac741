package plaza.reconcile;

import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// Which part of a collection of fantasy an item is: its keys tell.
final class FantasyItemKind {
    private FantasyItemKind() {}

    /// Of a gamer, footballer, league or gameweek the one item that is about himself.
    static boolean isMain(Item item) {
        return item.key().sk().equals(item.key().pk());
    }

    static boolean isFootballer(Item item) {
        return isMain(item) && family(item) == Family.FOOTBALLER;
    }

    static boolean isMembership(Item item) {
        return is(item, Family.GAMER, KeySpace.membershipPrefix());
    }

    static boolean isSheet(Item item) {
        return is(item, Family.GAMER, KeySpace.teamSheetPrefix());
    }

    static boolean isFixture(Item item) {
        return is(item, Family.FOOTBALLER, KeySpace.fixturesPrefix());
    }

    static boolean isGameweekLine(Item item) {
        return is(item, Family.GAMEWEEK, KeySpace.gameweekFixturePointsPrefix());
    }

    private static boolean is(Item item, Family family, String prefix) {
        return family(item) == family && item.key().sk().startsWith(prefix);
    }

    private static Family family(Item item) {
        return KeySpace.familyOf(item.key().pk());
    }
}
