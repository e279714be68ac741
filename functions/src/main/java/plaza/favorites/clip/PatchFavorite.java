package plaza.favorites.clip;

import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.FavoriteJson;
import plaza.favorites.favorite.FavoriteProblems;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagReplacement;
import plaza.favorites.tag.TaggingWrites;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.IfMatch;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;

/// Changes single fields of a favorite: one read, and one write on condition that the description
/// is as read. Tags replace those that the favorite has, in the same transaction. As in a JSON
/// merge patch (RFC 7396), absent fields remain and null removes an optional field.
///
/// With `If-Match`, only a version that the caller has seen is changed; any other returns 412. A
/// patch that changes nothing succeeds for every version, as RFC 9110 (13.1.1) allows. A repeated
/// request whose first attempt succeeded therefore does not fail.
public final class PatchFavorite extends ApiFunction {
    public static final Field<DataType> DATA_TYPE = FavoriteFields.DATA_TYPE.replaceable();
    public static final Field<Title> TITLE = FavoriteFields.TITLE.replaceable();

    private final TaggingWrites taggings;

    public PatchFavorite() {
        this(Services.deployed());
    }

    public PatchFavorite(Services services) {
        super(services);
        taggings = new TaggingWrites(table);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var body =
                request.body(
                        DATA_TYPE,
                        TITLE,
                        FavoriteFields.CONTENT_URL,
                        FavoriteFields.THUMBNAIL_URL,
                        FavoriteFields.CREATOR_ID,
                        FavoriteFields.NOTE,
                        TagReplacement.FIELD);
        var ifMatch = request.ifMatch();
        return table.optimistically(() -> change(user, data, body, ifMatch));
    }

    private Attempt<Response> change(UserId user, DataId data, Body body, IfMatch ifMatch) {
        var ids = body.getOrNull(TagReplacement.FIELD);
        var tags = ids == null ? null : TagReplacement.read(table, taggings, user, data, ids);
        var item =
                tags == null
                        ? table.getConsistent(FavoritesKeys.FAVORITE.key(user, data))
                        : tags.favorite();
        if (item == null) {
            throw FavoriteProblems.noFavorite();
        }
        var stored = FavoriteItems.storedFavorite(item);
        var replacement = stored.describedBy(patched(stored.favorite(), body));
        var response = Response.one(FavoriteJson.FAVORITE.of(replacement.favorite()));
        var change = new FavoriteChange(user, item, replacement, tags);
        if (change.isDone()) {
            return Attempt.done(response);
        }
        var current = Response.entityTag(FavoriteJson.FAVORITE.of(stored.favorite()));
        ifMatch.require("favorite", current::equals);
        return change.write(table) ? Attempt.done(response) : Attempt.tryAgain();
    }

    private static Favorite patched(Favorite favorite, Body body) {
        var note = patched(body, FavoriteFields.NOTE, favorite.note());
        var type = body.getOrNull(DATA_TYPE);
        var title = body.getOrNull(TITLE);
        return new Favorite(
                favorite.dataId(),
                type == null ? favorite.dataType() : type,
                title == null ? favorite.title() : title,
                patched(body, FavoriteFields.CONTENT_URL, favorite.contentUrl()),
                patched(body, FavoriteFields.THUMBNAIL_URL, favorite.thumbnailUrl()),
                patched(body, FavoriteFields.CREATOR_ID, favorite.creatorId()),
                note == null || note.text().isEmpty() ? null : note,
                favorite.clipTime());
    }

    private static <T> @Nullable T patched(Body body, Field<T> field, @Nullable T stored) {
        return body.contains(field) ? body.getOrNull(field) : stored;
    }
}
