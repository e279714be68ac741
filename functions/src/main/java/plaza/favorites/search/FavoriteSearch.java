package plaza.favorites.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TagName;
import plaza.favorites.tag.TaggingItems;
import plaza.http.Problem;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema.Index;

/// Searches a user's favorites, newest first: a Query reads the collection in the order of clip
/// time, and the function keeps the favorites that match.
///
/// One Query reads 1 MB, about 3,500 favorites. The next one begins only if the page is not full.
///
/// The tags of the user are read at the same time. If the search is for a tag, or the name of a tag
/// contains a word of the query, one Query per such tag reads which favorites have it.
public final class FavoriteSearch {
    /// Items that one Query may return. DynamoDB returns fewer, because it ends a response at 1 MB.
    private static final int READ_MAX = 10_000;

    /// Queries for one page: about 70,000 favorites of 300 bytes. Beyond the limit, the page is
    /// returned short rather than late.
    private static final int READS_MAX = 20;

    /// Tags that are read at the same time.
    private static final int TAG_CONCURRENCY_MAX = 16;

    private final Table table;

    public FavoriteSearch(Table table) {
        this.table = table;
    }

    /// Reads a page of the favorites that fulfil the criteria.
    ///
    /// @throws plaza.http.ProblemException 404 if a tag of the criteria does not exist
    public Page<StoredFavorite> page(UserId user, SearchCriteria criteria, Page.Ask ask) {
        var collection = Query.in(FavoritesKeys.FAVORITES_BY_CLIP_TIME.of(user)).descending();
        var from = ask.after() == null ? start(user, criteria) : ask.after();
        var needsTags =
                criteria.query() != null || criteria.isUntagged() || !criteria.tags().isEmpty();
        var read =
                table.both(
                        () -> table.read(collection, READ_MAX, from),
                        () -> needsTags ? tags(user) : List.<StoredTag>of());
        var tagged = tagged(user, criteria, read.second());
        return page(criteria, tagged, ask.limit(), collection, read.first());
    }

    /// Reads all favorites that fulfil the criteria.
    ///
    /// @throws plaza.http.ProblemException 404 if a tag of the criteria does not exist, 422 if
    ///   there are more than `max`
    public List<StoredFavorite> all(UserId user, SearchCriteria criteria, int max) {
        var page = page(user, criteria, new Page.Ask(max, null));
        if (page.next() != null) {
            throw Problem.of(
                            Problem.Kind.RULE_BROKEN,
                            "The search finds more than %d favorites. Narrow it, for example with `from` and `to`."
                                    .formatted(max))
                    .exception();
        }
        return page.items();
    }

    private Page<StoredFavorite> page(
            SearchCriteria criteria, Tagged tagged, int limit, Query collection, Page<Item> first) {
        var hits = new ArrayList<Item>();
        var read = first;
        for (var reads = 1; ; reads++) {
            for (var item : read.items()) {
                var favorite = FavoriteItems.storedFavorite(item);
                if (criteria.from() != null
                        && favorite.favorite().clipTime().isBefore(criteria.from())) {
                    // All that follow are older.
                    return new Page<>(hits, null).map(FavoriteItems::storedFavorite);
                }
                if (criteria.accepts(favorite.favorite()) && tagged.matches(favorite)) {
                    if (hits.size() == limit) {
                        // Only this one proves that a next page exists.
                        var next = Page.Position.of(hits.getLast(), Index.LSI_ONE);
                        return new Page<>(hits, next).map(FavoriteItems::storedFavorite);
                    }
                    hits.add(item);
                }
            }
            if (read.next() == null || reads == READS_MAX) {
                return new Page<>(hits, read.next()).map(FavoriteItems::storedFavorite);
            }
            read = table.read(collection, READ_MAX, read.next());
        }
    }

    /// The position before the first favorite of the time range, or null.
    private static Page.@Nullable Position start(UserId user, SearchCriteria criteria) {
        return criteria.to() == null ? null : FavoritesKeys.clippedBefore(user, criteria.to());
    }

    private List<StoredTag> tags(UserId user) {
        return table.readAll(Query.in(FavoritesKeys.TAGS.of(user)), READ_MAX).stream()
                .map(TagItems::storedTag)
                .toList();
    }

    private Tagged tagged(UserId user, SearchCriteria criteria, List<StoredTag> tags) {
        var byId = new HashMap<TagId, StoredTag>();
        tags.forEach(tag -> byId.put(tag.tag().tagId(), tag));
        for (var id : criteria.tags()) {
            if (!byId.containsKey(id)) {
                throw Problem.notFound(
                                SearchCriteria.TAG.name(), "The tag `" + id + "` does not exist.")
                        .exception();
            }
        }
        var query = criteria.query();
        var named =
                tags.stream()
                        .filter(tag ->
                                query != null && query.touches(SearchText.of(tag.tag().tagName())))
                        .toList();
        var deciding =
                tags.stream()
                        .filter(tag ->
                                criteria.isUntagged()
                                        || criteria.tags().contains(tag.tag().tagId())
                                        || named.contains(tag))
                        .toList();
        var favorites = new HashMap<StoredTag, Map<DataId, GenerationId>>();
        var read = table.concurrently(TAG_CONCURRENCY_MAX, deciding, tag -> favoritesOf(user, tag));
        for (var index = 0; index < deciding.size(); index++) {
            favorites.put(deciding.get(index), read.get(index));
        }
        var byName = new LinkedHashMap<TagName, Map<DataId, GenerationId>>();
        named.forEach(tag -> byName.put(tag.tag().tagName(), favorites.get(tag)));
        return new Tagged(
                criteria,
                criteria.tags().stream().map(id -> favorites.get(byId.get(id))).toList(),
                byName,
                criteria.isUntagged() ? List.copyOf(favorites.values()) : List.of());
    }

    /// The favorites that have a tag, each with the generation that the tagging refers to.
    private Map<DataId, GenerationId> favoritesOf(UserId user, StoredTag tag) {
        var favorites = new HashMap<DataId, GenerationId>();
        var query = Query.in(FavoritesKeys.TAGGED_BY_TAG.of(user, tag.tag().tagId()));
        for (var tagging : table.readAll(query, READ_MAX)) {
            if (TaggingItems.tagGeneration(tagging).equals(tag.generation())) {
                favorites.put(
                        TaggingItems.dataOf(tagging), TaggingItems.favoriteGeneration(tagging));
            }
        }
        return favorites;
    }

    /// The tags that decide a search, and the favorites that have them.
    ///
    /// @param required the favorites of each tag that a hit must have
    /// @param named the favorites of each tag whose name contains a word of the query
    /// @param forbidden the favorites of each tag, if a hit must have none
    private record Tagged(
            SearchCriteria criteria,
            List<Map<DataId, GenerationId>> required,
            Map<TagName, Map<DataId, GenerationId>> named,
            List<Map<DataId, GenerationId>> forbidden) {
        boolean matches(StoredFavorite favorite) {
            if (!required.stream().allMatch(favorites -> has(favorites, favorite))
                    || forbidden.stream().anyMatch(favorites -> has(favorites, favorite))) {
                return false;
            }
            var query = criteria.query();
            if (query == null) {
                return true;
            }
            var names = new ArrayList<TagName>();
            named.forEach((name, favorites) -> {
                if (has(favorites, favorite)) {
                    names.add(name);
                }
            });
            return SearchText.of(favorite.favorite(), names).matches(query);
        }

        private static boolean has(Map<DataId, GenerationId> favorites, StoredFavorite favorite) {
            return favorite.generation().equals(favorites.get(favorite.favorite().dataId()));
        }
    }
}
