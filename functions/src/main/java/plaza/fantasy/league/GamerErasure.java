package plaza.fantasy.league;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.util.List;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.id.UserId;
import plaza.leaving.Erasing;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Write;

/// The removal of a gamer who leaves, with their leagues.
public final class GamerErasure {
    private GamerErasure() {}

    /// Deletes a gamer and their entry in the list of all gamers, after they have left all leagues.
    public static long gamer(Item gamer, Erasing erasing) {
        return delete(FantasyKeys.GAMER.parse(gamer.key()), erasing);
    }

    /// Deletes the gamer of an entry in the list of all gamers, or an entry without a gamer.
    public static long entry(Item entry, Erasing erasing) {
        return delete(
                FantasyKeys.ALL_GAMERS_ENTRY.parse(entry.key(), (_, gamer) -> gamer), erasing);
    }

    /// Removes a member from a league, as [#league] does.
    public static long membership(Item membership, Erasing erasing) {
        return FantasyKeys.MEMBERSHIP.parse(
                membership.key(), (gamer, league) -> leave(gamer, league, erasing));
    }

    /// Removes the person from a league: as its founder and owner, as a member, and from its
    /// roster.
    public static long league(Item league, Erasing erasing) {
        return leave(
                GamerId.of(erasing.person().value()),
                FantasyKeys.LEAGUE.parse(league.key()),
                erasing);
    }

    /// The league is handed over first. Nothing leads to it when the person is no longer a member.
    private static long leave(GamerId gamer, LeagueId league, Erasing erasing) {
        var handover = new LeagueHandover(erasing.table(), erasing.clock());
        var memberships = new Memberships(erasing.table(), erasing.clock());
        return handover.begin(league, UserId.of(gamer.value())) + memberships.erase(gamer, league);
    }

    private static long delete(GamerId id, Erasing erasing) {
        return erasing.table().optimistically(() -> tryDelete(id, erasing));
    }

    /// A gamer who has joined a league in the meantime leaves it first.
    private static Attempt<Long> tryDelete(GamerId id, Erasing erasing) {
        var gamerKey = FantasyKeys.GAMER.key(id);
        var entryKey = GamerItems.allGamersEntry(id).key();
        var items = erasing.table().getByKey(List.of(gamerKey, entryKey));
        if (items.isEmpty()) {
            return Attempt.done(0L);
        }
        var item = items.get(gamerKey);
        var entry = Write.Delete.of(entryKey);
        if (item == null) {
            var orphan =
                    List.<Write>of(new Write.Check(gamerKey, absent()), entry.onlyIf(exists()));
            return erasing.table().transact(orphan) instanceof Outcome.Done
                    ? Attempt.done(1L)
                    : Attempt.tryAgain();
        }
        var gamer = GamerItems.gamer(item);
        if (!gamer.leagues().isEmpty()) {
            gamer.leagues().forEach(league -> leave(id, league, erasing));
            return Attempt.tryAgain();
        }
        var unchanged = attribute(GamerItems.VERSION).is(gamer.version());
        var deletion = List.<Write>of(Write.Delete.of(gamerKey).onlyIf(unchanged), entry);
        return erasing.table().transact(deletion) instanceof Outcome.Done
                ? Attempt.done((long) items.size())
                : Attempt.tryAgain();
    }
}
