package plaza.fantasy;

import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import plaza.audit.Check;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.context.Context;
import plaza.event.EventRules;
import plaza.fantasy.check.FantasyChecks;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.job.WorkType;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;

/// This context, as the platform knows it.
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
    public List<Grant> eventGrants() {
        return FantasyGrants.ofEvents();
    }

    @Override
    public List<ChangeFilter> changes() {
        return List.of(ChangeFilter.of(FantasyKeys.MEMBERSHIP, INSERT, REMOVE));
    }

    @Override
    public List<Check> checks() {
        return FantasyChecks.ALL;
    }

    @Override
    public List<Grant> checkGrants() {
        return FantasyGrants.ofChecks();
    }

    @Override
    public Map<ItemKind, Consumer<Item>> readers() {
        return FantasyReaders.all();
    }

    @Override
    public List<HttpFunction> functions() {
        return FantasyFunctions.ALL;
    }

    @Override
    public List<PathParameter> pathParameters() {
        return FantasyFunctions.PATH_PARAMETERS;
    }
}
