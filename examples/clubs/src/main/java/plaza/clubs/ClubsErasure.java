package plaza.clubs;

import static plaza.leaving.Place.Reach.SCAN;
import static plaza.leaving.Place.attribute;
import static plaza.leaving.Place.variable;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.util.List;
import java.util.Set;
import plaza.leaving.ContextErasure;
import plaza.leaving.Erasing;
import plaza.leaving.ErasurePath;
import plaza.leaving.PersonalKind;
import plaza.leaving.Removal;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Write;

/// What an erasure does with the items of this context. No path leads from a user to them, so the
/// scan of the whole table finds them.
public final class ClubsErasure implements ContextErasure {
    @Override
    public List<PersonalKind> personal() {
        return List.of(
                PersonalKind.of(
                        ClubsKeys.CLUB, ClubsErasure::club, attribute(ClubItems.FOUNDER, SCAN)),
                PersonalKind.of(ClubsKeys.MEMBER, Removal.DELETE, variable("user", SCAN)),
                // without the row, a repeated record would count the member again
                PersonalKind.of(
                        ClubsKeys.MEMBER_LEDGER_ROW, Removal.EXPIRY, variable("user", SCAN)));
    }

    @Override
    public Set<ItemKind> impersonal() {
        return Set.of();
    }

    @Override
    public List<ErasurePath> paths() {
        return List.of();
    }

    /// Makes the other member with the lowest id the founder, or deletes a club that has none. If
    /// that member leaves at the same time, the next scan does it.
    private static long club(Item club, Erasing erasing) {
        var id = ClubsKeys.CLUB.parse(club.key());
        var isFounder = attribute(ClubItems.FOUNDER).is(erasing.person().value());
        var members = Query.in(ClubsKeys.MEMBERS.of(id)).consistent();
        var heir =
                erasing.table().read(members, 2, null).items().stream()
                        .map(item -> MemberItems.member(item).user())
                        .filter(user -> !user.equals(erasing.person()))
                        .findFirst()
                        .orElse(null);
        List<Write> writes =
                heir == null
                        ? List.of(
                                Write.Delete.of(club.key()).onlyIf(isFounder),
                                erasing.jobs().start(new ClubsWork.EraseMembers(id, "erasure")))
                        : List.of(
                                ClubItems.founder(id, heir).onlyIf(isFounder),
                                new Write.Check(ClubsKeys.MEMBER.key(id, heir), exists()));
        return erasing.table().transact(writes) instanceof Outcome.Done ? 1 : 0;
    }
}
