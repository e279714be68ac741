package plaza.favorites;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.StoredTag;
import plaza.favorites.model.UrlMatch;
import plaza.http.Ids;
import plaza.http.Schema;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.DataId;
import plaza.id.TagId;

/// Converts the records of the favorites context to JSON.
final class FavoriteJson {
    static final Shape<Favorite> FAVORITE =
            Shape.<Favorite>named("Favorite")
                    .with("dataId", Ids.DATA, Favorite::dataId)
                    .with("dataType", FavoriteParsers.DATA_TYPE, Favorite::dataType)
                    .with("title", FavoriteParsers.TITLE, Favorite::title)
                    .optional("contentUrl", FavoriteParsers.URL, Favorite::contentUrl)
                    .optional("thumbnailUrl", FavoriteParsers.URL, Favorite::thumbnailUrl)
                    .optional("creatorId", Ids.USER, Favorite::creatorId)
                    .with("clipTime", FavoriteParsers.CLIP_TIME, Favorite::clipTime)
                    .optional("note", FavoriteParsers.NOTE, Favorite::note);

    private static final Text<String> MATCH =
            Text.words(Stream.of(UrlMatch.values()).map(UrlMatch::wireName).toArray(String[]::new));

    private static final Shape<StoredTag> TAG_REFERENCE =
            Shape.<StoredTag>named("TagReference")
                    .with("tagId", Ids.TAG, state -> state.tag().tagId())
                    .with("tagName", FavoriteParsers.TAG_NAME, state -> state.tag().tagName());

    static final Shape<ExpandedFavorite> EXPANDED_FAVORITE =
            Shape.<ExpandedFavorite>named("ExpandedFavorite")
                    .all(FAVORITE, ExpandedFavorite::favorite)
                    .optional(
                            ExpandedTags.TAGS,
                            Schema.Array.of(TAG_REFERENCE),
                            ExpandedFavorite::tags);

    static final Shape<FoundFavorite> FOUND_FAVORITE =
            Shape.<FoundFavorite>named("FoundFavorite")
                    .all(EXPANDED_FAVORITE, FoundFavorite::favorite)
                    .with("match", MATCH, found -> found.match().wireName());

    static final Shape<StoredTag> TAG =
            Shape.<StoredTag>named("Tag")
                    .all(TAG_REFERENCE, state -> state)
                    .with("createTime", Text.TIME, state -> state.tag().createTime())
                    .with("lastAccessTime", Text.TIME, state -> state.tag().lastAccessTime())
                    .with("favoriteCount", Whole.COUNT, StoredTag::favoriteCount)
                    .optional("mergingInto", Ids.TAG, StoredTag::mergingInto);

    static final Shape<Tagging> TAGGING =
            Shape.<Tagging>named("Tagging")
                    .with("dataId", Ids.DATA, Tagging::data)
                    .with("tagId", Ids.TAG, Tagging::tag);

    static final Shape<Merge> TAG_MERGE =
            Shape.<Merge>named("TagMerge")
                    .with("tagId", Ids.TAG, Merge::tag)
                    .with("into", Ids.TAG, Merge::into);

    private FavoriteJson() {}

    /// A favorite with its tags, or null if the request does not expand them.
    record ExpandedFavorite(Favorite favorite, @Nullable List<StoredTag> tags) {}

    /// A favorite that a search for an address finds.
    record FoundFavorite(ExpandedFavorite favorite, UrlMatch match) {}

    /// A tag of a favorite.
    record Tagging(DataId data, TagId tag) {}

    /// A tag whose favorites move to another one.
    record Merge(TagId tag, TagId into) {}
}
