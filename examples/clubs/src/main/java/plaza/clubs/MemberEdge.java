package plaza.clubs;

import java.util.List;
import plaza.id.UserId;
import plaza.tally.ContextEdges;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;

/// The edge between a club and a member, which the stream counts.
public final class MemberEdge implements ContextEdges {
    static final CountedEdge COUNTED =
            new CountedEdge(
                    "member",
                    ClubsKeys.MEMBERS,
                    ClubsKeys.MEMBER_LEDGER,
                    ClubsKeys.CLUBS,
                    ClubItems.MEMBERS,
                    item -> ClubsKeys.MEMBER.parse(item.key(), MemberEdge::edge),
                    row -> ClubsKeys.MEMBER_LEDGER_ROW.parse(row, MemberEdge::edge),
                    club -> ClubsKeys.MEMBERS.of(ClubsKeys.CLUB.parse(club.key())),
                    club -> ClubsKeys.MEMBER_LEDGER.of(ClubsKeys.CLUB.parse(club.key())),
                    ClubsWork.EraseMembers::ofLateEdge,
                    null,
                    null);

    @Override
    public List<CountedEdge> edges() {
        return List.of(COUNTED);
    }

    private static Edge edge(ClubId club, UserId user) {
        return new Edge(
                ClubsKeys.MEMBER.key(club, user),
                ClubsKeys.MEMBER_LEDGER_ROW.key(club, user),
                ClubsKeys.CLUB.key(club));
    }
}
