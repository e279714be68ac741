package plaza.social;

import java.util.List;
import java.util.Set;
import plaza.audit.Check;
import plaza.context.Context;
import plaza.event.EventRules;
import plaza.job.WorkType;
import plaza.social.check.SocialChecks;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.table.Family;
import plaza.tally.CountedEdge;

/// This context, as the deployed functions of the platform know it.
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
    public List<Check> checks() {
        return SocialChecks.ALL;
    }

    @Override
    public Set<Family> underived() {
        return Set.of(SocialKeys.REPORTS);
    }
}
