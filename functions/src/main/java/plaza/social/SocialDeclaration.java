package plaza.social;

import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;

import java.util.List;
import java.util.stream.Stream;
import plaza.audit.ContextChecks;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.context.Declaration;
import plaza.context.Declarations;
import plaza.context.DeployedSetting;
import plaza.context.Readers;
import plaza.event.EventRules;
import plaza.job.WorkType;
import plaza.leaving.ContextErasure;
import plaza.leaving.ContextExport;
import plaza.social.check.SocialChecks;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.leaving.LeavingFunctions;
import plaza.social.timeline.PostEdges;
import plaza.social.view.ViewSampling;
import plaza.table.Family;
import plaza.tally.ContextEdges;

/// This context: its functions, its items, and what the functions of the platform do for it.
public final class SocialDeclaration implements Declaration {
    @Override
    public String name() {
        return "social";
    }

    @Override
    public String description() {
        return "Users, follows, posts, likes, views and timelines.";
    }

    @Override
    public List<Family> families() {
        return SocialKeys.families();
    }

    @Override
    public List<HttpFunction> functions() {
        return SocialFunctions.ALL;
    }

    @Override
    public List<HttpFunction> functions(Declarations system) {
        return Stream.concat(functions().stream(), LeavingFunctions.of(system).stream()).toList();
    }

    @Override
    public List<PathParameter> pathParameters() {
        return SocialFunctions.PATH_PARAMETERS;
    }

    @Override
    public WorkType<SocialWork> work() {
        return SocialWork.TYPE;
    }

    @Override
    public Class<? extends EventRules<?>> eventRules() {
        return SocialEventRules.class;
    }

    @Override
    public List<ChangeFilter> changes() {
        return List.of(
                ChangeFilter.of(SocialKeys.POSTS, INSERT, REMOVE),
                ChangeFilter.of(SocialKeys.FOLLOWING, INSERT, REMOVE),
                ChangeFilter.of(SocialKeys.REQUESTS, INSERT, REMOVE));
    }

    @Override
    public List<Grant> eventGrants() {
        return SocialGrants.ofEvents();
    }

    @Override
    public ContextEdges edges() {
        return new PostEdges();
    }

    @Override
    public ContextChecks checks() {
        return new SocialChecks();
    }

    @Override
    public List<Grant> checkGrants() {
        return SocialGrants.ofChecks();
    }

    @Override
    public List<DeployedSetting> settings() {
        return List.of(
                new DeployedSetting(
                        "viewSampling",
                        ViewSampling.VARIABLE,
                        Integer.toString(ViewSampling.ALL.oneIn()),
                        text -> Integer.toString(ViewSampling.parse(text).oneIn()),
                        null));
    }

    @Override
    public ContextExport export() {
        return new SocialExport();
    }

    @Override
    public List<Grant> exportGrants() {
        return SocialGrants.ofExport();
    }

    @Override
    public ContextErasure erasure() {
        return new SocialErasure();
    }

    @Override
    public List<Grant> erasureGrants() {
        return SocialGrants.ofErasure();
    }

    @Override
    public List<Grant> erasureScanGrants() {
        return SocialGrants.ofErasureScan();
    }

    @Override
    public Readers readers() {
        return SocialReaders.all();
    }
}
