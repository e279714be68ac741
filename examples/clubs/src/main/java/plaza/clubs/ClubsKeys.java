package plaza.clubs;

import static plaza.table.TableSchema.Index.LSI_ONE;
import static plaza.table.Variable.TIME;

import java.time.Instant;
import java.util.List;
import plaza.id.UserId;
import plaza.table.Families;
import plaza.table.Family;
import plaza.table.ItemKind;
import plaza.table.KeyOrder;
import plaza.table.Variable;

/// The keys of the items of this context.
final class ClubsKeys {
    private static final Families KEYS = new Families();

    private static final Variable<ClubId> CLUB_ID = Variable.of(ClubId::new);
    private static final Variable<UserId> USER_ID = Variable.of(UserId::of);

    static final Family.Of1<ClubId> CLUBS = KEYS.family("club#{club}", CLUB_ID);
    static final ItemKind.Of1<ClubId> CLUB = CLUBS.item("info", "a club and its number of members");

    /// The sort key of the members in the order in which they joined.
    static final KeyOrder<Instant, UserId> MEMBER_ORDER =
            new KeyOrder<>("{joinedAt}#u#{user}", TIME, USER_ID);

    static final Family.Of1<ClubId> MEMBERS = KEYS.family("club#{club}#member", CLUB_ID);
    static final ItemKind.Of2<ClubId, UserId> MEMBER =
            MEMBERS.item("u#{user}", USER_ID, "members of a club");
    static final Family.Of1<ClubId> MEMBERS_BY_TIME =
            KEYS.declared(MEMBERS.orderedBy(LSI_ONE, "members by time"));

    static final Family.Of1<ClubId> MEMBER_LEDGER =
            KEYS.family("club#{club}#memberledger", CLUB_ID);
    static final ItemKind.Of2<ClubId, UserId> MEMBER_LEDGER_ROW =
            MEMBER_LEDGER.item("u#{user}", USER_ID, "members already counted; ttl");

    private ClubsKeys() {}

    static List<Family> families() {
        return KEYS.families();
    }
}
