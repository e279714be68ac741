package plaza.favorites;

import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import plaza.audit.Check;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.context.Context;
import plaza.event.EventRules;
import plaza.favorites.check.FavoritesChecks;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.job.WorkType;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;

/// This context, as the platform knows it.
public final class FavoritesContext implements Context {
    @Override
    public String name() {
        return "favorites";
    }

    @Override
    public List<Family> families() {
        return FavoritesKeys.families();
    }

    @Override
    public WorkType<FavoritesWork> work() {
        return new WorkType<>(FavoritesWork.class, FavoritesWork::ofOrNull);
    }

    @Override
    public Class<? extends EventRules<?>> eventRules() {
        return FavoritesEventRules.class;
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
    public List<Check> checks() {
        return FavoritesChecks.ALL;
    }

    @Override
    public List<Grant> checkGrants() {
        return FavoritesGrants.ofChecks();
    }

    /// The content and progress of imports and bulk changes, and the folders of bookmarks files.
    @Override
    public Set<Family> underived() {
        return Set.of(
                FavoritesKeys.CHANGES,
                FavoritesKeys.FOLDERS,
                FavoritesKeys.IMPORTS,
                FavoritesKeys.IMPORT_CHUNKS,
                FavoritesKeys.IMPORT_LIST);
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
