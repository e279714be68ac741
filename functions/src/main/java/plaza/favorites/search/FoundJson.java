package plaza.favorites.search;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteJson;
import plaza.favorites.favorite.UrlMatch;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagJson;
import plaza.http.Schema;
import plaza.http.Schema.Text;
import plaza.http.Shape;

/// Converts favorites that a list or a search finds to JSON.
public final class FoundJson {
    private static final Text<UrlMatch> MATCH =
            Text.oneOf(UrlMatch::wireName, List.of(UrlMatch.values()));

    public static final Shape<ExpandedFavorite> EXPANDED_FAVORITE =
            Shape.<ExpandedFavorite>named("ExpandedFavorite")
                    .all(FavoriteJson.FAVORITE, ExpandedFavorite::favorite)
                    .optional(
                            ExpandedTags.TAGS,
                            Schema.Array.of(TagJson.TAG_REFERENCE),
                            ExpandedFavorite::tags);

    public static final Shape<FoundFavorite> FOUND_FAVORITE =
            Shape.<FoundFavorite>named("FoundFavorite")
                    .all(EXPANDED_FAVORITE, FoundFavorite::favorite)
                    .with("match", MATCH, FoundFavorite::match);

    private FoundJson() {}

    /// A favorite with its tags, or null if the request does not expand them.
    public record ExpandedFavorite(Favorite favorite, @Nullable List<StoredTag> tags) {}

    /// A favorite that a search for an address finds.
    record FoundFavorite(ExpandedFavorite favorite, UrlMatch match) {}
}
