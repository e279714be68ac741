package plaza.favorites.id;

import plaza.http.Schema.Text;

/// The JSON form of each id of this context.
public final class FavoritesIds {
    public static final Text<DataId> DATA =
            Text.id(DataId::parse, DataId::value, "d1")
                    .pattern("^(?!" + DataId.RESERVED + "$)[A-Za-z0-9_-]+$");
    public static final Text<TagId> TAG = Text.id(TagId::parse, TagId::value, "t1");
    public static final Text<ImportId> IMPORT =
            Text.id(ImportId::parse, ImportId::value, "0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11");
    public static final Text<BulkChangeId> CHANGE =
            Text.id(
                    BulkChangeId::parse,
                    BulkChangeId::value,
                    "0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11");

    private FavoritesIds() {}
}
