package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.TagId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Lists a tag's favorites of one type by clip time, newest first by default.
public final class ListFavoritesByTagAndType
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final FavoritesByTag favorites;
    private final ExpandedTags tags;
    private final Cursors cursors;

    public ListFavoritesByTagAndType() {
        this(Deployment.table(), Deployment.clock(), Deployment.cursors());
    }

    public ListFavoritesByTagAndType(Table table, Clock clock, Cursors cursors) {
        this.favorites = new FavoritesByTag(table, clock);
        this.tags = new ExpandedTags(table);
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var user = request.owner("userId");
        var tag = request.path("tagId", TagId::parse);
        var type = request.path("dataType", FavoriteParsers.DATA_TYPE.parse());
        var ask = request.page(cursors, SortOrder.PARAMETER, ExpandedTags.EXPAND);
        var query =
                SortOrder.of(request, SortOrder.DESCENDING)
                        .in(KeySpace.favoritesByTagAndType(user, tag, type.wireName()));
        var isExpanded = ExpandedTags.areIn(request);
        var page = favorites.page(user, tag, query, ask, favorite -> favorite.dataType() == type);
        return request.response(cursors, page, tags.shape(user, page.items(), isExpanded));
    }
}
