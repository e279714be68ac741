package plaza.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one context answers, in plain maps.
interface Model {
    /// What is refused whatever is there, also where the call repeats an earlier one; else null.
    default @Nullable Expected refusal(Call call) {
        return null;
    }

    /// What is answered to a call that has passed the [CommonRefusals], and what then is so.
    Expected answer(Call call, Instant now);

    /// The stream has come to rest.
    void rest(Instant now);

    /// Whether work is under way of which only the end is foretold, so that the stream should not
    /// be stopped in its middle.
    default boolean isBusy() {
        return false;
    }

    /// Calls whose answers tell ids that the server chose while the stream was delivered.
    default List<Call> unknown() {
        return List.of();
    }

    /// Calls that together read everything.
    List<Call> readings();
}
