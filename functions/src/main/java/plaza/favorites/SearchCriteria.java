package plaza.favorites;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.DataType;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.SearchQuery;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.id.TagId;
import plaza.text.Malformed;

/// The conditions of a search, all of which a favorite must fulfil.
///
/// @param query the words, or null
/// @param tags the tags that the favorite must have
/// @param type the type, or null for all
/// @param isUntagged whether the favorite must have no tag
/// @param from the earliest clip time, or null
/// @param to the first clip time after the range, or null
record SearchCriteria(
        SearchQuery.@Nullable Ready query,
        List<TagId> tags,
        @Nullable DataType type,
        boolean isUntagged,
        @Nullable Instant from,
        @Nullable Instant to) {
    static final String QUERY = "q";
    static final String TAG = "tag";
    static final String TYPE = "type";
    static final String UNTAGGED = "untagged";
    static final String FROM = "from";
    static final String TO = "to";

    /// Tags in one search.
    private static final int TAGS_MAX = 10;

    /// The query parameters of a search.
    static String[] parameters(String... more) {
        return Stream.concat(Stream.of(QUERY, TAG, TYPE, UNTAGGED, FROM, TO), Stream.of(more))
                .toArray(String[]::new);
    }

    /// Reads the query parameters.
    ///
    /// @throws plaza.http.ProblemException 400 if one is invalid, if there is none, or if the
    ///   search is for tags and for favorites without tags
    static SearchCriteria of(Request request) {
        var tags = request.queryOrNull(TAG, SearchCriteria::tags);
        var untagged = request.queryOrNull(UNTAGGED, SearchCriteria::isTrue);
        var type = request.queryOrNull(TYPE, FavoriteParsers::dataType);
        var from = request.queryOrNull(FROM, FavoriteParsers::clipTime);
        var to = request.queryOrNull(TO, FavoriteParsers::clipTime);
        boolean isFiltered =
                tags != null || untagged != null || type != null || from != null || to != null;
        var query =
                isFiltered
                        ? request.queryOrNull(QUERY, SearchCriteria::ready)
                        : request.query(QUERY, SearchCriteria::ready);
        if (tags != null && untagged != null) {
            throw Problem.malformed(
                            UNTAGGED,
                            "The query parameter `untagged` cannot be combined with `tag`.")
                    .exception();
        }
        return new SearchCriteria(
                query, tags == null ? List.of() : tags, type, untagged != null, from, to);
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

    private static Boolean isTrue(String text) {
        if (!text.equals("true")) {
            throw new Malformed("must be true or absent");
        }
        return true;
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
