package plaza.favorites.favorite;

import plaza.favorites.id.FavoritesIds;
import plaza.http.Ids;
import plaza.http.Shape;

/// Converts favorites to JSON.
public final class FavoriteJson {
    public static final Shape<Favorite> FAVORITE =
            Shape.<Favorite>named("Favorite")
                    .with("dataId", FavoritesIds.DATA, Favorite::dataId)
                    .with("dataType", FavoriteParsers.DATA_TYPE, Favorite::dataType)
                    .with("title", FavoriteParsers.TITLE, Favorite::title)
                    .optional("contentUrl", FavoriteParsers.URL, Favorite::contentUrl)
                    .optional("thumbnailUrl", FavoriteParsers.URL, Favorite::thumbnailUrl)
                    .optional("creatorId", Ids.USER, Favorite::creatorId)
                    .with("clipTime", FavoriteParsers.CLIP_TIME, Favorite::clipTime)
                    .optional("note", FavoriteParsers.NOTE, Favorite::note);

    private FavoriteJson() {}
}
