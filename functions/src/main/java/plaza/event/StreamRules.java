package plaza.event;

import java.util.List;

/// The rules of all contexts whose changes one function processes.
public record StreamRules(List<EventRules<?>> all) {
    public StreamRules {
        all = List.copyOf(all);
    }
}
