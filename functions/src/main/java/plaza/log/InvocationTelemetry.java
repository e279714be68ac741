package plaza.log;

import com.amazonaws.services.lambda.runtime.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The identity and the metrics of one invocation of a function.
///
/// It is bound to the running thread as a scoped value, so that any code can log and measure
/// without a parameter for it.
public final class InvocationTelemetry {
    private static final ScopedValue<InvocationTelemetry> CURRENT = ScopedValue.newInstance();

    /// The maximum number of values of one metric in one line of the embedded metric format.
    /// Further values are dropped.
    private static final int VALUES_MAX = 100;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /// An id of API Gateway. An id from a caller must not contain `=`, `+` or `/`.
    private static final Pattern BASE64_ID = Pattern.compile("[A-Za-z0-9_=+/-]{1,64}");

    private static final double NANOS_PER_MILLI = 1_000_000;

    private static final AtomicBoolean COLD = new AtomicBoolean(true);

    private final Identity identity;
    private final Map<Metric, List<Double>> values =
            Collections.synchronizedMap(new EnumMap<>(Metric.class));

    private InvocationTelemetry(Identity identity) {
        this.identity = identity;
    }

    /// What identifies an invocation in its log lines.
    record Identity(
            String function,
            String version,
            String requestId,
            String traceId,
            String correlationId,
            boolean coldStart) {
        private static final Identity NONE = new Identity("", "", "", "", "", false);
    }

    /// The invocation that `context` describes. The first one of an execution environment is a cold
    /// start.
    ///
    /// @param callersId the correlation id from the caller, or null
    /// @param gatewaysId the id that API Gateway gave the request, or null. It is the correlation
    ///   id if the caller's is missing or invalid; the invocation's request id is the last resort
    public static InvocationTelemetry of(
            Context context, @Nullable String callersId, @Nullable String gatewaysId) {
        var requestId = orEmpty(context.getAwsRequestId());
        return new InvocationTelemetry(
                new Identity(
                        functionName(System.getenv("_HANDLER"), orEmpty(context.getFunctionName())),
                        orEmpty(context.getFunctionVersion()),
                        requestId,
                        sampledRootOf(traceHeader(context)),
                        correlationId(callersId, gatewaysId, requestId),
                        COLD.getAndSet(false)));
    }

    /// The invocation of a function that no HTTP request invokes.
    public static InvocationTelemetry of(Context context) {
        return of(context, null, null);
    }

    /// The invocation that this thread runs, or an empty one outside of any invocation.
    public static InvocationTelemetry current() {
        return CURRENT.isBound() ? CURRENT.get() : new InvocationTelemetry(Identity.NONE);
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

    Identity identity() {
        return identity;
    }

    Map<Metric, List<Double>> values() {
        return values;
    }

    /// What was measured, without the counts of failures that are zero.
    List<Metric> metrics() {
        return values.entrySet().stream()
                .filter(entry ->
                        !entry.getKey().isFailure()
                                || entry.getValue().stream().anyMatch(value -> value > 0))
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
            if (part.startsWith("Root=") && ID.matcher(part.substring(5)).matches()) {
                return part.substring(5);
            }
        }
        return "";
    }

    /// The id of a trace, which exists only if X-Ray samples the invocation.
    static String sampledRootOf(@Nullable String header) {
        return orEmpty(header).contains("Sampled=1") ? rootOf(header) : "";
    }

    private static @Nullable String traceHeader(Context context) {
        var header = context.getXrayTraceId();
        return header == null ? System.getProperty("com.amazonaws.xray.traceHeader") : header;
    }

    private static String correlationId(
            @Nullable String callersId, @Nullable String gatewaysId, String requestId) {
        if (callersId != null && ID.matcher(callersId).matches()) {
            return callersId;
        }
        return gatewaysId != null && BASE64_ID.matcher(gatewaysId).matches()
                ? gatewaysId
                : requestId;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
