package plaza.clubs;

import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Write;

/// Converts clubs to items and back.
final class ClubItems {
    static final String MEMBERS = "members";
    static final String FOUNDER = "founder";
    private static final String NAME = "name";
    private static final String CREATED_AT = "createdAt";

    private ClubItems() {}

    static Item club(Club club) {
        return Item.at(ClubsKeys.CLUB.key(club.id()))
                .with(NAME, club.name())
                .with(FOUNDER, club.founder().value())
                .with(CREATED_AT, club.createdAt())
                .with(MEMBERS, club.members())
                .build();
    }

    static Club club(Item item) {
        return new Club(
                ClubsKeys.CLUB.parse(item.key()),
                item.text(NAME),
                UserId.of(item.text(FOUNDER)),
                item.time(CREATED_AT),
                item.number(MEMBERS));
    }

    /// Sets the name of a club.
    static Write.Update name(Club club) {
        return Write.Update.of(ClubsKeys.CLUB.key(club.id())).set(NAME, club.name());
    }

    /// Sets the founder of a club.
    static Write.Update founder(ClubId club, UserId founder) {
        return Write.Update.of(ClubsKeys.CLUB.key(club)).set(FOUNDER, founder.value());
    }
}
