package plaza.favorites.tag;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.DataId;
import plaza.id.TagId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Removes a tag from a favorite. The stream updates the tag's count.
public final class UntagFavorite extends ApiFunction {
    public UntagFavorite() {}

    public UntagFavorite(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var tag = request.path("tagId", TagId::parse);
        var _ = table.write(Write.Delete.of(KeySpace.TAGGED_FAVORITE.key(user, data, tag)));
        return Response.noContent();
    }
}
