package plaza.favorites;

import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;

import java.util.List;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.context.Context;
import plaza.context.Declaration;
import plaza.context.Readers;
import plaza.favorites.key.FavoritesKeys;

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
    public Readers readers() {
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
