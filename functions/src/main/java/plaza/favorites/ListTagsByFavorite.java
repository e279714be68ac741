package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.ArrayList;
import java.util.List;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Problem;
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

/// A favorite's tags, by their ids: one Query for the rows, one BatchGetItem for the tags and the
/// favorite itself.
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
                        rows -> shown(user, data, rows),
                        FavoriteItems::taggedTag);
        return request.response(cursors, page, FavoriteJson::tag);
    }

    /// The rows whose tag is there; rows of an earlier life of either are passed over.
    private List<Item> shown(UserId user, DataId data, List<Item> rows) {
        var favoriteKey = KeySpace.favorite(user, data);
        var keys = new ArrayList<Key>();
        keys.add(favoriteKey);
        rows.forEach(row -> keys.add(KeySpace.tag(user, FavoriteItems.tagOf(row))));
        var found = table.getByKey(keys);
        var favorite = found.get(favoriteKey);
        if (favorite == null) {
            throw Problem.notFound("dataId", "The favorite does not exist.").exception();
        }
        var clip = FavoriteItems.storedFavorite(favorite);
        var shown = new ArrayList<Item>();
        for (var row : rows) {
            var tag = found.get(KeySpace.tag(user, FavoriteItems.tagOf(row)));
            if (tag != null && TaggingWrites.isOf(row, clip, FavoriteItems.storedTag(tag))) {
                shown.add(FavoriteItems.joined(row, tag));
            }
        }
        return shown;
    }
}
