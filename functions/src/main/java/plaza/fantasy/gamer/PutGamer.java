package plaza.fantasy.gamer;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.time.LocalDate;
import java.util.List;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Write;

/// Creates the caller's gamer, or replaces their profile and keeps the points.
///
/// A new gamer is written together with an entry in the list of all gamers, which settlements read.
/// To update an existing gamer, which is the usual case, costs one conditional write.
public final class PutGamer extends ApiFunction {
    public static final Field<LocalDate> DATE_OF_BIRTH =
            Field.text("dateOfBirth", GamerJson.DATE_OF_BIRTH);
    public static final Field<String> COUNTRY = Field.text("country", GamerJson.COUNTRY);
    public static final Field<String> DISPLAY_NAME =
            Field.text("displayName", GamerJson.DISPLAY_NAME).optional();

    public PutGamer() {}

    public PutGamer(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var id = request.owner("gamerId", GamerId::parse, GamerId::value);
        var body = request.body(DATE_OF_BIRTH, COUNTRY, DISPLAY_NAME);
        var gamer =
                Gamer.created(
                        id,
                        body.get(DATE_OF_BIRTH),
                        body.get(COUNTRY),
                        body.getOrNull(DISPLAY_NAME));
        if (Gamer.isInFuture(gamer.dateOfBirth(), clock.instant())) {
            throw Problem.ruleBroken("dateOfBirth", "The date of birth must not be in the future.")
                    .exception();
        }
        return table.optimistically(() -> put(gamer));
    }

    private Attempt<Response> put(Gamer gamer) {
        var changed = table.update(change(gamer));
        if (changed != null) {
            return Attempt.done(
                    Response.ok(GamerJson.gamerWithPrivateFields(GamerItems.gamer(changed))));
        }
        return table.transact(creation(gamer)) instanceof Outcome.Done
                ? Attempt.done(Response.created(GamerJson.gamerWithPrivateFields(gamer)))
                : Attempt.tryAgain();
    }

    private static Write.Update change(Gamer gamer) {
        return Write.Update.of(FantasyKeys.GAMER.key(gamer.id()))
                .set(GamerItems.DATE_OF_BIRTH, gamer.dateOfBirth().toString())
                .set(GamerItems.COUNTRY, gamer.country())
                .setOrRemove(GamerItems.DISPLAY_NAME, gamer.displayName())
                .onlyIf(exists());
    }

    private static List<Write> creation(Gamer gamer) {
        return List.of(
                Write.Put.of(GamerItems.gamer(gamer)).onlyIf(absent()),
                Write.Put.of(GamerItems.allGamersEntry(gamer.id())));
    }
}
