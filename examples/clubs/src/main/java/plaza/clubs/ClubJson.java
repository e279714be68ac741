package plaza.clubs;

import plaza.http.Ids;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts clubs and their members to JSON.
final class ClubJson {
    static final Text<ClubId> ID = Text.id(ClubId::parse, ClubId::value, "chess");
    static final Text<String> NAME = Text.of(Club.NAME, "The chess club");

    static final Shape<Club> CLUB =
            Shape.<Club>named("Club")
                    .with("clubId", ID, Club::id)
                    .with("name", NAME, Club::name)
                    .with("founderId", Ids.USER, Club::founder)
                    .with("createdAt", Text.TIME, Club::createdAt)
                    .with("memberCount", Whole.ANY, Club::members);

    static final Shape<Member> MEMBER =
            Shape.<Member>named("ClubMember")
                    .with("clubId", ID, Member::club)
                    .with("userId", Ids.USER, Member::user)
                    .with("joinedAt", Text.TIME, Member::joinedAt);

    private ClubJson() {}
}
