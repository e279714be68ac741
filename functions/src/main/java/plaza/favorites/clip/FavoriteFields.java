package plaza.favorites.clip;

import java.time.Instant;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteParsers;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Ids;
import plaza.id.UserId;

/// The fields of requests that describe a favorite. An empty note is none.
public final class FavoriteFields {
    public static final Field<DataType> DATA_TYPE =
            Field.text("dataType", FavoriteParsers.DATA_TYPE);
    public static final Field<Title> TITLE = Field.text("title", FavoriteParsers.TITLE);
    public static final Field<SavedUrl> CONTENT_URL =
            Field.text("contentUrl", FavoriteParsers.URL).optional();
    public static final Field<SavedUrl> THUMBNAIL_URL =
            Field.text("thumbnailUrl", FavoriteParsers.URL).optional();
    public static final Field<UserId> CREATOR_ID = Field.text("creatorId", Ids.USER).optional();
    public static final Field<Instant> CLIP_TIME =
            Field.text("clipTime", FavoriteParsers.CLIP_TIME).optional();
    public static final Field<Note> NOTE = Field.text("note", FavoriteParsers.NOTE).optional();

    private FavoriteFields() {}

    /// The favorite in a body that describes it completely.
    ///
    /// @param now the clip time of a favorite without one
    static Favorite described(DataId data, Body body, Instant now) {
        var clipTime = body.getOrNull(CLIP_TIME);
        var note = body.getOrNull(NOTE);
        return new Favorite(
                data,
                body.get(DATA_TYPE),
                body.get(TITLE),
                body.getOrNull(CONTENT_URL),
                body.getOrNull(THUMBNAIL_URL),
                body.getOrNull(CREATOR_ID),
                note == null || note.text().isEmpty() ? null : note,
                clipTime == null ? now : clipTime);
    }
}
