package plaza.lambda;

import java.time.Duration;

/// Invokes the stream functions, as an event source mapping does.
public interface StreamInvoker {
    /// The longest time that an invocation waits for a response. A function that processes its
    /// batch responds within seconds; one that waits for an unavailable table takes longer.
    Duration RESPONSE_TIME_MAX = Duration.ofMinutes(3);

    /// Invokes a function and waits for its response.
    ///
    /// @param functionArn the ARN of the function or its alias
    /// @param event the event as JSON
    Result invoke(String functionArn, String event);

    /// The result of an invocation.
    sealed interface Result {
        /// The function returned a response, which may report failed records.
        ///
        /// @param response the response as JSON
        record Returned(String response) implements Result {}

        /// The function threw an exception, exceeded the time, or was not invoked.
        record Failed(String reason) implements Result {}
    }
}
