package plaza.fantasy.footballer;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.math.BigDecimal;
import java.util.TreeMap;
import plaza.fantasy.id.FootballerId;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Write;

/// Creates a footballer, or replaces their facts and current price and keeps the points.
///
/// A new price, position or club applies to sheets that are put from now on. A sheet is checked and
/// scored with the facts at the time when it was accepted.
public final class PutFootballer extends ApiFunction {
    public static final Field<String> NAME = Field.text("name", FootballerJson.NAME);
    public static final Field<Position> POSITION = Field.text("position", FootballerJson.POSITION);
    public static final Field<String> CLUB = Field.text("club", ClubJson.CLUB);
    public static final Field<Long> PRICE = Field.integer("price", FootballerJson.PRICE);
    public static final Field<BigDecimal> SELECTED_PERCENT =
            Field.decimal("selectedPercent", FootballerJson.SELECTED_PERCENT).optional();

    public PutFootballer() {}

    public PutFootballer(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var id = request.path("footballerId", FootballerId::parse);
        var season = season(id, request.body(NAME, POSITION, CLUB, PRICE, SELECTED_PERCENT));
        return table.optimistically(() -> put(season));
    }

    private Attempt<Response> put(FootballerSeason season) {
        var changed = table.update(FootballerItems.facts(season).onlyIf(exists()));
        if (changed != null) {
            return Attempt.done(
                    Response.ok(FootballerJson.footballer(FootballerItems.footballer(changed))));
        }
        var creation = Write.Put.of(FootballerItems.footballer(season)).onlyIf(absent());
        return table.write(creation) instanceof Outcome.Done
                ? Attempt.done(Response.created(FootballerJson.footballer(season)))
                : Attempt.tryAgain();
    }

    private static FootballerSeason season(FootballerId id, Body body) {
        return new FootballerSeason(
                new Footballer(
                        id,
                        body.get(NAME),
                        body.get(POSITION),
                        new Club(body.get(CLUB)),
                        Math.toIntExact(body.get(PRICE))),
                body.getOrNull(SELECTED_PERCENT),
                new TreeMap<>(),
                0);
    }
}
