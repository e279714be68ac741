package plaza.favorites;

import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.context.Context;
import plaza.context.Declaration;
import plaza.favorites.key.FavoritesKeys;
import plaza.table.Item;
import plaza.table.ItemKind;

/// The functions of this context, and what the functions of the platform do for it.
public final class FavoritesDeclaration implements Declaration {
    private static final Context CONTEXT = new FavoritesContext();

    @Override
    public Context context() {
        return CONTEXT;
    }

    @Override
    public List<Grant> eventGrants() {
        return FavoritesGrants.ofEvents();
    }

    @Override
    public List<ChangeFilter> changes() {
        return List.of(
                ChangeFilter.of(FavoritesKeys.FAVORITES, INSERT, REMOVE),
                ChangeFilter.of(FavoritesKeys.TAGS, REMOVE));
    }

    @Override
    public List<Grant> checkGrants() {
        return FavoritesGrants.ofChecks();
    }

    @Override
    public Map<ItemKind, Consumer<Item>> readers() {
        return FavoritesReaders.all();
    }

    @Override
    public List<HttpFunction> functions() {
        return FavoritesFunctions.ALL;
    }

    @Override
    public List<PathParameter> pathParameters() {
        return FavoritesFunctions.PATH_PARAMETERS;
    }
}
