package plaza.local.runtime;

/// A function as an event source mapping sees it: bytes in, bytes out.
@FunctionalInterface
public interface LambdaFunction {
    /// Invokes it and waits for the answer. Faults of the function are answers, not exceptions.
    InvocationResult invoke(byte[] event);

    /// How many invocations still run although their time is over and a retry may run beside them.
    default int overdue() {
        return 0;
    }

    /// How an invocation ended.
    sealed interface InvocationResult {
        /// The function returned.
        @SuppressWarnings("ArrayRecordComponent") // compared nowhere
        record Returned(byte[] payload) implements InvocationResult {}

        /// It threw, or its time was over.
        ///
        /// @param error what Lambda would log
        record Failed(String error) implements InvocationResult {}

        /// It could not be invoked at all, for instance because it was throttled.
        record NotInvoked(String reason) implements InvocationResult {}
    }
}
