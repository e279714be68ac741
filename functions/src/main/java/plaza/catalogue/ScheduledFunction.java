package plaza.catalogue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A function that a schedule or an operator invokes.
///
/// @param handler its class
/// @param summary what the function does, as a short imperative
/// @param schedule when it is invoked, or null if only operators invoke it
/// @param kind what else it needs
/// @param grants all permissions on the table
/// @param parts the classes of contexts that it loads by name
public record ScheduledFunction(
        Class<? extends RequestHandler<Map<String, Object>, Map<String, Object>>> handler,
        String summary,
        @Nullable Schedule schedule,
        Kind kind,
        List<Grant> grants,
        List<Class<?>> parts)
        implements FunctionRow {
    /// When a function is invoked.
    ///
    /// @param expression an EventBridge schedule expression, in UTC
    /// @param input the JSON that the schedule sends
    public record Schedule(String expression, String input) {}

    /// What a function needs besides the table.
    public enum Kind {
        /// It reads the failure bucket and invokes the stream functions.
        REDRIVE,
        /// A state machine ([ScanMachine]) performs its runs over the whole table. The schedule and
        /// operators start the machine and do not invoke the function.
        SCAN
    }
}
