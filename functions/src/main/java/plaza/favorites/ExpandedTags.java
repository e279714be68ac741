package plaza.favorites;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.StoredFavorite;
import plaza.favorites.model.StoredTag;
import plaza.http.Json;
import plaza.http.Request;
import plaza.id.UserId;
import plaza.table.Concurrently;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Adds their tags to favorites in lists, by name, if the request contains `expand=tags`.
///
/// One Query per favorite reads its taggings, and one BatchGetItem the tags.
final class ExpandedTags {
    private static final String TAGS = "tags";

    /// Favorites whose taggings are read at the same time.
    private static final int CONCURRENCY_MAX = 16;

    /// Taggings that one Query may return.
    private static final int READ_MAX = 1_000;

    private static final Comparator<StoredTag> BY_NAME =
            Comparator.comparing(StoredTag::normalisedName)
                    .thenComparing(tag -> tag.tag().tagId().value());

    private final Table table;

    ExpandedTags(Table table) {
        this.table = table;
    }

    static boolean areIn(Request request) {
        return request.expansions(TAGS).contains(TAGS);
    }

    /// Returns the conversion of these favorites, at most a page.
    Function<StoredFavorite, Json> shape(
            UserId user, List<StoredFavorite> favorites, boolean isExpanded) {
        if (!isExpanded) {
            return favorite -> FavoriteJson.favorite(favorite.favorite());
        }
        var taggings =
                Concurrently.map(CONCURRENCY_MAX, favorites, favorite -> taggings(user, favorite));
        var keys = new LinkedHashSet<Key>();
        taggings.forEach(all -> all.forEach(tagging -> keys.add(tag(user, tagging))));
        var tags = new HashMap<Key, StoredTag>();
        table.getAllEventually(List.copyOf(keys))
                .forEach(item -> tags.put(item.key(), FavoriteItems.storedTag(item)));
        var tagsByFavorite = new HashMap<StoredFavorite, List<StoredTag>>();
        for (var index = 0; index < favorites.size(); index++) {
            var favorite = favorites.get(index);
            tagsByFavorite.put(favorite, current(user, favorite, taggings.get(index), tags));
        }
        return favorite ->
                FavoriteJson.favorite(favorite.favorite())
                        .withAll(
                                TAGS,
                                tagsByFavorite.getOrDefault(favorite, List.of()),
                                FavoriteJson::tagReference);
    }

    private List<StoredTag> current(
            UserId user, StoredFavorite favorite, List<Item> taggings, Map<Key, StoredTag> tags) {
        var current = new ArrayList<StoredTag>();
        for (var tagging : taggings) {
            var tag = tags.get(tag(user, tagging));
            if (tag != null && FavoriteItems.isCurrent(tagging, favorite, tag)) {
                current.add(tag);
            }
        }
        current.sort(BY_NAME);
        return current;
    }

    private List<Item> taggings(UserId user, StoredFavorite favorite) {
        var query = Query.in(KeySpace.tagsOfFavorite(user, favorite.favorite().dataId()));
        var taggings = new ArrayList<Item>();
        Page.@Nullable Position from = null;
        do {
            var read = table.read(query, READ_MAX, from);
            taggings.addAll(read.items());
            from = read.next();
        } while (from != null);
        return taggings;
    }

    private static Key tag(UserId user, Item tagging) {
        return KeySpace.tag(user, FavoriteItems.tagOf(tagging));
    }
}
