package plaza.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.text.IsoTime;

/// Writes log lines to standard error, each a JSON object. The message is constant; facts are
/// fields.
///
/// The system property `plaza.log` is the lowest [Level] that is written, by default `INFO`. Tests
/// and the local runner set a higher one.
public final class Log {
    /// The severity of a line. `OFF` as the lowest level suppresses all lines.
    public enum Level {
        INFO,
        WARN,
        ERROR,
        OFF
    }

    /// The environment variable with the stage, which is a dimension of every metric: two stages
    /// can share an account.
    public static final String STAGE_VARIABLE = "PLAZA_STAGE";

    /// The environment variable with the context of the function, which is a dimension of most
    /// metrics. Deployed functions without it measure only fields of the line.
    public static final String CONTEXT_VARIABLE = "PLAZA_CONTEXT";

    /// The field with digests of the keys of items, separated by spaces: those that a request
    /// wrote, or those whose stream records failed. With the same digests an operator finds the
    /// lines of the stream functions for the line of a request.
    public static final String ITEMS = "items";

    private static final String SERVICE = "plaza";
    private static final String OWN_CODE = "plaza.";
    private static final int CAUSES_MAX = 16;
    private static final String STAGE = System.getenv().getOrDefault(STAGE_VARIABLE, "local");
    private static final String CONTEXT =
            System.getenv()
                    .getOrDefault(
                            CONTEXT_VARIABLE, System.getenv(STAGE_VARIABLE) == null ? STAGE : "");
    private static final List<String> DIMENSIONS_OF_VERSION =
            List.of("Stage", "Function", "Version");
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Level LOWEST = Level.valueOf(System.getProperty("plaza.log", "INFO"));

    private static final ScopedValue<Consumer<String>> SINK = ScopedValue.newInstance();

    private Log() {}

    /// An exception with facts about its cause, which [#fault] logs. They contain no text of a
    /// caller.
    public interface Facts {
        Map<String, ?> facts();
    }

    /// Logs a failure: the type of its first cause, the code of Plaza in which that was thrown, and
    /// the [Facts] of all causes. Messages of exceptions are omitted, because those of the JDK
    /// repeat what a caller sent.
    public static void fault(String message, Throwable fault) {
        fault(message, fault, Map.of());
    }

    /// Logs a failure with further facts.
    public static void fault(String message, Throwable fault, Map<String, ?> further) {
        var facts = new LinkedHashMap<String, Object>(further);
        var first = fault;
        @Nullable Throwable cause = fault;
        for (var count = 0; cause != null && count < CAUSES_MAX; count++) {
            if (cause instanceof Facts known) {
                facts.putAll(known.facts());
            }
            first = cause;
            cause = cause.getCause();
        }
        facts.put("exception", first.getClass().getName());
        facts.put("at", origin(first));
        line(Level.ERROR, message, facts, false);
    }

    /// The innermost frame of Plaza's own code.
    private static String origin(Throwable fault) {
        for (var frame : fault.getStackTrace()) {
            if (frame.getClassName().startsWith(OWN_CODE)) {
                return frame.getClassName()
                        + "."
                        + frame.getMethodName()
                        + ":"
                        + frame.getLineNumber();
            }
        }
        return "";
    }

    /// Logs something that an operator should know although nothing failed.
    public static void warn(String message, Map<String, ?> facts) {
        line(Level.WARN, message, facts, false);
    }

    /// Logs the last line of the current invocation, with all its metrics.
    public static void ended(String message, Map<String, ?> facts) {
        line(Level.INFO, message, facts, true);
    }

    /// Runs `work` and passes its lines of every level to `sink`.
    public static <T> T to(Consumer<String> sink, Supplier<T> work) {
        return ScopedValue.where(SINK, sink).call(work::get);
    }

    private static void line(Level level, String message, Map<String, ?> facts, boolean metrics) {
        if (SINK.isBound()) {
            SINK.get().accept(text(level, message, facts, metrics));
        } else if (level.compareTo(LOWEST) >= 0) {
            System.err.println(text(level, message, facts, metrics));
        }
    }

    private static String text(Level level, String message, Map<String, ?> facts, boolean metrics) {
        var telemetry = InvocationTelemetry.current();
        var identity = telemetry.identity();
        var now = Instant.now();
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("timestamp", IsoTime.format(now));
        fields.put("level", level.name());
        fields.put("service", SERVICE);
        fields.put("message", message);
        fields.put("cold_start", identity.coldStart());
        fields.put("function_name", identity.function());
        fields.put("function_request_id", identity.requestId());
        if (!identity.traceId().isEmpty()) {
            fields.put("xray_trace_id", identity.traceId());
        }
        fields.put("correlation_id", identity.correlationId());
        fields.putAll(facts);
        var text = new StringWriter(1_024);
        try (var json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            for (var field : fields.entrySet()) {
                json.writeFieldName(field.getKey());
                value(json, field.getValue());
            }
            if (metrics) {
                metrics(json, telemetry, now);
            }
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Boolean flag -> json.writeBoolean(flag);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            default -> json.writeString(value.toString());
        }
    }

    /// Writes what was measured, and which of it are metrics, in CloudWatch's embedded metric
    /// format. Failures have the version as a dimension too.
    private static void metrics(JsonGenerator json, InvocationTelemetry telemetry, Instant now)
            throws IOException {
        var metrics = telemetry.metrics();
        json.writeStringField("Stage", STAGE);
        if (!CONTEXT.isEmpty()) {
            json.writeStringField("Context", CONTEXT);
        }
        if (metrics.stream().anyMatch(Metric::isOfFunction)) {
            json.writeStringField("Function", telemetry.identity().function());
            json.writeStringField("Version", telemetry.identity().version());
        }
        for (var measured : telemetry.values().entrySet()) {
            json.writeFieldName(measured.getKey().word());
            values(json, measured.getValue());
        }
        json.writeObjectFieldStart("_aws");
        json.writeNumberField("Timestamp", now.toEpochMilli());
        json.writeArrayFieldStart("CloudWatchMetrics");
        for (var dimensions : Metric.Dimensions.values()) {
            directive(
                    json,
                    names(dimensions),
                    metrics.stream().filter(metric -> metric.dimensions() == dimensions).toList());
        }
        directive(json, DIMENSIONS_OF_VERSION, metrics.stream().filter(Metric::isFailure).toList());
        json.writeEndArray();
        json.writeEndObject();
    }

    /// The names of dimensions; none if the values are fields of the line only.
    private static List<String> names(Metric.Dimensions dimensions) {
        return switch (dimensions) {
            case NONE -> List.of();
            case STAGE -> List.of("Stage");
            case CONTEXT -> CONTEXT.isEmpty() ? List.of() : List.of("Stage", "Context");
            case FUNCTION -> List.of("Stage", "Function");
        };
    }

    private static void directive(JsonGenerator json, List<String> dimensions, List<Metric> metrics)
            throws IOException {
        if (dimensions.isEmpty() || metrics.isEmpty()) {
            return;
        }
        json.writeStartObject();
        json.writeStringField("Namespace", Metric.NAMESPACE);
        json.writeArrayFieldStart("Dimensions");
        json.writeStartArray();
        for (var dimension : dimensions) {
            json.writeString(dimension);
        }
        json.writeEndArray();
        json.writeEndArray();
        json.writeArrayFieldStart("Metrics");
        for (var metric : metrics) {
            json.writeStartObject();
            json.writeStringField("Name", metric.word());
            // without a unit, a value is a count
            if (!metric.unit().equals(Metric.COUNT)) {
                json.writeStringField("Unit", metric.unit());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void values(JsonGenerator json, List<Double> values) throws IOException {
        if (values.size() == 1) {
            number(json, values.getFirst());
            return;
        }
        json.writeStartArray();
        for (var value : values) {
            number(json, value);
        }
        json.writeEndArray();
    }

    /// Writes a number with at most two decimals: each byte of a line is paid for in each request.
    private static void number(JsonGenerator json, double value) throws IOException {
        var hundredths = Math.round(value * 100);
        if (hundredths % 100 == 0) {
            json.writeNumber(hundredths / 100);
        } else {
            json.writeNumber(hundredths / 100.0);
        }
    }
}
