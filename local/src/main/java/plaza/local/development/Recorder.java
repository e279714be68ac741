package plaza.local.development;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.http.Request;
import plaza.local.emulator.Meter;
import plaza.local.emulator.TableCall;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.table.KeySpace;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Records requests to the API and invocations of stream functions in an [ActivityLog], each with
/// the requests to DynamoDB that it makes.
///
/// The request that a thread works for is inherited by the threads that it starts, because handlers
/// send some requests to DynamoDB concurrently.
public final class Recorder {
    private static final JsonMapper JSON = new JsonMapper();

    /// The calls of one entry that are listed; all are counted.
    private static final int CALLS_MAX = 100;

    /// The bytes of a body that are kept. A page of 50 posts with their authors has 25 KB.
    private static final int BODY_BYTES_MAX = 32 * 1_024;

    /// The media types of bodies that are kept.
    private static final Pattern TEXT =
            Pattern.compile("text/|application/([a-z.-]+\\+)?json|application/x-ndjson");

    private static final String MASK = "…";
    private static final String SET_COOKIE = "set-cookie";

    private static final InheritableThreadLocal<Recording> CURRENT = new InheritableThreadLocal<>();

    private static final double NANOS_PER_MILLI = 1_000_000;

    private final ActivityLog log;
    private final KeySpace keySpace;
    private final DocumentedCases documented;

    /// @param catalogue the functions of the system
    public Recorder(ActivityLog log, Catalogue catalogue) {
        this.log = log;
        keySpace = catalogue.keySpace();
        documented = new DocumentedCases(catalogue);
    }

    /// What one request or invocation has done so far.
    private static final class Recording {
        /// Null if the requests are not measured.
        private final @Nullable RequestSums sums;

        private final List<TableCall> calls = new ArrayList<>();
        private double readUnits;
        private double writeUnits;
        private long roundTrips;

        Recording(@Nullable RequestSums sums) {
            this.sums = sums;
        }

        synchronized void add(TableCall call) {
            roundTrips++;
            readUnits += call.readUnits();
            writeUnits += call.writeUnits();
            if (sums != null) {
                sums.add(call);
            }
            if (calls.size() < CALLS_MAX) {
                calls.add(call);
            }
        }

        synchronized void writeTo(ObjectNode json) {
            var list = json.putArray("calls");
            for (var call : calls) {
                var one = list.addObject().put("operation", call.operation());
                if (!call.index().isEmpty()) {
                    one.put("index", call.index());
                }
                var keys = one.putArray("keys");
                for (var key : call.keys()) {
                    var described = keys.addObject();
                    key.forEach((name, value) -> described.put(name, value));
                }
                one.put("items", call.items());
                if (sums != null) {
                    one.put("readUnits", call.readUnits()).put("writeUnits", call.writeUnits());
                }
                if (call.failed()) {
                    one.put("failed", true);
                }
            }
            if (sums != null) {
                sums.writeTo(json.putArray("sums"));
                json.put("readUnits", readUnits).put("writeUnits", writeUnits);
            }
            json.put("roundTrips", roundTrips);
        }
    }

    /// Creates a meter that reports calls to the recording that a thread works for. It measures the
    /// calls of requests, not those of stream functions, because it reads every written item twice.
    ///
    /// @param observer a client that is not observed
    public static Meter meter(DynamoDbClient observer) {
        return new Meter(observer, Recorder::isMeasured, Recorder::called);
    }

    private static boolean isMeasured() {
        var recording = CURRENT.get();
        return recording != null && recording.sums != null;
    }

    private static void called(TableCall call) {
        var recording = CURRENT.get();
        if (recording != null) {
            recording.add(call);
        }
    }

    /// Records a request.
    ///
    /// @param function the function of its route, or null
    public ApiResponse record(
            @Nullable HttpFunction function, ApiRequest call, Supplier<ApiResponse> response) {
        var sums = new RequestSums(keySpace);
        var recording = new Recording(sums);
        var start = System.nanoTime();
        var reply = during(recording, response);
        var json = JSON.createObjectNode();
        json.put("at", Instant.now().toString());
        json.put("function", function == null ? "" : function.name());
        json.put("method", call.method());
        json.put("path", call.query().isEmpty() ? call.path() : call.path() + '?' + call.query());
        json.put("status", reply.status());
        json.put("ms", millisSince(start));
        describe(json.putObject("request"), headers(call), call.body());
        describe(json.putObject("response"), headers(reply), reply.body());
        recording.writeTo(json);
        var budget =
                function == null || reply.status() >= 300
                        ? null
                        : documented.of(function, expand(call), sums);
        if (budget != null) {
            json.putObject("documented")
                    .put("readUnits", budget.readUnits())
                    .put("writeUnits", budget.writeUnits())
                    .put("roundTrips", budget.roundTrips())
                    .put("when", budget.when());
        } else if (function != null && !function.rule().isEmpty()) {
            json.put("rule", function.rule());
        }
        log.add(ActivityLog.Kind.REQUEST, json);
        return reply;
    }

    private static Map<String, String> headers(ApiRequest call) {
        var headers = new TreeMap<String, String>();
        call.headers().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        return headers;
    }

    private static Map<String, String> headers(ApiResponse reply) {
        var headers = new TreeMap<>(reply.headers());
        if (!reply.cookies().isEmpty()) {
            headers.put(SET_COOKIE, String.join(", ", reply.cookies()));
        }
        return headers;
    }

    /// Writes headers and a body, without what lets another act as the caller: of tokens and
    /// cookies, only that they were sent.
    private static void describe(ObjectNode json, Map<String, String> headers, byte[] body) {
        var described = json.putObject("headers");
        headers.forEach((name, value) ->
                described.put(
                        name,
                        switch (name) {
                            case "authorization" -> value.replaceAll("\\S+$", MASK);
                            case "cookie", SET_COOKIE -> MASK;
                            default -> value;
                        }));
        if (body.length == 0) {
            return;
        }
        json.put("bytes", body.length);
        if (TEXT.matcher(headers.getOrDefault("content-type", "")).lookingAt()) {
            json.put(
                    "body",
                    new String(
                            body,
                            0,
                            Math.min(body.length, BODY_BYTES_MAX),
                            StandardCharsets.UTF_8));
        }
    }

    private static String expand(ApiRequest call) {
        return call.query().contains(Request.EXPAND)
                ? call.queryParameters().getOrDefault(Request.EXPAND, "")
                : "";
    }

    /// Returns a function that records each invocation of `function`.
    public LambdaFunction recorded(String name, LambdaFunction function) {
        return new LambdaFunction() {
            @Override
            public InvocationResult invoke(byte[] event) {
                var recording = new Recording(null);
                var start = System.nanoTime();
                var result = during(recording, () -> function.invoke(event));
                log.add(
                        ActivityLog.Kind.INVOCATION,
                        invocation(name, event, result, millisSince(start), recording));
                return result;
            }

            @Override
            public int overdue() {
                return function.overdue();
            }
        };
    }

    private static ObjectNode invocation(
            String name,
            byte[] event,
            InvocationResult result,
            double millis,
            Recording recording) {
        var json = JSON.createObjectNode();
        json.put("at", Instant.now().toString());
        json.put("function", name);
        json.put("ms", millis);
        var error =
                switch (result) {
                    case InvocationResult.Returned(var payload) -> failures(payload);
                    case InvocationResult.Failed(var reason) -> reason;
                    case InvocationResult.NotInvoked(var reason) -> reason;
                };
        if (!error.isEmpty()) {
            json.put("error", error);
        }
        var records = json.putArray("records");
        for (var record : read(event).path("Records")) {
            var change = record.path("dynamodb");
            var one = records.addObject();
            one.put("eventName", record.path("eventName").asText());
            one.put("sequenceNumber", change.path("SequenceNumber").asText());
            change.path("Keys")
                    .properties()
                    .forEach(key -> one.put(key.getKey(), key.getValue().path("S").asText()));
        }
        json.put("recordCount", records.size());
        recording.writeTo(json);
        return json;
    }

    /// Returns which records a function reported as failed; empty if none.
    private static String failures(byte[] payload) {
        var failed = read(payload).path("batchItemFailures");
        return failed.isEmpty()
                ? ""
                : "failed from record " + failed.get(0).path("itemIdentifier").asText();
    }

    private static JsonNode read(byte[] json) {
        try {
            return JSON.readTree(new String(json, StandardCharsets.UTF_8));
        } catch (IOException _) {
            return JSON.createObjectNode();
        }
    }

    private static <T> T during(Recording recording, Supplier<T> work) {
        CURRENT.set(recording);
        try {
            return work.get();
        } finally {
            CURRENT.remove();
        }
    }

    private static double millisSince(long startNanos) {
        return (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
    }
}
