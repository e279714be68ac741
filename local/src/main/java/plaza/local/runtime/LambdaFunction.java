package plaza.local.runtime;

/// A Lambda function as the service that invokes it sees it: bytes in, bytes out.
@FunctionalInterface
public interface LambdaFunction {
    /// Invokes the function and waits for the result. An error of the function is a result, not an
    /// exception.
    InvocationResult invoke(byte[] event);

    /// Returns the number of invocations that still run after their time limit, possibly at the
    /// same time as their retry.
    default int overdue() {
        return 0;
    }

    /// The result of an invocation.
    sealed interface InvocationResult {
        /// The function returned.
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Returned(byte[] payload) implements InvocationResult {}

        /// The function threw an exception or exceeded its time limit.
        ///
        /// @param error the text that Lambda would log
        record Failed(String error) implements InvocationResult {}

        /// The function could not be invoked, for example because it was throttled.
        record NotInvoked(String reason) implements InvocationResult {}
    }
}
