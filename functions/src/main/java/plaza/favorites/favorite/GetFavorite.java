package plaza.favorites.favorite;

import plaza.favorites.id.DataId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns a favorite.
public final class GetFavorite extends ApiFunction {
    public GetFavorite() {}

    public GetFavorite(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var item = table.get(FavoritesKeys.FAVORITE.key(user, data));
        if (item == null) {
            throw FavoriteProblems.noFavorite();
        }
        return Response.one(FavoriteJson.FAVORITE.of(FavoriteItems.favorite(item)));
    }
}
