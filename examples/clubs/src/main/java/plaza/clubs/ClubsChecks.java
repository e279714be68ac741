package plaza.clubs;

import java.util.List;
import plaza.audit.Check;
import plaza.audit.ContextChecks;
import plaza.audit.CountAudit;
import plaza.audit.DerivedAttributesAudit;
import plaza.audit.LedgerAudit;
import plaza.audit.LeftoversAudit;
import plaza.evolution.MigrationSettings;

/// The checks of this context. Three of them follow from the edge.
public final class ClubsChecks implements ContextChecks {
    /// A member of version 1 has no key in the index until the migration.
    private static final Check MEMBER_INDEX =
            Check.ofLists(
                            "memberIndex",
                            new DerivedAttributesAudit(item ->
                                    item.version() < MemberOrder.MIGRATION.to()
                                            ? null
                                            : MemberOrder.member(
                                                    MemberItems.member(item),
                                                    MigrationSettings.NONE)),
                            ClubsKeys.MEMBERS)
                    .rule("The index keys of members follow from other attributes.")
                    .repair("sets them");

    @Override
    public List<Check> checks() {
        return List.of(
                LedgerAudit.check(MemberEdge.COUNTED),
                MEMBER_INDEX,
                CountAudit.check(MemberEdge.COUNTED),
                LeftoversAudit.check(MemberEdge.COUNTED, "club"));
    }
}
