package plaza.favorites.tag;

import java.util.List;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Removes a tag from a favorite: one read, and one transaction that also updates the tag's count.
public final class UntagFavorite extends ApiFunction {
    private final TaggingRemovals removals = new TaggingRemovals(table);

    public UntagFavorite() {}

    public UntagFavorite(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var tag = request.path("tagId", TagId::parse);
        var key = FavoritesKeys.TAGGED_FAVORITE.key(user, data, tag);
        table.optimisticallyUntil(() -> {
            var tagging = table.getConsistent(key);
            return tagging == null || removals.remove(List.of(tagging)) == 1;
        });
        return Response.noContent();
    }
}
