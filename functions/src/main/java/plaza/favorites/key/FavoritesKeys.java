package plaza.favorites.key;

import static plaza.table.TableSchema.Index.GSI_ONE;
import static plaza.table.TableSchema.Index.GSI_TWO;
import static plaza.table.TableSchema.Index.LSI_ONE;
import static plaza.table.TableSchema.Index.LSI_THREE;
import static plaza.table.TableSchema.Index.LSI_TWO;
import static plaza.table.Variable.NUMBER;
import static plaza.table.Variable.TEXT;
import static plaza.table.Variable.TIME;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.id.DataId;
import plaza.favorites.id.FolderId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.id.UserId;
import plaza.table.Families;
import plaza.table.Family;
import plaza.table.ItemKind;
import plaza.table.KeyOrder;
import plaza.table.KeyTime;
import plaza.table.Page;
import plaza.table.Variable;

/// The keys of the items of this context.
public final class FavoritesKeys {
    private static final Families KEYS = new Families();

    private static final Variable<UserId> USER_ID = Variable.of(UserId::of);
    private static final Variable<DataId> DATA_ID = Variable.of(DataId::of);
    private static final Variable<TagId> TAG_ID = Variable.of(TagId::of);
    private static final Variable<GenerationId> GENERATION_ID = Variable.of(GenerationId::of);
    private static final Variable<FolderId> FOLDER_ID = Variable.of(FolderId::of);
    private static final Variable<ImportId> IMPORT_ID = Variable.of(ImportId::of);
    private static final Variable<BulkChangeId> CHANGE_ID = Variable.of(BulkChangeId::of);

    /// Separates a tag's name from its id. A normalised name never contains two consecutive spaces
    /// and no character below the space, so that `a` sorts before `a b`.
    private static final String NAME_END = "  ";

    /// A normalised name before the id that distinguishes equal names. It is never parsed.
    private static final Variable<String> NAME =
            new Variable<>(Function.identity(), name -> name + NAME_END);

    /// The sort key of favorites in every order by clip time.
    public static final KeyOrder<Instant, DataId> CLIP_ORDER =
            new KeyOrder<>("{clipTime}#{data}", TIME, DATA_ID);

    public static final Family.Of1<UserId> FAVORITES = KEYS.family("FavoriteData#{user}", USER_ID);
    public static final ItemKind.Of2<UserId, DataId> FAVORITE =
            FAVORITES.item("{data}", DATA_ID, "favorites");
    public static final Family.Of1<UserId> FAVORITES_BY_CLIP_TIME =
            KEYS.declared(FAVORITES.orderedBy(LSI_ONE, "favorites by clip time"));
    public static final Family.Of2<UserId, String> FAVORITES_BY_TYPE =
            KEYS.index(
                    GSI_ONE, "FavoriteData#{user}#{type}", USER_ID, TEXT, "favorites of one type");

    /// The favorites with one address. The variable is the fingerprint of the normalised address,
    /// in the characters of an id.
    public static final Family.Of2<UserId, String> FAVORITES_BY_URL =
            KEYS.index(
                    GSI_TWO,
                    "FavoriteUrl#{user}#{url}",
                    USER_ID,
                    TEXT,
                    "favorites with one address");

    /// The sort key of tags in the order by name. It begins with the normalised name, so that `Zoo`
    /// sorts after `apple`, and ends with the id, which distinguishes equal names.
    public static final KeyOrder<String, TagId> NAME_ORDER =
            new KeyOrder<>("{name}#{tag}", NAME, TAG_ID);

    /// The sort key of tags in an order by time.
    public static final KeyOrder<Instant, TagId> TIME_ORDER =
            new KeyOrder<>("{time}#{tag}", TIME, TAG_ID);

    public static final Family.Of1<UserId> TAGS = KEYS.family("Tag#{user}", USER_ID);
    public static final ItemKind.Of2<UserId, TagId> TAG = TAGS.item("{tag}", TAG_ID, "tags");
    public static final Family.Of1<UserId> TAGS_BY_NAME =
            KEYS.declared(TAGS.orderedBy(LSI_ONE, "tags by name"));
    public static final Family.Of1<UserId> TAGS_BY_CREATE_TIME =
            KEYS.declared(TAGS.orderedBy(LSI_TWO, "tags by creation time"));
    public static final Family.Of1<UserId> TAGS_BY_LAST_ACCESS_TIME =
            KEYS.declared(TAGS.orderedBy(LSI_THREE, "tags by time of last access"));

    /// The normalised names of tags, each with the id of its tag.
    public static final Family.Of1<UserId> TAG_NAMES = KEYS.family("TagName#{user}", USER_ID);

    public static final ItemKind.Of2<UserId, String> TAG_NAME =
            TAG_NAMES.item("{name...}", TEXT, "makes tag names unique");

    /// The counts of the generations of tags, which are in no index.
    public static final Family.Of1<UserId> TAG_COUNTS = KEYS.family("TagCount#{user}", USER_ID);

    public static final ItemKind.Of3<UserId, TagId, GenerationId> TAG_COUNT =
            TAG_COUNTS.item("{tag}#{generation}", TAG_ID, GENERATION_ID, "favorites of tags; ttl");

    public static final Family.Of2<UserId, DataId> TAGGED =
            KEYS.family("FavoriteDataTag#{user}#{data}", USER_ID, DATA_ID);
    public static final ItemKind.Of3<UserId, DataId, TagId> TAGGED_FAVORITE =
            TAGGED.item("{tag}", TAG_ID, "tagged favorites");
    public static final Family.Of2<UserId, TagId> TAGGED_BY_TAG =
            KEYS.index(
                    GSI_ONE,
                    "FavoriteDataTag#{user}#{tag}",
                    USER_ID,
                    TAG_ID,
                    "favorites with a tag");

    public static final Family.Of1<UserId> FOLDERS = KEYS.family("Folder#{user}", USER_ID);
    public static final ItemKind.Of2<UserId, FolderId> FOLDER =
            FOLDERS.item("{folder}", FOLDER_ID, "folders of bookmarks files");

    public static final Family.Of2<UserId, ImportId> IMPORTS =
            KEYS.family("Import#{user}#{import}", USER_ID, IMPORT_ID);
    public static final ItemKind.Of2<UserId, ImportId> IMPORT_RECORD =
            IMPORTS.item("record", "progress of an import; ttl");

    public static final Family.Of1<UserId> IMPORT_LIST = KEYS.family("ImportList#{user}", USER_ID);
    public static final ItemKind.Of3<UserId, Instant, ImportId> LISTED_IMPORT =
            IMPORT_LIST.item("{createTime}#{import}", TIME, IMPORT_ID, "imports by time; ttl");

    /// The parts of the bookmarks of a file. Each part has its own partition key, so that the parts
    /// of a large file are spread over partitions. The digest is one of fixed width of all parts,
    /// in the characters of an id; parts are counted from 0.
    public static final Family.Of3<UserId, String, Integer> IMPORT_CHUNKS =
            KEYS.family("ImportChunk#{user}#{digest}#{number}", USER_ID, TEXT, NUMBER);

    public static final ItemKind.Of3<UserId, String, Integer> IMPORT_CHUNK =
            IMPORT_CHUNKS.item("chunk", "bookmarks to be imported; ttl");

    public static final Family.Of2<UserId, BulkChangeId> CHANGES =
            KEYS.family("Change#{user}#{change}", USER_ID, CHANGE_ID);
    public static final ItemKind.Of2<UserId, BulkChangeId> CHANGE_RECORD =
            CHANGES.item("record", "progress of a bulk change; ttl");

    /// A part of the favorites of a bulk change; parts are counted from 0.
    public static final ItemKind.Of3<UserId, BulkChangeId, Integer> CHANGE_PART =
            CHANGES.item("part#{number}", NUMBER, "favorites of a bulk change; ttl");

    public static final Family.Of1<UserId> USAGES = KEYS.family("Usage#{user}", USER_ID);
    public static final ItemKind.Of1<UserId> USAGE =
            USAGES.item("usage", "favorites, running job, daily imports");

    private FavoritesKeys() {}

    /// All families of this context.
    public static List<Family> families() {
        return KEYS.families();
    }

    /// The position from which a Query of [#FAVORITES_BY_CLIP_TIME] backwards reads the favorites
    /// that were clipped before a time.
    public static Page.Position clippedBefore(UserId user, Instant time) {
        return new Page.Position(
                List.of(FAVORITES.of(user).pk(), Families.NO_ID, KeyTime.text(time)));
    }
}
