package plaza.favorites;

import plaza.context.Context;
import plaza.event.EventRules;
import plaza.favorites.job.FavoritesWork;
import plaza.job.WorkType;

/// This context, as the platform knows it.
public final class FavoritesContext implements Context {
    @Override
    public String name() {
        return "favorites";
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
