package plaza.favorites.search;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteParsers;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.TagId;
import plaza.http.Parameter;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Schema;
import plaza.http.Schema.Text;
import plaza.text.Malformed;

/// The conditions of a search, all of which a favorite must fulfil.
///
/// @param query the words, or null
/// @param tags the tags that the favorite must have
/// @param type the type, or null for all
/// @param isUntagged whether the favorite must have no tag
/// @param from the earliest clip time, or null
/// @param to the first clip time after the range, or null
public record SearchCriteria(
        SearchQuery.@Nullable Ready query,
        List<TagId> tags,
        @Nullable DataType type,
        boolean isUntagged,
        @Nullable Instant from,
        @Nullable Instant to) {
    /// Tags in one search.
    private static final int TAGS_MAX = 10;

    static final Parameter<SearchQuery.Ready> QUERY =
            Parameter.of(
                    "q",
                    Text.plain("lighthouse").length(1, SearchQuery.LENGTH_MAX),
                    "Words that the title, the note or the address contains; `-word` excludes a"
                            + " word, and quotation marks enclose a phrase. Required without"
                            + " another filter.",
                    SearchCriteria::ready);
    static final Parameter<List<TagId>> TAG =
            Parameter.of(
                    "tag",
                    new Schema.Array<>(FavoritesIds.TAG, 1, TAGS_MAX),
                    "Tags that a favorite must all have, separated by commas or as repeated"
                            + " parameters.",
                    SearchCriteria::tags);
    static final Parameter<DataType> TYPE =
            Parameter.of("type", FavoriteParsers.DATA_TYPE, "The type of the favorites.");
    static final Parameter<Boolean> UNTAGGED =
            Parameter.flag(
                    "untagged", "Only favorites without tags. It cannot be combined with `tag`.");
    static final Parameter<Instant> FROM =
            Parameter.of("from", FavoriteParsers.CLIP_TIME, "The earliest clip time.");
    static final Parameter<Instant> TO =
            Parameter.of("to", FavoriteParsers.CLIP_TIME, "The first clip time after the range.");

    /// The query parameters of a search.
    public static Parameter<?>[] parameters(Parameter<?>... more) {
        return Stream.concat(Stream.of(QUERY, TAG, TYPE, UNTAGGED, FROM, TO), Stream.of(more))
                .toArray(Parameter<?>[]::new);
    }

    /// Reads the query parameters.
    ///
    /// @throws plaza.http.ProblemException 400 if one is invalid, if there is none, or if the
    ///   search is for tags and for favorites without tags
    public static SearchCriteria of(Request request) {
        var tags = request.queryOrNull(TAG);
        var untagged = request.query(UNTAGGED);
        var type = request.queryOrNull(TYPE);
        var from = request.queryOrNull(FROM);
        var to = request.queryOrNull(TO);
        boolean isFiltered = tags != null || untagged || type != null || from != null || to != null;
        var query = isFiltered ? request.queryOrNull(QUERY) : request.query(QUERY);
        if (tags != null && untagged) {
            throw Problem.malformed(
                            UNTAGGED.name(),
                            "The query parameter `untagged` cannot be combined with `tag`.")
                    .exception();
        }
        return new SearchCriteria(query, tags == null ? List.of() : tags, type, untagged, from, to);
    }

    /// Whether a favorite fulfils the conditions that do not depend on tags and words.
    boolean accepts(Favorite favorite) {
        return (type == null || favorite.dataType() == type)
                && (from == null || !favorite.clipTime().isBefore(from))
                && (to == null || favorite.clipTime().isBefore(to));
    }

    /// API Gateway joins repeated parameters with commas; no id contains one.
    private static List<TagId> tags(String text) {
        var tags = Stream.of(text.split(",", -1)).map(TagId::parse).distinct().toList();
        if (tags.size() > TAGS_MAX) {
            throw new Malformed("must occur at most " + TAGS_MAX + " times");
        }
        return tags;
    }

    private static SearchQuery.Ready ready(String text) {
        return switch (SearchQuery.parse(text)) {
            case SearchQuery.Ready ready -> ready;
            case SearchQuery.Blank() -> throw new Malformed("must contain a letter or digit");
            case SearchQuery.TooLong() ->
                    throw new Malformed(
                            "must be at most " + SearchQuery.LENGTH_MAX + " characters");
        };
    }
}
