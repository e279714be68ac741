package plaza.favorites.tag;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.FavoriteProblems;
import plaza.favorites.id.DataId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Query;

/// Lists a favorite's tags by id: one Query for the taggings, and one BatchGetItem for the tags,
/// their counts and the favorite, both with eventual consistency. A favorite that seems to be
/// missing is read consistently, because its user may have clipped it a moment ago.
public final class ListTagsByFavorite extends PagedFunction {
    public ListTagsByFavorite() {}

    public ListTagsByFavorite(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var counts = new HashMap<Key, Item>();
        var page =
                table.page(
                        Query.in(FavoritesKeys.TAGGED.of(user, data)),
                        request.page(cursors),
                        taggings -> withTags(user, data, taggings, counts),
                        joined ->
                                TagCountItems.counted(
                                        TaggingItems.taggedTag(joined),
                                        counts.get(TaggingItems.countKey(joined))));
        return request.response(cursors, page, TagJson.TAG::of);
    }

    /// Joins the current taggings with their tags.
    ///
    /// @param counts receives the counts of the tags
    private List<Item> withTags(
            UserId user, DataId data, List<Item> taggings, Map<Key, Item> counts) {
        var favoriteKey = FavoritesKeys.FAVORITE.key(user, data);
        var keys = new ArrayList<Key>();
        keys.add(favoriteKey);
        for (var tagging : taggings) {
            keys.add(FavoritesKeys.TAG.key(user, TaggingItems.tagOf(tagging)));
            keys.add(TaggingItems.countKey(tagging));
        }
        var found = table.getByKeyEventually(keys);
        var favoriteItem =
                found.containsKey(favoriteKey)
                        ? found.get(favoriteKey)
                        : table.getConsistent(favoriteKey);
        if (favoriteItem == null) {
            throw FavoriteProblems.noFavorite();
        }
        var favorite = FavoriteItems.storedFavorite(favoriteItem);
        var joined = new ArrayList<Item>();
        for (var tagging : taggings) {
            var tag = found.get(FavoritesKeys.TAG.key(user, TaggingItems.tagOf(tagging)));
            if (tag != null && TaggingItems.isCurrent(tagging, favorite, TagItems.storedTag(tag))) {
                joined.add(tag.joinedTo(tagging));
                var count = TaggingItems.countKey(tagging);
                if (found.containsKey(count)) {
                    counts.put(count, found.get(count));
                }
            }
        }
        return joined;
    }
}
