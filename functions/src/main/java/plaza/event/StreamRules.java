package plaza.event;

import java.util.ArrayList;
import java.util.List;
import plaza.job.Performer;

/// The rules of all contexts whose changes one function processes.
public record StreamRules(List<EventRules<?>> all) {
    public StreamRules {
        all = List.copyOf(all);
    }

    /// Those of these contexts.
    @SuppressWarnings("rawtypes") // a class literal has no type arguments
    public static StreamRules of(List<? extends EventRules> contexts) {
        var rules = new ArrayList<EventRules<?>>();
        for (EventRules<?> context : contexts) {
            rules.add(context);
        }
        return new StreamRules(rules);
    }

    /// How the contexts perform their jobs.
    public List<Performer<?>> performers() {
        var performers = new ArrayList<Performer<?>>();
        for (var rules : all) {
            var performer = rules.performer();
            if (performer != null) {
                performers.add(performer);
            }
        }
        return List.copyOf(performers);
    }
}
