package plaza.favorites.favorite;

import plaza.favorites.id.DataId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Write;

/// Removes a favorite from the caller's collection. No list and no search shows it any longer;
/// stream functions remove its taggings.
public final class UnclipFavorite extends ApiFunction {
    public UnclipFavorite() {}

    public UnclipFavorite(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var _ = table.write(Write.Delete.of(FavoritesKeys.FAVORITE.key(user, data)));
        return Response.noContent();
    }
}
