package plaza.catalogue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.List;
import java.util.Map;

/// A function that a schedule or an operator invokes.
///
/// @param handler its class
/// @param summary what the function does, as a short imperative
/// @param schedule an EventBridge schedule expression, in UTC
/// @param input the JSON that the schedule sends
/// @param redrives whether it reads the failure bucket and invokes the stream functions
/// @param grants all permissions on the table
/// @param parts the classes of contexts that it loads by name
public record ScheduledFunction(
        Class<? extends RequestHandler<Map<String, Object>, Map<String, Object>>> handler,
        String summary,
        String schedule,
        String input,
        boolean redrives,
        List<Grant> grants,
        List<Class<?>> parts)
        implements FunctionRow {}
