package plaza.favorites.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import plaza.favorites.bookmarks.Folder;
import plaza.favorites.bookmarks.FolderItems;
import plaza.favorites.bookmarks.FolderJson;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.FavoriteParsers;
import plaza.favorites.favorite.Place;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.Tag;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TagName;
import plaza.favorites.tag.TaggingItems;
import plaza.http.Ids;
import plaza.id.UserId;
import plaza.local.context.ExportLine;
import plaza.local.context.ExportReader;
import plaza.table.Item;
import plaza.text.Malformed;

/// Converts the lines of a user's export to the items of favorites. Each favorite and tag begins
/// anew: no import can undo it, and a merge that was running has ended where it was.
final class FavoritesExportReader implements ExportReader {
    private final UserId user;
    private final Map<TagId, StoredTag> tags = new HashMap<>();

    FavoritesExportReader(UserId user) {
        this.user = user;
    }

    @Override
    public Map<String, Function<ExportLine, List<Item>>> kinds() {
        return Map.of("tag", this::tag, "favorite", this::favorite, "folder", this::folder);
    }

    private List<Item> tag(ExportLine line) {
        var tag =
                StoredTag.created(
                        new Tag(
                                line.value("tagId", FavoritesIds.TAG),
                                new TagName(line.text("tagName")),
                                line.time("createTime"),
                                line.time("lastAccessTime")));
        tags.put(tag.tag().tagId(), tag);
        return List.of(
                TagItems.tag(user, tag),
                TagItems.tagName(user, tag),
                TagCountItems.counting(user, tag, line.number("favoriteCount")));
    }

    private List<Item> favorite(ExportLine line) {
        var favorite =
                new Favorite(
                        line.value("dataId", FavoritesIds.DATA),
                        line.value("dataType", FavoriteParsers.DATA_TYPE),
                        line.value("title", FavoriteParsers.TITLE),
                        line.valueOrNull("contentUrl", FavoriteParsers.URL),
                        line.valueOrNull("thumbnailUrl", FavoriteParsers.URL),
                        line.valueOrNull("creatorId", Ids.USER),
                        line.valueOrNull("note", FavoriteParsers.NOTE),
                        line.value("clipTime", FavoriteParsers.CLIP_TIME));
        var stored = new StoredFavorite(favorite, GenerationId.begun(), null, places(line));
        var items = new ArrayList<Item>();
        items.add(FavoriteItems.favorite(user, stored));
        for (var reference : line.objects("tags")) {
            var tag = tags.get(reference.value("tagId", FavoritesIds.TAG));
            if (tag == null) {
                throw new Malformed("must follow the lines of its tags");
            }
            items.add(TaggingItems.tagged(user, stored, tag.tag().tagId(), tag.generation()));
        }
        return items;
    }

    private static List<Place> places(ExportLine line) {
        var folders = line.values("folderIds", FolderJson.FOLDER_ID);
        var orders = line.numbers("folderOrders");
        if (folders.size() != orders.size()) {
            throw new Malformed("must have as many folderOrders as folderIds");
        }
        var places = new ArrayList<Place>();
        for (var index = 0; index < folders.size(); index++) {
            places.add(new Place(folders.get(index), orders.get(index)));
        }
        return places;
    }

    private List<Item> folder(ExportLine line) {
        return List.of(
                FolderItems.folder(
                        user,
                        new Folder(
                                line.value("folderId", FolderJson.FOLDER_ID),
                                line.value("parentId", FolderJson.FOLDER_ID),
                                line.number("order"),
                                line.text("name"),
                                line.textOrNull("browserFolder"),
                                line.valueOrNull("tagId", FavoritesIds.TAG),
                                line.valueOrNull("note", FavoriteParsers.NOTE),
                                line.numbers("separators"))));
    }

    @Override
    public List<Item> rest() {
        return List.of();
    }
}
