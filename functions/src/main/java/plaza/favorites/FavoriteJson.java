package plaza.favorites;

import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.StoredTag;
import plaza.http.Json;
import plaza.id.DataId;
import plaza.id.TagId;

/// Converts the records of the favorites context to JSON.
final class FavoriteJson {
    private FavoriteJson() {}

    static Json favorite(Favorite favorite) {
        return Json.object()
                .with("dataId", favorite.dataId().value())
                .with("dataType", favorite.dataType().wireName())
                .with("title", favorite.title().text())
                .with("contentUrl", text(favorite.contentUrl()))
                .with("thumbnailUrl", text(favorite.thumbnailUrl()))
                .with("creatorId", text(favorite.creatorId()))
                .with("clipTime", favorite.clipTime())
                .with("note", favorite.note() == null ? null : favorite.note().text());
    }

    static Json tag(StoredTag state) {
        var tag = state.tag();
        return Json.object()
                .with("tagId", tag.tagId().value())
                .with("tagName", tag.tagName().text())
                .with("createTime", tag.createTime())
                .with("lastAccessTime", tag.lastAccessTime())
                .with("favoriteCount", state.favoriteCount())
                .with("mergingInto", text(state.mergingInto()));
    }

    static Json tagReference(StoredTag state) {
        var tag = state.tag();
        return Json.object()
                .with("tagId", tag.tagId().value())
                .with("tagName", tag.tagName().text());
    }

    static Json tagged(DataId data, TagId tag) {
        return Json.object().with("dataId", data.value()).with("tagId", tag.value());
    }

    static Json merge(TagId tag, TagId into) {
        return Json.object().with("tagId", tag.value()).with("into", into.value());
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
