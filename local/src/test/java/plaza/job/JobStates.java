package plaza.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/// Reads the state that a job reports to its user after every write of the job, and checks that as
/// soon as it says that the job has ended, the user sees everything that the job does, and can
/// start other work.
public final class JobStates implements AutoCloseable {
    private static final Set<Class<?>> WRITES =
            Set.of(
                    BatchWriteItemRequest.class,
                    DeleteItemRequest.class,
                    PutItemRequest.class,
                    TransactWriteItemsRequest.class,
                    UpdateItemRequest.class);

    private static final Set<String> RUNNING = Set.of("running", "undoing", "unsettling");

    private final TestBed bed = new TestBed(functions -> functions.observedBy(afterEachWrite()));
    private final List<JsonNode> reports = new ArrayList<>();
    private @Nullable Job job;
    private @Nullable Object atEnd;

    /// A job that reports its state.
    ///
    /// @param report returns the report
    /// @param result returns what the user sees of its work
    private record Job(Supplier<TestResponse> report, Supplier<Object> result) {}

    @Override
    public void close() {
        bed.close();
    }

    private ExecutionInterceptor afterEachWrite() {
        return new ExecutionInterceptor() {
            @Override
            public void afterExecution(
                    Context.AfterExecution context, ExecutionAttributes attributes) {
                if (WRITES.contains(context.request().getClass())) {
                    observe();
                }
            }
        };
    }

    private void observe() {
        var observed = job;
        if (observed == null) {
            return;
        }
        job = null; // reading can write
        var response = observed.report().get();
        assertThat(response.status()).isEqualTo(200);
        reports.add(response.json());
        if (atEnd == null && !RUNNING.contains(state(response.json()))) {
            atEnd = observed.result().get();
        }
        job = observed;
    }

    /// Returns the table and the functions.
    public TestBed bed() {
        return bed;
    }

    /// Returns the reports of the last job.
    public List<JsonNode> reports() {
        return reports;
    }

    /// Returns the state in a report.
    public static String state(JsonNode report) {
        return report.path("state").asText(report.path("status").asText());
    }

    /// Runs a job that has just been started.
    ///
    /// @return the states that it reports, in order
    public List<String> run(Supplier<TestResponse> report, Supplier<Object> result) {
        reports.clear();
        atEnd = null;
        job = new Job(report, result);
        bed.drain();
        job = null;
        assertThat(atEnd).as("%s", reports).isNotNull().isEqualTo(result.get());
        return reports.stream().map(JobStates::state).distinct().toList();
    }
}
