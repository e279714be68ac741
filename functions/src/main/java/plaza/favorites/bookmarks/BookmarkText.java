package plaza.favorites.bookmarks;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.Place;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.favorites.id.FolderId;
import plaza.favorites.tag.TagName;
import plaza.id.UserId;

/// Converts bookmarks and folders to texts of a chunk of an import, and back.
public final class BookmarkText {
    private static final String FIELD_END = "\n";
    private static final String PLACE_END = ",";

    /// Begins the text of a folder in a chunk; that of a bookmark begins with an id.
    private static final String FOLDER = "/";

    private BookmarkText() {}

    /// A bookmark as one text of a chunk: one field per line, and last the note, the only field
    /// that can contain line breaks. The clip time of a bookmark without a date is left out,
    /// because it depends on the time of the import, so that the text is the same in every import.
    static String bookmark(Bookmark bookmark, Instant importTime) {
        var favorite = bookmark.favorite();
        var fields = new ArrayList<String>();
        fields.add(favorite.dataId().value());
        fields.add(bookmark.named() ? "named" : "");
        fields.add(favorite.dataType().wireName());
        fields.add(favorite.title().text());
        fields.add(orEmpty(favorite.contentUrl(), SavedUrl::text));
        fields.add(orEmpty(favorite.thumbnailUrl(), SavedUrl::text));
        fields.add(orEmpty(favorite.creatorId(), UserId::value));
        fields.add(
                favorite.clipTime().equals(Bookmark.timeWithoutDate(importTime, bookmark.places()))
                        ? ""
                        : Long.toString(favorite.clipTime().toEpochMilli()));
        fields.add(Integer.toString(bookmark.line()));
        fields.add(Integer.toString(bookmark.tags().size()));
        bookmark.tags().forEach(tag -> fields.add(tag.text()));
        fields.add(
                bookmark.places().stream()
                        .map(place -> new Place(place.folder(), Place.position(place.order())))
                        .map(Place::text)
                        .collect(Collectors.joining(PLACE_END)));
        fields.add(orEmpty(favorite.note(), Note::text));
        return String.join(FIELD_END, fields);
    }

    static Bookmark bookmark(String text, Instant importTime) {
        var lines = text.split(FIELD_END, -1);
        var tagCount = Integer.parseInt(lines[9]);
        var tags = new ArrayList<TagName>();
        for (var number = 0; number < tagCount; number++) {
            tags.add(new TagName(lines[10 + number]));
        }
        var places = new ArrayList<Place>();
        for (var place : lines[10 + tagCount].split(PLACE_END, 0)) {
            if (!place.isEmpty()) {
                var read = Place.of(place);
                places.add(new Place(read.folder(), Place.order(importTime, (int) read.order())));
            }
        }
        var note = String.join(FIELD_END, List.of(lines).subList(11 + tagCount, lines.length));
        var favorite =
                new Favorite(
                        DataId.of(lines[0]),
                        DataType.of(lines[2]),
                        new Title(lines[3]),
                        lines[4].isEmpty() ? null : SavedUrl.parse(lines[4]),
                        lines[5].isEmpty() ? null : SavedUrl.parse(lines[5]),
                        lines[6].isEmpty() ? null : UserId.of(lines[6]),
                        note.isEmpty() ? null : new Note(note),
                        lines[7].isEmpty()
                                ? Bookmark.timeWithoutDate(importTime, places)
                                : Instant.ofEpochMilli(Long.parseLong(lines[7])));
        return new Bookmark(
                favorite, !lines[1].isEmpty(), tags, places, Integer.parseInt(lines[8]));
    }

    static boolean isFolder(String text) {
        return text.startsWith(FOLDER);
    }

    /// A folder without its tag as one text of a chunk, with positions instead of orders.
    static String folder(Folder folder) {
        return String.join(
                FIELD_END,
                FOLDER,
                folder.id().value(),
                folder.parent().value(),
                Integer.toString(Place.position(folder.order())),
                folder.name(),
                orEmpty(folder.kind(), Function.identity()),
                folder.separators().stream()
                        .map(order -> Integer.toString(Place.position(order)))
                        .collect(Collectors.joining(PLACE_END)),
                orEmpty(folder.note(), Note::text));
    }

    static Folder folder(String text, Instant importTime) {
        var lines = text.split(FIELD_END, -1);
        var note = String.join(FIELD_END, List.of(lines).subList(7, lines.length));
        return new Folder(
                FolderId.of(lines[1]),
                FolderId.of(lines[2]),
                Place.order(importTime, Integer.parseInt(lines[3])),
                lines[4],
                lines[5].isEmpty() ? null : lines[5],
                null,
                note.isEmpty() ? null : new Note(note),
                lines[6].isEmpty()
                        ? List.of()
                        : Stream.of(lines[6].split(PLACE_END, -1))
                                .map(position ->
                                        Place.order(importTime, Integer.parseInt(position)))
                                .toList());
    }

    private static <T> String orEmpty(@Nullable T value, Function<T, String> text) {
        return value == null ? "" : text.apply(value);
    }
}
