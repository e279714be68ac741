package plaza.fantasy;

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
import plaza.fantasy.check.FantasyChecks;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.sheet.SeasonRules;
import plaza.job.WorkType;
import plaza.leaving.ContextErasure;
import plaza.leaving.ContextExport;
import plaza.table.Family;

/// This context: its functions, its items, and what the functions of the platform do for it.
public final class FantasyDeclaration implements Declaration {
    @Override
    public String name() {
        return "fantasy";
    }

    @Override
    public String description() {
        return "A fantasy football game: team sheets, settlements and leagues.";
    }

    @Override
    public List<Family> families() {
        return FantasyKeys.families();
    }

    @Override
    public List<HttpFunction> functions() {
        return FantasyFunctions.ALL;
    }

    @Override
    public List<PathParameter> pathParameters() {
        return FantasyFunctions.PATH_PARAMETERS;
    }

    @Override
    public WorkType<FantasyWork> work() {
        return FantasyWork.TYPE;
    }

    @Override
    public Class<? extends EventRules<?>> eventRules() {
        return FantasyEventRules.class;
    }

    @Override
    public List<ChangeFilter> changes() {
        return List.of(ChangeFilter.of(FantasyKeys.MEMBERSHIP, INSERT, REMOVE));
    }

    @Override
    public List<Grant> eventGrants() {
        return FantasyGrants.ofEvents();
    }

    @Override
    public ContextChecks checks() {
        return new FantasyChecks();
    }

    @Override
    public List<Grant> checkGrants() {
        return FantasyGrants.ofChecks();
    }

    @Override
    public ContextExport export() {
        return new FantasyExport();
    }

    @Override
    public List<Grant> exportGrants() {
        return FantasyGrants.ofExport();
    }

    @Override
    public ContextErasure erasure() {
        return new FantasyErasure();
    }

    @Override
    public List<Grant> erasureGrants() {
        return FantasyGrants.ofErasure();
    }

    @Override
    public Readers readers() {
        return FantasyReaders.all();
    }

    @Override
    public List<DeployedSetting> settings() {
        return List.of(
                new DeployedSetting(
                        "rules",
                        SeasonRules.VARIABLE,
                        SeasonRules.DEFAULT_PRESET,
                        rules -> SeasonRules.load(rules).setting(),
                        null));
    }
}
