package plaza.lambda;

import plaza.http.Json;

/// Log lines as JSON, one object a line, on standard error. The message is constant; facts are
/// fields. Nothing that a caller sent is ever logged.
public final class Log {
    private Log() {}

    /// A fault of ours.
    public static void fault(String message, Throwable fault) {
        System.err.println(
                Json.object()
                        .with("level", "ERROR")
                        .with("message", message)
                        .with("exception", fault.getClass().getName())
                        .text());
    }
}
