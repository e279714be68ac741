package plaza.clubs;

import plaza.table.Item;

/// Converts members to items and back.
final class MemberItems {
    private static final String JOINED_AT = "joinedAt";

    private MemberItems() {}

    static Item member(Member member) {
        return Item.at(ClubsKeys.MEMBER.key(member.club(), member.user()))
                .with(JOINED_AT, member.joinedAt())
                .build();
    }

    static Member member(Item item) {
        return ClubsKeys.MEMBER.parse(
                item.key(), (club, user) -> new Member(club, user, item.time(JOINED_AT)));
    }
}
