package plaza.clubs;

import java.util.List;
import plaza.evolution.ContextMigrations;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.table.Item;
import plaza.table.TableSchema;
import plaza.table.Write;

/// The order in which members are listed. Since version 2, a member's item is in an index whose
/// sort key begins with the time of joining.
public final class MemberOrder implements ContextMigrations {
    static final Migration MIGRATION =
            new Migration(
                    "member-order",
                    ClubsKeys.MEMBER,
                    2,
                    item -> List.of(update(MemberItems.member(item))),
                    List.of(new Migration.Access(ClubsKeys.MEMBERS, Write.Update.class)),
                    "Every member is in the index by time.");

    @Override
    public List<Migration> migrations() {
        return List.of(MIGRATION);
    }

    /// The item of a new member, in the version that the release writes.
    static Item member(Member member, MigrationSettings migrations) {
        var item = MemberItems.member(member);
        return migrations.written(MIGRATION) < MIGRATION.to()
                ? item
                : update(member).set(TableSchema.VERSION, MIGRATION.to()).appliedTo(item);
    }

    /// Adds a member to the index.
    private static Write.Update update(Member member) {
        return Write.Update.of(ClubsKeys.MEMBER.key(member.club(), member.user()))
                .set(
                        ClubsKeys.MEMBERS_BY_TIME.index().sortKey(),
                        ClubsKeys.MEMBER_ORDER.of(member.joinedAt(), member.user()));
    }
}
