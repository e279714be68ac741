package plaza.redrive;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.http.Json;
import plaza.lambda.Deployment;
import plaza.lambda.FailureStore;
import plaza.lambda.OperatorInvocation;
import plaza.lambda.Settings;
import plaza.lambda.StreamInvoker;
import plaza.log.Log;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.text.Malformed;

/// Invokes the stream functions again with the records that they had to give up.
///
/// An invocation works until its time is used up, and returns the key of the last object as `next`
/// if others remain. A script sends it back as `cursor`. The hourly schedule keeps it in the table,
/// so that objects that fail every time do not prevent the redrive of those behind them.
public final class Redrive implements RequestHandler<Map<String, Object>, Map<String, Object>> {
    /// The remaining time at which an invocation begins no other object: the longest wait for a
    /// response, and the time to delete the object and to respond.
    static final Duration TIME_RESERVED =
            StreamInvoker.RESPONSE_TIME_MAX.plus(Duration.ofSeconds(30));

    private static final String CURSOR = "cursor";

    private static final String NO_STORE =
            "Nothing was read, because there is no failure bucket: the environment variable "
                    + Settings.FAILURES
                    + " is empty.";

    private final Table table;
    private final Clock clock;
    private final FailureStore failures;
    private final StreamInvoker functions;

    public Redrive() {
        this(
                Deployment.table(),
                Deployment.clock(),
                Deployment.failures(),
                Deployment.streamInvoker());
    }

    /// @param failures the invocation records that were given up; with [FailureStore#NONE] the
    ///   report says that nothing was read
    /// @param functions invokes the stream functions
    public Redrive(Table table, Clock clock, FailureStore failures, StreamInvoker functions) {
        this.table = table;
        this.clock = clock;
        this.failures = failures;
        this.functions = functions;
    }

    @Override
    public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
        var request = RedriveRequest.from(event);
        return OperatorInvocation.perform(context, () -> reported(request));
    }

    private OperatorInvocation reported(RedriveRequest request) {
        var report = new RedriveReport();
        var next = request.scheduled() ? proceed(request, report) : perform(request, report);
        var json = report.json();
        if (failures.equals(FailureStore.NONE)) {
            json.put("note", NO_STORE);
        }
        if (next != null) {
            json.put("next", next);
        }
        return new OperatorInvocation("redrive ended", report.facts(), json);
    }

    /// Continues where the last scheduled invocation ended. If two do so at once, they repeat work
    /// and change nothing.
    private @Nullable String proceed(RedriveRequest request, RedriveReport report) {
        var item = table.getConsistent(PlatformKeys.REDRIVE_RUN.key());
        var cursor = item == null ? "" : item.text(CURSOR);
        var next = perform(request.at(cursor), report);
        var end = next == null ? "" : next;
        if (!end.equals(cursor)) {
            var _ =
                    table.write(
                            Write.Put.of(
                                    Item.at(PlatformKeys.REDRIVE_RUN.key())
                                            .with(CURSOR, end)
                                            .build()));
        }
        return next;
    }

    /// Examines the objects after the cursor of the request.
    ///
    /// @return the key of the last object if others remain; it is the cursor if the invocation
    ///   examined none. Null after the last object of all
    private @Nullable String perform(RedriveRequest request, RedriveReport report) {
        var oldest = clock.instant().minus(Ledger.REDRIVE_AGE_MAX);
        var last = request.cursor();
        for (var keys = failures.keysAfter(last);
                !keys.isEmpty();
                keys = failures.keysAfter(last)) {
            for (var key : keys) {
                if (report.examined() >= request.limit()
                        || InvocationBudget.current().remaining().compareTo(TIME_RESERVED) < 0) {
                    return last;
                }
                redrive(key, oldest, report);
                last = key;
            }
        }
        return null;
    }

    private void redrive(String key, Instant oldest, RedriveReport report) {
        var object = failures.read(key);
        if (object == null) {
            // another invocation has redriven it
            return;
        }
        try {
            var failed = FailedInvocation.parse(object);
            if (failed.oldest().isBefore(oldest)) {
                report.tooOld(key);
                return;
            }
            switch (functions.invoke(failed.functionArn(), failed.event())) {
                case StreamInvoker.Result.Returned(var response) when hasSucceeded(response) -> {
                    failures.delete(key);
                    report.redriven();
                }
                case StreamInvoker.Result.Returned _ -> keep(key, "records failed again", report);
                case StreamInvoker.Result.Failed(var reason) -> keep(key, reason, report);
            }
        } catch (Malformed bad) {
            keep(key, bad.about("The object"), report);
        }
    }

    /// Keeps an object. The function has logged the exception of the first record that failed.
    private static void keep(String key, String reason, RedriveReport report) {
        Log.warn("records were kept", Map.of("key", key, "reason", reason));
        report.failed(key, reason);
    }

    /// Whether a response to a batch reports no failed record
    /// (<https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html>).
    private static boolean hasSucceeded(String response) {
        try {
            var json = Json.parse(response);
            return json != null
                    && json.path("batchItemFailures").isArray()
                    && json.path("batchItemFailures").isEmpty();
        } catch (IOException _) {
            return false;
        }
    }
}
