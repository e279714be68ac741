package plaza.favorites.bookmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.Place;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.id.FolderId;
import plaza.favorites.id.TagId;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagName;
import plaza.favorites.tag.TaggingItems;
import plaza.table.Item;
import plaza.text.IsoTime;
import plaza.text.PlainText;

/// Writes favorites as a bookmarks file that every browser reads ([BookmarksFile]).
///
/// The file has the folders that imports saved, with their separators and descriptions. A favorite
/// is in the folders of the files that contained it, as long as it has the tags of these folders;
/// without the tag of a folder it moves to the parent. A favorite that no file contained is in the
/// folders of its tags, after the others.
///
/// Because of attributes that only Plaza has, such as `DATA_ID` and `DATA_TYPE`, an export can be
/// imported without loss. Other programs ignore them.
final class BookmarksExport {
    /// Where the tags of a favorite are written.
    enum Layout {
        /// A tree, and in `TAGS` the tags that are not folders of the favorite.
        FOLDERS,
        /// A flat list with all tags in `TAGS`.
        TAGS,
        /// A tree with all tags in `TAGS`.
        BOTH;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String FOOT = "</DL><p>\n";

    /// The order of entries that were in no file: after the others.
    private static final long LAST = Long.MAX_VALUE;

    private final Layout layout;
    private final Map<TagId, StoredTag> tags;

    /// The folders whose tag exists, and the tree's root.
    private final Map<FolderId, Folder> folders = new LinkedHashMap<>();

    /// The parents of folders whose tag no longer exists.
    private final Map<FolderId, FolderId> parentsOfOthers = new HashMap<>();

    private final Map<TagId, List<FolderId>> foldersByTag = new HashMap<>();
    private final Map<FolderId, List<Entry>> entriesByFolder = new HashMap<>();

    /// An entry of a folder.
    private record Entry(long order, String text, @Nullable FolderId folder) {}

    /// @param folders the user's folders; ignored by [Layout#TAGS]
    /// @param tags the tags of the favorites and of the folders, by id
    BookmarksExport(Layout layout, List<Folder> folders, Map<TagId, StoredTag> tags) {
        this.layout = layout;
        this.tags = tags;
        if (layout == Layout.TAGS) {
            return;
        }
        for (var folder : folders) {
            if (folder.tag() == null || tags.containsKey(folder.tag())) {
                this.folders.put(folder.id(), folder);
                if (folder.tag() != null) {
                    foldersByTag
                            .computeIfAbsent(folder.tag(), _ -> new ArrayList<>())
                            .add(folder.id());
                }
            } else {
                parentsOfOthers.put(folder.id(), folder.parent());
            }
        }
        for (var folder : this.folders.values()) {
            if (!folder.id().equals(FolderId.ROOT)) {
                entries(parent(folder))
                        .add(new Entry(folder.order(), heading(folder), folder.id()));
            }
            for (var separator : folder.separators()) {
                entries(folder.id()).add(new Entry(separator, "    <HR>\n", null));
            }
        }
    }

    /// A favorite as it is written.
    ///
    /// @param orders its order in each of its folders
    record Written(String text, Map<FolderId, Long> orders) {
        /// The bytes in the response of a function.
        int bytes() {
            return responseBytes(text) * orders.size();
        }
    }

    /// Adds favorites until the file is full, at least one.
    ///
    /// @param items the favorites
    /// @param taggings the taggings of each favorite
    /// @param bytesMax the most bytes in the response of a function
    /// @return the number of favorites added
    int fill(List<Item> items, Map<DataId, List<Item>> taggings, int bytesMax) {
        var bytes = folderBytes();
        for (var count = 0; count < items.size(); count++) {
            var favorite = FavoriteItems.storedFavorite(items.get(count));
            var ofFavorite = taggings.getOrDefault(favorite.favorite().dataId(), List.of());
            var written = written(favorite, TaggingItems.current(ofFavorite, favorite, tags));
            bytes += written.bytes();
            if (count > 0 && bytes > bytesMax) {
                return count;
            }
            add(written);
        }
        return items.size();
    }

    void add(Written favorite) {
        favorite.orders()
                .forEach((folder, order) ->
                        entries(folder).add(new Entry(order, favorite.text(), null)));
    }

    Written written(StoredFavorite stored, List<StoredTag> favoriteTags) {
        var ids = favoriteTags.stream().map(tag -> tag.tag().tagId()).collect(Collectors.toSet());
        var places = places(stored, ids);
        var represented = new HashSet<TagId>();
        if (layout == Layout.FOLDERS) {
            places.keySet().forEach(folder -> represented.addAll(tagsOfPath(folder)));
        }
        var names =
                favoriteTags.stream()
                        .filter(tag -> !represented.contains(tag.tag().tagId()))
                        .map(StoredTag::tag)
                        .map(tag -> escaped(tag.tagName().text()))
                        .toList();
        return new Written(bookmark(stored.favorite(), names), places);
    }

    /// The bytes of the folders and separators in the response of a function.
    int folderBytes() {
        return entriesByFolder.values().stream()
                .flatMap(List::stream)
                .mapToInt(entry -> responseBytes(entry.text()) + 2 * FOOT.length() + 8)
                .sum();
    }

    /// The file.
    ///
    /// @param comment a comment for its first lines, or empty
    /// @param isWithEmptyFolders whether folders without bookmarks are written, and separators
    String file(String comment, boolean isWithEmptyFolders) {
        var head =
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <!-- This is an automatically generated file.
                     It will be read and overwritten.
                     DO NOT EDIT! -->
                %s<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                <TITLE>Bookmarks</TITLE>
                <H1>Bookmarks</H1>
                <DL><p>
                """
                        .formatted(comment);
        var file = new StringBuilder(head);
        write(file, FolderId.ROOT, isWithEmptyFolders);
        return file.append(FOOT).toString();
    }

    /// Writes the entries of a folder. The depth is that of an imported file at most.
    private void write(StringBuilder file, FolderId folder, boolean isWithEmptyFolders) {
        var entries = new ArrayList<>(entriesByFolder.getOrDefault(folder, List.of()));
        entries.sort(Comparator.comparingLong(Entry::order));
        for (var entry : entries) {
            if (entry.folder() != null) {
                var content = new StringBuilder();
                write(content, entry.folder(), isWithEmptyFolders);
                if (isWithEmptyFolders || !content.isEmpty()) {
                    file.append(entry.text()).append("    <DL><p>\n");
                    file.append(content).append("    ").append(FOOT);
                }
            } else if (isWithEmptyFolders || !entry.text().endsWith("<HR>\n")) {
                file.append(entry.text());
            }
        }
    }

    /// The orders of a favorite in its folders.
    private Map<FolderId, Long> places(StoredFavorite stored, Set<TagId> ids) {
        var places = new LinkedHashMap<FolderId, Long>();
        if (layout == Layout.TAGS) {
            places.put(FolderId.ROOT, LAST);
            return places;
        }
        for (var place : stored.places()) {
            places.putIfAbsent(folderOf(place, ids), place.order());
        }
        if (places.isEmpty()) {
            for (var tag : ids) {
                for (var folder : foldersByTag.getOrDefault(tag, List.of())) {
                    if (ids.containsAll(tagsOfPath(folder))) {
                        places.put(folder, LAST);
                    }
                }
            }
            // the innermost folders remain, because they are within the others
            for (var folder : List.copyOf(places.keySet())) {
                var parent = folders.get(folder);
                while (parent != null && !parent.id().equals(FolderId.ROOT)) {
                    var above = parent(parent);
                    places.remove(above);
                    parent = folders.get(above);
                }
            }
        }
        if (places.isEmpty()) {
            places.put(FolderId.ROOT, LAST);
        }
        return places;
    }

    /// The folder of a place, or the nearest one around it whose tag the favorite has.
    private FolderId folderOf(Place place, Set<TagId> ids) {
        var id = existing(place.folder());
        var folder = folders.get(id);
        while (folder != null && folder.tag() != null && !ids.contains(folder.tag())) {
            id = parent(folder);
            folder = folders.get(id);
        }
        return id;
    }

    private Set<TagId> tagsOfPath(FolderId innermost) {
        var path = new HashSet<TagId>();
        var folder = folders.get(innermost);
        while (folder != null && !folder.id().equals(FolderId.ROOT)) {
            if (folder.tag() != null) {
                path.add(folder.tag());
            }
            folder = folders.get(parent(folder));
        }
        return path;
    }

    private FolderId parent(Folder folder) {
        return existing(folder.parent());
    }

    /// A folder, or the nearest one around it that exists.
    private FolderId existing(FolderId first) {
        @Nullable FolderId id = first;
        while (id != null && !folders.containsKey(id)) {
            id = parentsOfOthers.get(id);
        }
        return id == null ? FolderId.ROOT : id;
    }

    private List<Entry> entries(FolderId folder) {
        return entriesByFolder.computeIfAbsent(folder, _ -> new ArrayList<>());
    }

    private String heading(Folder folder) {
        var text = new StringBuilder("    <DT><H3");
        if (folder.kind() != null) {
            attribute(text, folder.kind(), "true");
        }
        text.append('>').append(CharacterReferences.escaped(name(folder))).append("</H3>\n");
        if (folder.note() != null) {
            text.append("    <DD>")
                    .append(CharacterReferences.escaped(folder.note().text()))
                    .append('\n');
        }
        return text.toString();
    }

    /// The name of a folder, or of its tag if the tag was renamed.
    private String name(Folder folder) {
        var tag = folder.tag() == null ? null : tags.get(folder.tag());
        return tag == null || tag.normalisedName().equals(new TagName(folder.name()).normalised())
                ? folder.name()
                : tag.tag().tagName().text();
    }

    private static String bookmark(Favorite favorite, List<String> names) {
        var text = new StringBuilder("    <DT><A");
        attribute(text, "HREF", address(favorite));
        attribute(text, "ADD_DATE", Long.toString(favorite.clipTime().getEpochSecond()));
        if (!names.isEmpty()) {
            attribute(text, "TAGS", String.join(",", names));
        }
        attribute(text, BookmarksFile.DATA_ID, favorite.dataId().value());
        attribute(text, BookmarksFile.DATA_TYPE, favorite.dataType().wireName());
        attribute(text, BookmarksFile.CLIP_TIME, IsoTime.format(favorite.clipTime()));
        if (favorite.thumbnailUrl() != null) {
            attribute(text, BookmarksFile.THUMBNAIL_URL, favorite.thumbnailUrl().text());
        }
        if (favorite.creatorId() != null) {
            attribute(text, BookmarksFile.CREATOR_ID, favorite.creatorId().value());
        }
        text.append('>')
                .append(CharacterReferences.escaped(favorite.title().text()))
                .append("</A>\n");
        if (favorite.note() != null) {
            text.append("    <DD>")
                    .append(CharacterReferences.escaped(favorite.note().text()))
                    .append('\n');
        }
        return text.toString();
    }

    private static String address(Favorite favorite) {
        return favorite.contentUrl() == null
                ? BookmarksFile.NO_ADDRESS + favorite.dataId()
                : favorite.contentUrl().text();
    }

    private static void attribute(StringBuilder file, String name, String value) {
        file.append(' ')
                .append(name)
                .append("=\"")
                .append(CharacterReferences.escaped(value))
                .append('"');
    }

    /// Escapes a tag name for the comma-separated list. The reader unescapes it only in a file that
    /// Plaza wrote.
    private static String escaped(String tag) {
        return tag.replace("%", "%25").replace(",", "%2C");
    }

    /// The bytes of a text in the JSON of a response: quotes, backslashes and line ends take two,
    /// other controls six.
    static int responseBytes(String text) {
        var bytes = PlainText.bytes(text);
        for (var index = 0; index < text.length(); index++) {
            var character = text.charAt(index);
            if (character == '"' || character == '\\' || character == '\n') {
                bytes++;
            } else if (character < ' ') {
                bytes += 5;
            }
        }
        return bytes;
    }
}
