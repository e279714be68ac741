package plaza.favorites;

import java.util.List;
import java.util.Set;
import plaza.audit.Check;
import plaza.context.Context;
import plaza.event.EventRules;
import plaza.favorites.check.FavoritesChecks;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.job.WorkType;
import plaza.table.Family;

/// This context, as the deployed functions of the platform know it.
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
    public List<Check> checks() {
        return FavoritesChecks.ALL;
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
}
