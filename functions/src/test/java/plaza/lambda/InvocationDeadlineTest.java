package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import plaza.table.InvocationBudget;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.InterceptorContext;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/// The margins are minutes, so that a slow machine does not affect the result.
final class InvocationDeadlineTest {
    private static final Duration ATTEMPT_TIME_MAX = Duration.ofMinutes(5);

    private final InvocationDeadline deadline = new InvocationDeadline(ATTEMPT_TIME_MAX);

    @Test
    void enoughTimeLeavesTheRequestUnchanged() {
        var request = GetItemRequest.builder().tableName("Plaza").build();
        assertThat(modified(request, Duration.ofMinutes(20))).isSameAs(request);
    }

    @Test
    void lessTimeShortensTheAttempt() {
        var request = GetItemRequest.builder().tableName("Plaza").build();
        var modified = modified(request, Duration.ofMinutes(2));
        assertThat(modified.tableName()).isEqualTo("Plaza");
        assertThat(timeout(modified)).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(2));
    }

    @Test
    void noTimeLeftSetsTheShortestTimeoutThatTheSdkAccepts() {
        var request = GetItemRequest.builder().tableName("Plaza").build();
        assertThat(timeout(modified(request, Duration.ZERO))).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void otherSettingsOfTheRequestAreKept() {
        var request =
                GetItemRequest.builder()
                        .overrideConfiguration(o -> o.apiCallTimeout(Duration.ofHours(1)))
                        .build();
        var modified = modified(request, Duration.ofMinutes(2));
        assertThat(modified.overrideConfiguration().orElseThrow().apiCallTimeout())
                .contains(Duration.ofHours(1));
        assertThat(timeout(modified)).isLessThanOrEqualTo(Duration.ofMinutes(2));
    }

    private GetItemRequest modified(GetItemRequest request, Duration left) {
        var context = InterceptorContext.builder().request(request).build();
        SdkRequest modified =
                InvocationBudget.within(left)
                        .run(() -> deadline.modifyRequest(context, new ExecutionAttributes()));
        return (GetItemRequest) modified;
    }

    private static Duration timeout(GetItemRequest request) {
        return request.overrideConfiguration().orElseThrow().apiCallAttemptTimeout().orElseThrow();
    }
}
