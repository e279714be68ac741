package plaza.local.mapping;

import java.io.IOException;
import java.util.List;
import software.amazon.event.ruler.Machine;

/// The filter criteria of a mapping: a record passes where it matches one of the patterns, or where
/// there are none.
///
/// The rules are those of the library that Lambda itself uses.
public final class EventFilter {
    /// The most patterns of one mapping; Lambda's quota without an increase (its page on event
    /// filtering).
    public static final int PATTERNS_MAX = 5;

    private final Machine machine = Machine.builder().build();
    private final boolean open;

    /// @throws IllegalArgumentException if there are too many patterns, or one of them is none
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

    /// Whether the function is to see a record.
    public boolean passes(StreamRecord record) {
        try {
            return open || !machine.rulesForJSONEvent(record.json()).isEmpty();
        } catch (Exception fault) {
            // declared by the library for text that is not JSON, which a record never is
            throw new IllegalStateException("a record that is not JSON", fault);
        }
    }
}
