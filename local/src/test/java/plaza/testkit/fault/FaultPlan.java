package plaza.testkit.fault;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import plaza.testkit.fault.FaultyNetwork.SentRequest;

/// Decides for each request whether it fails, and how. A fault that does not [fit][Fault#fits] the
/// operation is not injected.
///
/// ```java
/// network.begin(FaultPlan.always(THROTTLING).on("PutItem").after(1).times(2));
/// ```
@FunctionalInterface
public interface FaultPlan {
    FaultPlan NONE = _ -> null;

    /// Returns the fault of this request, or null if it succeeds.
    @Nullable Fault faultOf(SentRequest request);

    static FaultPlan always(Fault fault) {
        return _ -> fault;
    }

    /// Restricts the plan to an operation, by DynamoDB's name of it.
    default FaultPlan on(String operation) {
        return request -> request.operation().equals(operation) ? faultOf(request) : null;
    }

    /// Restricts the plan to requests whose body contains `text`.
    default FaultPlan containing(String text) {
        return request -> request.body().contains(text) ? faultOf(request) : null;
    }

    /// Lets the first `count` of the requests succeed that would fail.
    default FaultPlan after(int count) {
        var skipped = new AtomicInteger();
        return request -> {
            var fault = faultOf(request);
            return fault == null || skipped.getAndIncrement() < count ? null : fault;
        };
    }

    /// Lets `count` requests fail and all later ones succeed.
    default FaultPlan times(int count) {
        var failed = new AtomicInteger();
        return request -> {
            var fault = faultOf(request);
            return fault == null || failed.getAndIncrement() >= count ? null : fault;
        };
    }
}
