package plaza.favorites.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.http.Json;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.id.UserId;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Adds their tags to favorites in lists, by name, if the request contains `expand=tags`.
///
/// One Query per favorite reads its taggings, and one Query the user's tags. All of them are sent
/// at the same time, so that a list takes one round trip more.
public final class ExpandedTags {
    static final String TAGS = "tags";

    public static final Parameter<Set<String>> EXPAND =
            Request.expanding("FavoriteExpansion", TAGS);

    /// The favorites of a page, and the tags.
    private static final int CONCURRENCY_MAX = Page.LIMIT_MAX + 1;

    /// Taggings or tags that one Query may return.
    private static final int READ_MAX = 1_000;

    private static final Comparator<StoredTag> BY_NAME =
            Comparator.comparing(StoredTag::normalisedName)
                    .thenComparing(tag -> tag.tag().tagId().value());

    private final Table table;

    ExpandedTags(Table table) {
        this.table = table;
    }

    /// The function that adds their tags to these favorites, at most a page.
    public static Function<StoredFavorite, FoundJson.ExpandedFavorite> of(
            Table table, UserId user, List<StoredFavorite> favorites) {
        return new ExpandedTags(table).expanded(user, favorites, true);
    }

    static boolean areIn(Request request) {
        return request.expansions(EXPAND).contains(TAGS);
    }

    /// Returns the conversion of these favorites, at most a page, to JSON.
    Function<StoredFavorite, Json> shape(
            UserId user, List<StoredFavorite> favorites, boolean isExpanded) {
        return expanded(user, favorites, isExpanded).andThen(FoundJson.EXPANDED_FAVORITE::of);
    }

    /// Returns the function that adds their tags to these favorites, at most a page.
    Function<StoredFavorite, FoundJson.ExpandedFavorite> expanded(
            UserId user, List<StoredFavorite> favorites, boolean isExpanded) {
        if (!isExpanded) {
            return favorite -> new FoundJson.ExpandedFavorite(favorite.favorite(), null);
        }
        var queries = new ArrayList<Query>();
        favorites.forEach(favorite ->
                queries.add(Query.in(FavoritesKeys.TAGGED.of(user, favorite.favorite().dataId()))));
        if (!queries.isEmpty()) {
            queries.add(Query.in(FavoritesKeys.TAGS.of(user)));
        }
        var read =
                table.concurrently(
                        CONCURRENCY_MAX, queries, query -> table.readAll(query, READ_MAX));
        var tags = TagItems.byId(read.isEmpty() ? List.of() : read.getLast());
        var tagsByFavorite = new HashMap<StoredFavorite, List<StoredTag>>();
        for (var index = 0; index < favorites.size(); index++) {
            var favorite = favorites.get(index);
            tagsByFavorite.put(
                    favorite,
                    TaggingItems.current(read.get(index), favorite, tags).stream()
                            .sorted(BY_NAME)
                            .toList());
        }
        return favorite ->
                new FoundJson.ExpandedFavorite(
                        favorite.favorite(), tagsByFavorite.getOrDefault(favorite, List.of()));
    }
}
