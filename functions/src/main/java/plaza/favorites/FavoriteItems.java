package plaza.favorites;

import static plaza.table.Condition.attribute;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Bookmark;
import plaza.favorites.model.DataType;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.Folder;
import plaza.favorites.model.Note;
import plaza.favorites.model.Place;
import plaza.favorites.model.SavedUrl;
import plaza.favorites.model.StoredFavorite;
import plaza.favorites.model.StoredTag;
import plaza.favorites.model.Tag;
import plaza.favorites.model.TagName;
import plaza.favorites.model.Title;
import plaza.id.DataId;
import plaza.id.FolderId;
import plaza.id.GenerationId;
import plaza.id.ImportId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// Converts the records of the favorites context to items and back. Times are epoch milliseconds.
public final class FavoriteItems {
    public static final String GENERATION = "generation";
    public static final String CREATOR_ID = "creatorId";
    public static final String TITLE = "title";
    public static final String THUMBNAIL_URL = "thumbnailUrl";
    public static final String CONTENT_URL = "contentUrl";
    public static final String NOTE = "note";
    public static final String DATA_TYPE = "dataType";
    public static final String CLIP_TIME = "clipTime";
    public static final String ADDED_BY = "addedBy";
    public static final String FOLDERS = "folders";
    public static final String TAG_ID = "tagId";
    public static final String TAG_NAME = "tagName";
    public static final String NORMALISED_NAME = "normalisedName";
    public static final String CREATE_TIME = "createTime";
    public static final String LAST_ACCESS_TIME = "lastAccessTime";
    public static final String FAVORITE_COUNT = "favoriteCount";
    public static final String MERGING_INTO = "mergingInto";
    public static final String FAVORITE_GENERATION = "favoriteGeneration";
    public static final String TAG_GENERATION = "tagGeneration";

    /// The attributes that a user can change after clipping, and the one that such a change
    /// removes.
    private static final List<String> DESCRIPTION =
            List.of(DATA_TYPE, TITLE, CONTENT_URL, THUMBNAIL_URL, CREATOR_ID, NOTE, ADDED_BY);

    /// The keys in the indexes by type and by address.
    private static final List<String> DESCRIPTION_KEYS =
            List.of(
                    Index.GSI_ONE.partitionKey(),
                    Index.GSI_TWO.partitionKey(),
                    Index.GSI_TWO.sortKey());

    private FavoriteItems() {}

    // ---- favorites

    public static Item favorite(UserId user, StoredFavorite stored) {
        var favorite = stored.favorite();
        var order = clipOrder(favorite);
        var item =
                Item.at(KeySpace.favorite(user, favorite.dataId()))
                        .in(KeySpace.favoritesByClipTime(user), order)
                        .in(KeySpace.favoritesByType(user, favorite.dataType().wireName()), order);
        var url = favorite.contentUrl();
        if (url != null) {
            item.in(KeySpace.favoritesByUrl(user, url.fingerprint()), order);
        }
        item.with(GENERATION, stored.generation().value())
                .with(DATA_TYPE, favorite.dataType().wireName())
                .with(TITLE, favorite.title().text())
                .with(CONTENT_URL, text(favorite.contentUrl(), SavedUrl::text))
                .with(THUMBNAIL_URL, text(favorite.thumbnailUrl(), SavedUrl::text))
                .with(CREATOR_ID, text(favorite.creatorId(), UserId::value))
                .with(NOTE, text(favorite.note(), Note::text))
                .with(CLIP_TIME, favorite.clipTime())
                .with(ADDED_BY, text(stored.addedBy(), ImportId::value));
        return (stored.places().isEmpty() ? item : item.with(FOLDERS, texts(stored.places())))
                .build();
    }

    public static StoredFavorite storedFavorite(Item item) {
        return storedFavorite(DataId.of(item.key().sk()), item);
    }

    public static Favorite favorite(Item item) {
        return storedFavorite(item).favorite();
    }

    private static StoredFavorite storedFavorite(DataId data, Item item) {
        var favorite =
                new Favorite(
                        data,
                        DataType.parse(item.text(DATA_TYPE)),
                        new Title(item.text(TITLE)),
                        parsed(item, CONTENT_URL, SavedUrl::parse),
                        parsed(item, THUMBNAIL_URL, SavedUrl::parse),
                        parsed(item, CREATOR_ID, UserId::of),
                        parsed(item, NOTE, Note::new),
                        item.time(CLIP_TIME));
        return new StoredFavorite(
                favorite,
                generation(item),
                parsed(item, ADDED_BY, ImportId::of),
                item.textsOrNone(FOLDERS).stream().map(Place::of).toList());
    }

    static List<String> texts(List<Place> places) {
        return places.stream().map(Place::text).toList();
    }

    /// The generation of a favorite or tag.
    public static GenerationId generation(Item item) {
        return GenerationId.of(item.text(GENERATION));
    }

    /// A favorite or tag exists and has this generation.
    static Predicate hasGeneration(GenerationId generation) {
        return attribute(GENERATION).is(generation.value());
    }

    /// The import has added the favorite, tag or tagging, and no user has changed it since.
    static Predicate isAddedBy(ImportId id) {
        return attribute(ADDED_BY).is(id.value());
    }

    static boolean isAddedBy(Item item, ImportId id) {
        return id.value().equals(item.textOrNull(ADDED_BY));
    }

    /// The favorite exists with the same generation and type.
    static Predicate isUnchanged(StoredFavorite stored) {
        return hasGeneration(stored.generation())
                .and(attribute(DATA_TYPE).is(stored.favorite().dataType().wireName()));
    }

    /// The write that replaces the description of a favorite and its keys in the indexes. Its
    /// places remain, because an import may change them at the same time.
    static Write.Update redescribing(Item from, Item to) {
        var update = Write.Update.of(from.key());
        for (var name : Stream.concat(DESCRIPTION.stream(), DESCRIPTION_KEYS.stream()).toList()) {
            if (!Objects.equals(from.textOrNull(name), to.textOrNull(name))) {
                update = update.setOrRemove(name, to.textOrNull(name));
            }
        }
        return update;
    }

    /// The favorite exists with the same generation and description.
    static Predicate isDescribedAsIn(Item favorite) {
        return DESCRIPTION.stream()
                .map(name -> attribute(name).isAsIn(favorite))
                .reduce(hasGeneration(generation(favorite)), Predicate::and);
    }

    static String clipOrder(Favorite favorite) {
        return KeySpace.clipOrder(favorite.clipTime(), favorite.dataId());
    }

    // ---- tags

    public static Item tag(UserId user, StoredTag stored) {
        var tag = stored.tag();
        return Item.at(KeySpace.tag(user, tag.tagId()))
                .in(KeySpace.tagsByName(user), nameOrder(stored))
                .in(
                        KeySpace.tagsByCreateTime(user),
                        KeySpace.timeOrder(tag.createTime(), tag.tagId()))
                .in(
                        KeySpace.tagsByLastAccessTime(user),
                        KeySpace.timeOrder(tag.lastAccessTime(), tag.tagId()))
                .with(GENERATION, stored.generation().value())
                .with(TAG_NAME, tag.tagName().text())
                .with(NORMALISED_NAME, stored.normalisedName())
                .with(CREATE_TIME, tag.createTime())
                .with(LAST_ACCESS_TIME, tag.lastAccessTime())
                .with(FAVORITE_COUNT, stored.favoriteCount())
                .with(MERGING_INTO, text(stored.mergingInto(), TagId::value))
                .with(ADDED_BY, text(stored.addedBy(), ImportId::value))
                .build();
    }

    public static StoredTag storedTag(Item item) {
        return storedTag(TagId.of(item.key().sk()), item);
    }

    private static StoredTag storedTag(TagId id, Item item) {
        var tag =
                new Tag(
                        id,
                        new TagName(item.text(TAG_NAME)),
                        item.time(CREATE_TIME),
                        item.time(LAST_ACCESS_TIME));
        return new StoredTag(
                tag,
                generation(item),
                item.text(NORMALISED_NAME),
                item.number(FAVORITE_COUNT),
                parsed(item, MERGING_INTO, TagId::of),
                parsed(item, ADDED_BY, ImportId::of));
    }

    /// The item that reserves a tag's name, with the data of the tag that has it.
    public static Item tagName(UserId user, StoredTag stored) {
        return Item.at(KeySpace.tagName(user, stored.normalisedName()))
                .with(TAG_ID, stored.tag().tagId().value())
                .with(TAG_NAME, stored.tag().tagName().text())
                .build();
    }

    /// The tag that has a name.
    public static TagId tagOfName(Item name) {
        return TagId.of(name.text(TAG_ID));
    }

    static Write.Update renaming(UserId user, StoredTag renamed) {
        return Write.Update.of(KeySpace.tag(user, renamed.tag().tagId()))
                .set(TAG_NAME, renamed.tag().tagName().text())
                .set(NORMALISED_NAME, renamed.normalisedName())
                .remove(ADDED_BY)
                .set(Index.LSI_ONE.sortKey(), nameOrder(renamed));
    }

    static Write.Update accessed(UserId user, TagId tag, Instant now) {
        return Write.Update.of(KeySpace.tag(user, tag))
                .set(LAST_ACCESS_TIME, now.toEpochMilli())
                .set(Index.LSI_THREE.sortKey(), KeySpace.timeOrder(now, tag));
    }

    private static String nameOrder(StoredTag stored) {
        return KeySpace.nameOrder(stored.normalisedName(), stored.tag().tagId());
    }

    // ---- folders

    private static final String PARENT = "parent";
    private static final String ORDER = "order";
    private static final String NAME = "name";
    private static final String KIND = "kind";
    private static final String SEPARATORS = "separators";

    public static Item folder(UserId user, Folder folder) {
        return Item.at(KeySpace.folder(user, folder.id()))
                .with(PARENT, folder.parent().value())
                .with(ORDER, folder.order())
                .with(NAME, folder.name())
                .with(KIND, folder.kind())
                .with(TAG_ID, text(folder.tag(), TagId::value))
                .with(NOTE, text(folder.note(), Note::text))
                .with(SEPARATORS, folder.separators().stream().map(String::valueOf).toList())
                .build();
    }

    static Folder folder(Item item) {
        return new Folder(
                FolderId.of(item.key().sk()),
                FolderId.of(item.text(PARENT)),
                item.number(ORDER),
                item.text(NAME),
                item.textOrNull(KIND),
                parsed(item, TAG_ID, TagId::of),
                parsed(item, NOTE, Note::new),
                item.texts(SEPARATORS).stream().map(Long::valueOf).toList());
    }

    // ---- taggings

    /// The item that ties a favorite to a tag.
    public static Item tagged(
            UserId user, StoredFavorite stored, TagId tag, GenerationId tagGeneration) {
        return tagged(user, stored, tag, tagGeneration, null);
    }

    /// The item that ties a favorite to a tag.
    ///
    /// @param by the import that tags a favorite that it did not add, or null
    static Item tagged(
            UserId user,
            StoredFavorite stored,
            TagId tag,
            GenerationId tagGeneration,
            @Nullable ImportId by) {
        var favorite = stored.favorite();
        var order = clipOrder(favorite);
        return Item.at(KeySpace.tagged(user, favorite.dataId(), tag))
                .in(KeySpace.favoritesByTag(user, tag), order)
                .in(
                        KeySpace.favoritesByTagAndType(user, tag, favorite.dataType().wireName()),
                        order)
                .with(FAVORITE_GENERATION, stored.generation().value())
                .with(TAG_GENERATION, tagGeneration.value())
                .with(ADDED_BY, text(by, ImportId::value))
                .build();
    }

    /// The favorite of a tagging.
    public static DataId dataOf(Item tagging) {
        return KeySpace.dataOf(tagging.key());
    }

    /// The tag of a tagging.
    public static TagId tagOf(Item tagging) {
        return TagId.of(tagging.key().sk());
    }

    /// The generation of the favorite that a tagging refers to.
    public static GenerationId favoriteGeneration(Item tagging) {
        return GenerationId.of(tagging.text(FAVORITE_GENERATION));
    }

    /// The generation of the tag that a tagging refers to.
    public static GenerationId tagGeneration(Item tagging) {
        return GenerationId.of(tagging.text(TAG_GENERATION));
    }

    /// Whether a tagging refers to these generations. Readers ignore all others, which remain from
    /// an earlier generation.
    static boolean isCurrent(Item tagging, StoredFavorite favorite, StoredTag tag) {
        return favoriteGeneration(tagging).equals(favorite.generation())
                && tagGeneration(tagging).equals(tag.generation());
    }

    /// The tagging exists and refers to the same generations.
    static Predicate isUnchanged(Item tagging) {
        return refersTo(favoriteGeneration(tagging), tagGeneration(tagging));
    }

    /// The tagging exists and refers to these generations.
    static Predicate refersTo(GenerationId favorite, GenerationId tag) {
        return attribute(FAVORITE_GENERATION)
                .is(favorite.value())
                .and(attribute(TAG_GENERATION).is(tag.value()));
    }

    // ---- joins

    /// The attributes of the item that a reference points to, under the key of the reference.
    static Item joined(Item reference, Item target) {
        var attributes = new HashMap<>(target.attributes());
        attributes.putAll(reference.attributes());
        return new Item(attributes);
    }

    /// The favorite joined to a tagging.
    static StoredFavorite taggedFavorite(Item joined) {
        return storedFavorite(dataOf(joined), joined);
    }

    /// The tag joined to a tagging.
    static StoredTag taggedTag(Item joined) {
        return storedTag(tagOf(joined), joined);
    }

    // ---- bookmarks in chunks

    private static final String FIELD_END = "\n";
    private static final String PLACE_END = ",";

    /// A bookmark as one text of a chunk: one field per line, and last the note, the only field
    /// that can contain line breaks. A clip time that equals the time of the import is left out, so
    /// that the text of a bookmark without a date is the same in every import.
    static String bookmark(Bookmark bookmark, Instant importTime) {
        var favorite = bookmark.favorite();
        var fields = new ArrayList<String>();
        fields.add(favorite.dataId().value());
        fields.add(bookmark.named() ? "named" : "");
        fields.add(favorite.dataType().wireName());
        fields.add(favorite.title().text());
        fields.add(orEmpty(text(favorite.contentUrl(), SavedUrl::text)));
        fields.add(orEmpty(text(favorite.thumbnailUrl(), SavedUrl::text)));
        fields.add(orEmpty(text(favorite.creatorId(), UserId::value)));
        fields.add(
                favorite.clipTime().equals(importTime)
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
        fields.add(orEmpty(text(favorite.note(), Note::text)));
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
                        DataType.parse(lines[2]),
                        new Title(lines[3]),
                        lines[4].isEmpty() ? null : SavedUrl.parse(lines[4]),
                        lines[5].isEmpty() ? null : SavedUrl.parse(lines[5]),
                        lines[6].isEmpty() ? null : UserId.of(lines[6]),
                        note.isEmpty() ? null : new Note(note),
                        lines[7].isEmpty()
                                ? importTime
                                : Instant.ofEpochMilli(Long.parseLong(lines[7])));
        return new Bookmark(
                favorite, !lines[1].isEmpty(), tags, places, Integer.parseInt(lines[8]));
    }

    /// Begins the text of a folder in a chunk; that of a bookmark begins with an id.
    private static final String FOLDER = "/";

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
                orEmpty(folder.kind()),
                folder.separators().stream()
                        .map(order -> Integer.toString(Place.position(order)))
                        .collect(Collectors.joining(PLACE_END)),
                orEmpty(text(folder.note(), Note::text)));
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

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static <T> @Nullable String text(@Nullable T value, Function<T, String> text) {
        return value == null ? null : text.apply(value);
    }

    private static <T> @Nullable T parsed(Item item, String name, Function<String, T> parse) {
        var text = item.textOrNull(name);
        return text == null ? null : parse.apply(text);
    }
}
