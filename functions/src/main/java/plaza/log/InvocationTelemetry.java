package plaza.log;

import com.amazonaws.services.lambda.runtime.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The identity and the metrics of one invocation of a function.
///
/// It is bound to the running thread as a scoped value, so that any code can log and measure
/// without a parameter for it.
public final class InvocationTelemetry {
    private static final ScopedValue<InvocationTelemetry> CURRENT = ScopedValue.newInstance();

    /// The most values of one metric in one line of the embedded metric format. Further values are
    /// dropped.
    private static final int VALUES_MAX = 100;

    private static final int CORRELATION_CHARACTERS_MAX = 64;

    private static final String PLAIN =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private static final double NANOS_PER_MILLI = 1_000_000;

    private static final AtomicBoolean COLD = new AtomicBoolean(true);

    private final String function;
    private final String version;
    private final String requestId;
    private final String traceId;
    private final String correlationId;
    private final boolean coldStart;
    private final Map<Metric, List<Double>> values =
            Collections.synchronizedMap(new EnumMap<>(Metric.class));

    private InvocationTelemetry(
            String function,
            String version,
            String requestId,
            String traceId,
            String correlationId,
            boolean coldStart) {
        this.function = function;
        this.version = version;
        this.requestId = requestId;
        this.traceId = traceId;
        this.correlationId = correlationId;
        this.coldStart = coldStart;
    }

    /// The invocation that `context` describes. The first one of an execution environment is a cold
    /// start.
    ///
    /// @param correlationIds candidates in order of preference; the first valid one is used, and
    ///   without one the invocation's request id
    public static InvocationTelemetry of(Context context, @Nullable String... correlationIds) {
        var requestId = orEmpty(context.getAwsRequestId());
        return new InvocationTelemetry(
                functionName(System.getenv("_HANDLER"), orEmpty(context.getFunctionName())),
                orEmpty(context.getFunctionVersion()),
                requestId,
                rootOf(traceHeader(context)),
                correlationId(correlationIds, requestId),
                COLD.getAndSet(false));
    }

    /// The invocation that this thread runs, or an empty one outside of any invocation.
    public static InvocationTelemetry current() {
        return CURRENT.isBound()
                ? CURRENT.get()
                : new InvocationTelemetry("", "", "", "", "", false);
    }

    /// Runs `work` as part of this invocation, and logs the exception with which it fails.
    public <T> T run(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this)
                .call(() -> {
                    try {
                        return work.get();
                    } catch (RuntimeException | Error fault) {
                        Log.fault("invocation failed", fault);
                        throw fault;
                    }
                });
    }

    /// Records a value of a metric. The last log line of the invocation contains it.
    public void measure(Metric metric, double value) {
        var measured =
                values.computeIfAbsent(
                        metric, _ -> Collections.synchronizedList(new ArrayList<>()));
        if (measured.size() < VALUES_MAX) {
            measured.add(value);
        }
    }

    /// Records a value of a metric that is a count.
    public void measure(Metric metric, long value) {
        measure(metric, (double) value);
    }

    /// Records the duration of the invocation.
    public void took(long nanos) {
        measure(Metric.LATENCY, (double) nanos / NANOS_PER_MILLI);
    }

    /// Makes the next invocation a cold start again, because this process is a new copy of a
    /// snapshot.
    public static void restored() {
        COLD.set(true);
    }

    String function() {
        return function;
    }

    String version() {
        return version;
    }

    String requestId() {
        return requestId;
    }

    String traceId() {
        return traceId;
    }

    String correlationId() {
        return correlationId;
    }

    boolean coldStart() {
        return coldStart;
    }

    Map<Metric, List<Double>> values() {
        return values;
    }

    /// The metrics of the failures that this invocation measured.
    List<Metric> failures() {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().isFailure())
                .filter(entry -> entry.getValue().stream().anyMatch(value -> value > 0))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// The name of the function's class, which the catalogue uses, instead of the name that
    /// CloudFormation generated.
    static String functionName(@Nullable String handler, String deployedName) {
        if (handler == null || handler.isEmpty()) {
            return deployedName;
        }
        var className = handler.split("::", 2)[0];
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /// The `Root` of a trace header, `1-8hex-24hex`. Empty if it is missing or invalid.
    static String rootOf(@Nullable String header) {
        for (var part : orEmpty(header).split(";", -1)) {
            if (part.startsWith("Root=") && isId(part.substring(5), false)) {
                return part.substring(5);
            }
        }
        return "";
    }

    private static @Nullable String traceHeader(Context context) {
        var header = context.getXrayTraceId();
        return header == null ? System.getProperty("com.amazonaws.xray.traceHeader") : header;
    }

    private static String correlationId(@Nullable String[] candidates, String fallback) {
        for (var index = 0; index < candidates.length; index++) {
            var candidate = candidates[index];
            // API Gateway's ids are base64; an id from a caller must not contain `=`, `+` or `/`.
            if (candidate != null && isId(candidate, index > 0)) {
                return candidate;
            }
        }
        return fallback;
    }

    private static boolean isId(String text, boolean base64) {
        if (text.isEmpty() || text.length() > CORRELATION_CHARACTERS_MAX) {
            return false;
        }
        for (var index = 0; index < text.length(); index++) {
            var character = text.charAt(index);
            var plain = PLAIN.indexOf(character) >= 0;
            if (!plain && !(base64 && (character == '=' || character == '+' || character == '/'))) {
                return false;
            }
        }
        return true;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
