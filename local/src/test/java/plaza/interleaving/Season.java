package plaza.interleaving;

import java.util.List;
import plaza.interleaving.Operation.Call;

/// A state with the requests that concern it, and what runs in their gaps.
public record Season(State state, List<Call> calls, List<Operation> others) {
    public Season(State state, List<Call> calls) {
        this(state, calls, Operations.others(calls));
    }
}
