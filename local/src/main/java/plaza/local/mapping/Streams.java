package plaza.local.mapping;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/// The functions of the table's stream on this machine, as the runner sees them.
public interface Streams extends AutoCloseable {
    /// Starts to read the stream.
    void start();

    /// Returns the number of unprocessed records, summed over the functions.
    long behind();

    /// Performs writes whose records no function processes. The functions must be started. Nothing
    /// else may write to the table meanwhile.
    default void place(Runnable writes) {
        writes.run();
    }

    /// Returns the function Redrive for the records that these functions gave up.
    RequestHandler<Map<String, Object>, Map<String, Object>> redrive();

    /// Returns the records that these functions gave up.
    default FailureDestination failures() {
        return FailureDestination.inMemory();
    }

    @Override
    void close();

    /// Returns streams without functions.
    static Streams none() {
        return new Streams() {
            @Override
            public void start() {}

            @Override
            public long behind() {
                return 0;
            }

            @Override
            public RequestHandler<Map<String, Object>, Map<String, Object>> redrive() {
                return (_, _) -> Map.of();
            }

            @Override
            public void close() {}
        };
    }
}
