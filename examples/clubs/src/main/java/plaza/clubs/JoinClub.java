package plaza.clubs;

import static plaza.table.Condition.absent;

import plaza.evolution.MigrationSettings;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Outcome;
import plaza.table.Write;

/// Makes the caller a member of a club: one read finds the club, and one conditional write adds the
/// member. The stream updates the count.
///
/// The read is eventually consistent, at half the price. Only if it does not find the club does a
/// consistent read decide.
public final class JoinClub extends ApiFunction {
    private final MigrationSettings migrations;

    public JoinClub() {
        this(Services.deployed());
    }

    public JoinClub(Services services) {
        super(services);
        migrations = services.migrations();
    }

    @Override
    protected Response handle(Request request) {
        var club = request.path("clubId", ClubId::parse);
        var user = request.owner("userId");
        var key = ClubsKeys.CLUB.key(club);
        if (table.get(key) == null && table.getConsistent(key) == null) {
            throw ClubProblems.noClub();
        }
        var member = new Member(club, user, clock.instant());
        var write = Write.Put.of(MemberOrder.member(member, migrations)).onlyIf(absent());
        return switch (table.write(write)) {
            case Outcome.Done() -> Response.created(ClubJson.MEMBER.of(member));
            case Outcome.Refused(_, var found) ->
                    Response.ok(
                            ClubJson.MEMBER.of(found == null ? member : MemberItems.member(found)));
        };
    }
}
