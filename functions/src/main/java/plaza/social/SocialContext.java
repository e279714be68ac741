package plaza.social;

import java.util.List;
import plaza.context.Context;
import plaza.event.EventRules;
import plaza.job.WorkType;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.table.Family;
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
}
