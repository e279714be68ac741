package plaza.clubs;

import static plaza.table.Condition.absent;

import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Outcome;
import plaza.table.Write;

/// Founds a club, or gives it another name, which only its founder can do. One conditional write
/// does both: if the club exists, it returns it.
public final class PutClub extends ApiFunction {
    static final Field<String> NAME = Field.text("name", ClubJson.NAME);

    public PutClub() {}

    public PutClub(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var id = request.path("clubId", ClubId::parse);
        var name = request.body(NAME).get(NAME);
        var club = new Club(id, name, request.caller(), clock.instant(), 0);
        var founding = Write.Put.of(ClubItems.club(club)).onlyIf(absent());
        return switch (table.write(founding)) {
            case Outcome.Done() -> Response.created(ClubJson.CLUB.of(club));
            case Outcome.Refused(_, var found) ->
                    renamed(found == null ? club : ClubItems.club(found), club);
        };
    }

    private Response renamed(Club found, Club wanted) {
        if (!found.founder().equals(wanted.founder())) {
            throw Problem.of(
                            Problem.Kind.FORBIDDEN,
                            "Only the founder of this club can change its name.")
                    .exception();
        }
        var club = found.named(wanted.name());
        if (!club.equals(found)) {
            var _ = table.write(ClubItems.name(club));
        }
        return Response.ok(ClubJson.CLUB.of(club));
    }
}
