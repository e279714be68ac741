package plaza.fantasy.check;

import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares the copies of gameweeks with the gameweeks. A missing copy is not drift: team sheets
/// then check the gameweek. For the same reason a wrong copy can be deleted at any time.
record GameweekCopiesAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyKeys.GAMEWEEK_COPY.is(item.key());
    }

    @Override
    public List<Key> related(Item copy) {
        return List.of(gameweek(copy));
    }

    @Override
    public List<Drift> compare(Item copy, Map<Key, Item> related, AuditContext context) {
        return GameweekCopies.isRight(copy, related.get(gameweek(copy)))
                ? List.of()
                : List.of(
                        Drift.superfluous(
                                        copy,
                                        "a copy",
                                        "its gameweek differs",
                                        Write.Delete.of(copy.key()).onlyIf(unchanged(copy)))
                                .atVersion(copy.numbers().toString()));
    }

    private static Key gameweek(Item copy) {
        return FantasyKeys.GAMEWEEK_COPY.parse(
                copy.key(), (gameweek, _) -> FantasyKeys.GAMEWEEK.key(gameweek));
    }
}
