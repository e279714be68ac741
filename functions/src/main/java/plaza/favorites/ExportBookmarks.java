package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.StoredFavorite;
import plaza.favorites.model.TagName;
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

/// The caller's favorites as a bookmarks file, newest first, in parts: each part is a whole file,
/// and its `Link` header leads to the next. Imported again it gives the same collection.
public final class ExportBookmarks
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    /// Tags of one favorite that are exported; more than any import would take back.
    private static final int TAGS_MAX = 1_000;

    private final Table table;
    private final Cursors cursors;

    public ExportBookmarks() {
        this(Deployment.table(), Deployment.cursors());
    }

    public ExportBookmarks(Table table, Cursors cursors) {
        this.table = table;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var user = request.owner("userId");
        var query = Query.in(KeySpace.favoritesByClipTime(user)).descending();
        var page = table.page(query, request.page(cursors), FavoriteItems::storedFavorite);
        var file =
                new Response(
                        200,
                        Map.of(
                                "content-type", "text/html; charset=utf-8",
                                "content-disposition", "attachment; filename=bookmarks.html"),
                        BookmarksFile.write(tagged(user, page.items())));
        return request.response(cursors, page, file);
    }

    /// The favorites with the names of their tags: a Query for each, one BatchGetItem for all tags.
    private Map<Favorite, List<TagName>> tagged(UserId user, List<StoredFavorite> clips) {
        var rowsByClip = new LinkedHashMap<StoredFavorite, List<Item>>();
        var tagKeys = new LinkedHashSet<Key>();
        for (var clip : clips) {
            var rows = rows(user, clip.favorite().dataId());
            rowsByClip.put(clip, rows);
            rows.forEach(row -> tagKeys.add(KeySpace.tag(user, FavoriteItems.tagOf(row))));
        }
        var tags = table.getByKey(tagKeys, FavoriteItems::storedTag);
        var tagged = new LinkedHashMap<Favorite, List<TagName>>();
        rowsByClip.forEach((clip, rows) -> {
            var names = new ArrayList<TagName>();
            for (var row : rows) {
                var tag = tags.get(KeySpace.tag(user, FavoriteItems.tagOf(row)));
                if (tag != null && TaggingWrites.isOf(row, clip, tag)) {
                    names.add(tag.tag().tagName());
                }
            }
            tagged.put(clip.favorite(), names);
        });
        return tagged;
    }

    private List<Item> rows(UserId user, DataId data) {
        var query = Query.in(KeySpace.tagsOfFavorite(user, data));
        return table.read(query, TAGS_MAX, null).items();
    }
}
