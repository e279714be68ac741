package plaza.local.mapping;

import java.io.IOException;
import java.util.List;
import software.amazon.event.ruler.Machine;

/// The filter criteria of a mapping. A record passes if it matches one of the patterns, or if there
/// are no patterns.
///
/// Patterns are evaluated by the library that Lambda itself uses.
public final class EventFilter {
    /// The maximum number of patterns of one mapping: Lambda's default quota ("Control which events
    /// Lambda sends to your function").
    public static final int PATTERNS_MAX = 5;

    private final Machine machine = Machine.builder().build();
    private final boolean open;

    /// @throws IllegalArgumentException if there are too many patterns or one of them is invalid
    public EventFilter(List<String> patterns) {
        if (patterns.size() > PATTERNS_MAX) {
            throw new IllegalArgumentException("more filter patterns than Lambda's quota");
        }
        open = patterns.isEmpty();
        for (var pattern : patterns) {
            try {
                machine.addRule("passes", pattern);
            } catch (IOException fault) {
                throw new IllegalArgumentException("not a filter pattern: " + pattern, fault);
            }
        }
    }

    /// Returns whether the function receives a record.
    public boolean passes(StreamRecord record) {
        try {
            return open || !machine.rulesForJSONEvent(record.json()).isEmpty();
        } catch (Exception fault) {
            // the library declares it for text that is not JSON, and a record is always JSON
            throw new IllegalStateException("a record that is not JSON", fault);
        }
    }
}
