package plaza.fantasy.footballer;

import plaza.fantasy.id.FootballerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns a footballer with the current price and the points of the season.
public final class GetFootballer extends ApiFunction {
    public GetFootballer() {}

    public GetFootballer(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var footballer = request.path("footballerId", FootballerId::parse);
        var item = table.get(FantasyKeys.FOOTBALLER.key(footballer));
        if (item == null) {
            throw FootballerProblems.noFootballer();
        }
        return Response.one(FootballerJson.footballer(FootballerItems.footballer(item)));
    }
}
