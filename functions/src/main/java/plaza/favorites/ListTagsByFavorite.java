package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.ArrayList;
import java.util.List;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.DataId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Lists a favorite's tags by id: one Query for the taggings, and one BatchGetItem for the tags and
/// the favorite.
public final class ListTagsByFavorite
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Cursors cursors;

    public ListTagsByFavorite() {
        this(Deployment.table(), Deployment.cursors());
    }

    public ListTagsByFavorite(Table table, Cursors cursors) {
        this.table = table;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var page =
                table.page(
                        Query.in(KeySpace.tagsOfFavorite(user, data)),
                        request.page(cursors),
                        taggings -> withTags(user, data, taggings),
                        FavoriteItems::taggedTag);
        return request.response(cursors, page, FavoriteJson.TAG::of);
    }

    /// Joins the current taggings with their tags.
    private List<Item> withTags(UserId user, DataId data, List<Item> taggings) {
        var favoriteKey = KeySpace.favorite(user, data);
        var keys = new ArrayList<Key>();
        keys.add(favoriteKey);
        taggings.forEach(tagging -> keys.add(KeySpace.tag(user, FavoriteItems.tagOf(tagging))));
        var found = table.getByKey(keys);
        var favoriteItem = found.get(favoriteKey);
        if (favoriteItem == null) {
            throw FavoriteProblems.noFavorite();
        }
        var favorite = FavoriteItems.storedFavorite(favoriteItem);
        var joined = new ArrayList<Item>();
        for (var tagging : taggings) {
            var tag = found.get(KeySpace.tag(user, FavoriteItems.tagOf(tagging)));
            if (tag != null
                    && FavoriteItems.isCurrent(tagging, favorite, FavoriteItems.storedTag(tag))) {
                joined.add(FavoriteItems.joined(tagging, tag));
            }
        }
        return joined;
    }
}
