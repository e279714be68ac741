package plaza.model.expected;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A model of one context: predicts each response from plain maps.
public interface Model {
    /// Returns the rejection that depends on the call alone, and so applies to repeated calls too;
    /// null if there is none.
    default @Nullable ExpectedResponse rejection(Call call) {
        return null;
    }

    /// Predicts the response to a call that `CommonRejections` lets pass, and changes the state.
    ExpectedResponse respond(Call call, Instant now);

    /// Applies what the stream functions do. Called when the stream is drained.
    void onDrained(Instant now);

    /// Whether work is in progress of which the model knows only the result, so that the stream
    /// must be drained instead of delivered in part.
    default boolean isBusy() {
        return false;
    }

    /// Returns calls whose responses contain ids that the server chose while the stream was
    /// delivered.
    default List<Call> callsThatReturnIds() {
        return List.of();
    }

    /// Returns calls that together read everything.
    List<Call> reads();
}
