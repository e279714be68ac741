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

/// Exports the caller's favorites as a bookmarks file, newest first, in pages. Each page is a
/// complete file; its `Link` header points to the next one. Importing the files restores the
/// collection.
public final class ExportBookmarks
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    /// The most exported tags of one favorite; an import accepts fewer.
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

    /// The favorites with the names of their tags: one Query per favorite and one BatchGetItem for
    /// all tags.
    private Map<Favorite, List<TagName>> tagged(UserId user, List<StoredFavorite> favorites) {
        var taggingsByFavorite = new LinkedHashMap<StoredFavorite, List<Item>>();
        var tagKeys = new LinkedHashSet<Key>();
        for (var favorite : favorites) {
            var taggings = taggings(user, favorite.favorite().dataId());
            taggingsByFavorite.put(favorite, taggings);
            taggings.forEach(
                    tagging -> tagKeys.add(KeySpace.tag(user, FavoriteItems.tagOf(tagging))));
        }
        var tags = table.getByKey(tagKeys, FavoriteItems::storedTag);
        var tagged = new LinkedHashMap<Favorite, List<TagName>>();
        taggingsByFavorite.forEach((favorite, taggings) -> {
            var names = new ArrayList<TagName>();
            for (var tagging : taggings) {
                var tag = tags.get(KeySpace.tag(user, FavoriteItems.tagOf(tagging)));
                if (tag != null && FavoriteItems.isCurrent(tagging, favorite, tag)) {
                    names.add(tag.tag().tagName());
                }
            }
            tagged.put(favorite.favorite(), names);
        });
        return tagged;
    }

    private List<Item> taggings(UserId user, DataId data) {
        var query = Query.in(KeySpace.tagsOfFavorite(user, data));
        return table.read(query, TAGS_MAX, null).items();
    }
}
