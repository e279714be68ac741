package plaza.social;

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
import plaza.job.WorkType;
import plaza.social.check.SocialChecks;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.tally.CountedEdge;

/// This context, as the platform knows it.
public final class SocialContext implements Context {
    @Override
    public String name() {
        return "social";
    }

    @Override
    public List<Family> families() {
        return SocialKeys.families();
    }

    @Override
    public WorkType<SocialWork> work() {
        return new WorkType<>(SocialWork.class, SocialWork::ofOrNull);
    }

    @Override
    public Class<? extends EventRules<?>> eventRules() {
        return SocialEventRules.class;
    }

    @Override
    public List<CountedEdge> countedEdges() {
        return PostEdges.ALL;
    }

    @Override
    public List<Grant> eventGrants() {
        return SocialGrants.ofEvents();
    }

    @Override
    public List<ChangeFilter> changes() {
        return List.of(
                ChangeFilter.of(SocialKeys.POSTS, INSERT, REMOVE),
                ChangeFilter.of(SocialKeys.FOLLOWING, INSERT, REMOVE));
    }

    @Override
    public List<Check> checks() {
        return SocialChecks.ALL;
    }

    @Override
    public List<Grant> checkGrants() {
        return SocialGrants.ofChecks();
    }

    @Override
    public Set<Family> underived() {
        return Set.of(SocialKeys.REPORTS);
    }

    @Override
    public Map<ItemKind, Consumer<Item>> readers() {
        return SocialReaders.all();
    }

    @Override
    public List<HttpFunction> functions() {
        return SocialFunctions.ALL;
    }

    @Override
    public List<PathParameter> pathParameters() {
        return SocialFunctions.PATH_PARAMETERS;
    }
}
