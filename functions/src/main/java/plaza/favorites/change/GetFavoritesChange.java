package plaza.favorites.change;

import plaza.favorites.id.BulkChangeId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns the progress of a bulk change of favorites.
public final class GetFavoritesChange extends ApiFunction {
    public GetFavoritesChange() {}

    public GetFavoritesChange(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var id = request.path("changeId", BulkChangeId::parse);
        var item = table.get(FavoritesKeys.CHANGE_RECORD.key(user, id));
        if (item == null || item.expired(clock.instant())) {
            throw Problem.notFound("changeId", "The change does not exist.").exception();
        }
        return Response.one(BulkChange.of(id, item).json());
    }
}
