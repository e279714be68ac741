package plaza.model;

import java.util.List;
import plaza.model.expected.Call;

/// Generates calls to the functions of one context from the state of its model.
public interface CallGenerator {
    /// Whether a call of the function can succeed now.
    boolean canSucceed(String function);

    /// Returns a call of the function that succeeds if one can, or is close to it.
    Call call(String function);

    /// Returns calls that most command sequences begin with if they also call the same functions
    /// later. They depend on nothing, and all of them succeed.
    default List<Call> initialCalls() {
        return List.of();
    }
}
