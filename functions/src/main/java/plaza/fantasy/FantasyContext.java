package plaza.fantasy;

import java.util.List;
import plaza.audit.Check;
import plaza.context.Context;
import plaza.event.EventRules;
import plaza.fantasy.check.FantasyChecks;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.job.WorkType;
import plaza.table.Family;

/// This context, as the deployed functions of the platform know it.
public final class FantasyContext implements Context {
    @Override
    public String name() {
        return "fantasy";
    }

    @Override
    public List<Family> families() {
        return FantasyKeys.families();
    }

    @Override
    public WorkType<FantasyWork> work() {
        return new WorkType<>(FantasyWork.class, FantasyWork::ofOrNull);
    }

    @Override
    public Class<? extends EventRules<?>> eventRules() {
        return FantasyEventRules.class;
    }

    @Override
    public List<Check> checks() {
        return FantasyChecks.ALL;
    }
}
