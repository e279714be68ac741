package plaza.favorites;

import static plaza.leaving.Place.Reach.PATH;
import static plaza.leaving.Place.Reach.SCAN;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.favorites.key.FavoritesKeys;
import plaza.leaving.ContextErasure;
import plaza.leaving.Erasing;
import plaza.leaving.ErasurePath;
import plaza.leaving.PersonalKind;
import plaza.leaving.Place;
import plaza.leaving.Place.Reach;
import plaza.leaving.Removal;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;

/// What an erasure does with the items of this context: each belongs to one user, and all are
/// deleted.
public final class FavoritesErasure implements ContextErasure {
    @Override
    public List<PersonalKind> personal() {
        return List.of(
                own(FavoritesKeys.FAVORITE, PATH),
                own(FavoritesKeys.TAG, PATH),
                own(FavoritesKeys.TAG_NAME, PATH),
                own(FavoritesKeys.TAG_COUNT, PATH),
                own(FavoritesKeys.TAGGED_FAVORITE, PATH),
                own(FavoritesKeys.FOLDER, PATH),
                own(FavoritesKeys.IMPORT_RECORD, PATH),
                own(FavoritesKeys.LISTED_IMPORT, PATH),
                own(FavoritesKeys.IMPORT_CHUNK, SCAN),
                own(FavoritesKeys.CHANGE_RECORD, SCAN),
                own(FavoritesKeys.CHANGE_PART, SCAN),
                own(FavoritesKeys.USAGE, PATH));
    }

    private static PersonalKind own(ItemKind kind, Reach reach) {
        return PersonalKind.of(kind, Removal.DELETE, Place.variable("user", reach));
    }

    @Override
    public Set<ItemKind> impersonal() {
        return Set.of();
    }

    /// The taggings and the records of imports precede the lists that lead to them.
    @Override
    public List<ErasurePath> paths() {
        return List.of(
                new ErasurePath(
                        "TAGGED",
                        List.of(FavoritesKeys.FAVORITES, FavoritesKeys.TAGGED),
                        List.of(),
                        FavoritesErasure::taggings),
                ErasurePath.to("FAVORITES", FavoritesKeys.FAVORITES),
                ErasurePath.to("TAGS", FavoritesKeys.TAGS),
                ErasurePath.to("TAG_NAMES", FavoritesKeys.TAG_NAMES),
                ErasurePath.to("TAG_COUNTS", FavoritesKeys.TAG_COUNTS),
                ErasurePath.to("FOLDERS", FavoritesKeys.FOLDERS),
                ErasurePath.through(
                        "IMPORTS",
                        FavoritesKeys.IMPORT_LIST,
                        FavoritesKeys.IMPORTS,
                        FavoritesErasure::importOf),
                ErasurePath.to("IMPORT_LIST", FavoritesKeys.IMPORT_LIST),
                ErasurePath.to("USAGE", FavoritesKeys.USAGES));
    }

    private static Page<Item> taggings(Erasing erasing, int limit, Page.@Nullable Position after) {
        var favorites = Query.in(FavoritesKeys.FAVORITES.of(erasing.person())).consistent();
        var page = erasing.table().read(favorites, limit, after);
        var taggings =
                page.items().stream()
                        .map(item -> FavoritesKeys.FAVORITE.parse(item.key(), (_, data) -> data))
                        .map(data -> Query.in(FavoritesKeys.TAGGED.of(erasing.person(), data)))
                        .flatMap(query ->
                                erasing.table().readAll(query.consistent(), limit).stream())
                        .toList();
        return new Page<>(taggings, page.next());
    }

    private static Key importOf(Item listed) {
        return FavoritesKeys.LISTED_IMPORT.parse(
                listed.key(), (user, _, id) -> FavoritesKeys.IMPORT_RECORD.key(user, id));
    }
}
