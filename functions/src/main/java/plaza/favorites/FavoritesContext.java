package plaza.favorites;

import java.util.List;
import plaza.context.Context;
import plaza.event.EventRules;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.job.WorkType;
import plaza.table.Family;

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
}
