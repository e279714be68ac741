package plaza.favorites;

import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;

import java.util.List;
import plaza.audit.ContextChecks;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.context.Declaration;
import plaza.context.DeployedSetting;
import plaza.context.Readers;
import plaza.event.EventRules;
import plaza.favorites.check.FavoritesChecks;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.Quotas;
import plaza.job.WorkType;
import plaza.leaving.ContextErasure;
import plaza.leaving.ContextExport;
import plaza.table.Family;

/// This context: its functions, its items, and what the functions of the platform do for it.
public final class FavoritesDeclaration implements Declaration {
    @Override
    public String name() {
        return "favorites";
    }

    @Override
    public String description() {
        return "Saved favorites, tags, search, import and export.";
    }

    @Override
    public List<Family> families() {
        return FavoritesKeys.families();
    }

    @Override
    public List<HttpFunction> functions() {
        return FavoritesFunctions.ALL;
    }

    @Override
    public List<PathParameter> pathParameters() {
        return FavoritesFunctions.PATH_PARAMETERS;
    }

    @Override
    public WorkType<FavoritesWork> work() {
        return FavoritesWork.TYPE;
    }

    @Override
    public Class<? extends EventRules<?>> eventRules() {
        return FavoritesEventRules.class;
    }

    @Override
    public List<ChangeFilter> changes() {
        return List.of(
                ChangeFilter.of(FavoritesKeys.FAVORITES, INSERT, REMOVE),
                ChangeFilter.of(FavoritesKeys.TAGS, REMOVE));
    }

    @Override
    public List<Grant> eventGrants() {
        return FavoritesGrants.ofEvents();
    }

    @Override
    public ContextChecks checks() {
        return new FavoritesChecks();
    }

    @Override
    public List<Grant> checkGrants() {
        return FavoritesGrants.ofChecks();
    }

    @Override
    public ContextExport export() {
        return new FavoritesExport();
    }

    @Override
    public List<Grant> exportGrants() {
        return FavoritesGrants.ofExport();
    }

    @Override
    public ContextErasure erasure() {
        return new FavoritesErasure();
    }

    @Override
    public Readers readers() {
        return FavoritesReaders.all();
    }

    @Override
    public List<DeployedSetting> settings() {
        return List.of(
                DeployedSetting.maximum(
                        "favoritesMax",
                        Quotas.FAVORITES_MAX,
                        Quotas.STANDARD.favoritesMax(),
                        "favorites of a user",
                        409),
                DeployedSetting.maximum(
                        "importsPerDayMax",
                        Quotas.IMPORTS_PER_DAY_MAX,
                        Quotas.STANDARD.importsPerDayMax(),
                        "imports of a user per day",
                        429));
    }
}
