package plaza.local.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.testkit.Await;

/// Tests of [ChildFunction] with trivial handlers.
final class ChildFunctionTest {
    /// Behaves as the name of the item requests.
    public static final class NamedBehavior
            implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
        @Override
        public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
            var record = event.getRecords().getFirst();
            var name = Objects.requireNonNull(record.getDynamodb().getKeys().get("pk")).getS();
            switch (name) {
                case "fail" ->
                        throw new IllegalStateException(
                                "requested by " + System.getenv("REQUESTER"));
                case "hang" -> {
                    System.out.println("hanging");
                    LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(5));
                }
                case "exit" -> Runtime.getRuntime().halt(3);
                case "report" -> {
                    return new StreamsEventResponse(
                            List.of(
                                    new StreamsEventResponse.BatchItemFailure(
                                            record.getDynamodb().getSequenceNumber())));
                }
                default ->
                        System.out.println(
                                "%s has %d ms and %d MB"
                                        .formatted(
                                                context.getFunctionName(),
                                                context.getRemainingTimeInMillis()
                                                        / 10_000
                                                        * 10_000,
                                                context.getMemoryLimitInMB()));
            }
            return new StreamsEventResponse(List.of());
        }
    }

    /// Has a constructor that fails.
    public static final class FailingConstructor
            implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
        public FailingConstructor() {
            throw new IllegalStateException("not today");
        }

        @Override
        public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
            return new StreamsEventResponse(List.of());
        }
    }

    @Test
    void aHandlerRunsInItsOwnProcess(@TempDir Path folder) {
        var settings =
                ChildFunction.Settings.of(NamedBehavior.class).with(Map.of("REQUESTER", "me"));
        try (var function = new ChildFunction(settings, folder.resolve("log"))) {
            assertThat(text(function.invoke(event("work"))))
                    .isEqualTo("{\"batchItemFailures\":[]}");
            assertThat(function.output()).contains("NamedBehavior has 50000 ms and 512 MB");
            assertThat(text(function.invoke(event("report"))))
                    .isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"101\"}]}");
            assertThat(function.invoke(event("fail")))
                    .isInstanceOfSatisfying(
                            InvocationResult.Failed.class,
                            failed -> assertThat(failed.error()).contains("requested by me"));

            // a kill fails the running invocation; a new process handles the next one
            var hanging = function.invokeLater(event("hang"));
            Await.until(
                    "its work",
                    Duration.ofSeconds(20),
                    () -> function.output().contains("hanging"));
            assertThat(hanging).isNotDone();
            function.kill();
            assertThat(hanging.join()).isInstanceOf(InvocationResult.Failed.class);
            assertThat(text(function.invoke(event("work"))))
                    .isEqualTo("{\"batchItemFailures\":[]}");

            assertThat(function.invoke(event("exit")))
                    .isInstanceOfSatisfying(
                            InvocationResult.Failed.class,
                            failed -> assertThat(failed.error()).contains("exit status 3"));
        }
    }

    @Test
    void theDeadlineEndsTheProcess(@TempDir Path folder) {
        var settings =
                ChildFunction.Settings.of(NamedBehavior.class).within(Duration.ofMillis(500));
        try (var function = new ChildFunction(settings, folder.resolve("log"))) {
            assertThat(function.invoke(event("hang")))
                    .isInstanceOfSatisfying(
                            InvocationResult.Failed.class,
                            failed -> assertThat(failed.error()).startsWith("Task timed out"));
        }
    }

    @Test
    void aFailedInitializationIsReportedWithItsCause(@TempDir Path folder) {
        var settings = ChildFunction.Settings.of(FailingConstructor.class);
        try (var function = new ChildFunction(settings, folder.resolve("log"))) {
            assertThatThrownBy(function::start)
                    .hasStackTraceContaining("initialization failed")
                    .hasStackTraceContaining("not today");
        }
    }

    private static byte[] event(String name) {
        return """
        {"Records":[{"eventName":"INSERT","eventSource":"aws:dynamodb",
        "dynamodb":{"Keys":{"pk":{"S":"%s"}},"SequenceNumber":"101"}}]}\
        """
                .formatted(name)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String text(InvocationResult result) {
        return result instanceof InvocationResult.Returned(var payload)
                ? new String(payload, StandardCharsets.UTF_8)
                : result.toString();
    }
}
