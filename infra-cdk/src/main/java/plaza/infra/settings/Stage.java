package plaza.infra.settings;

import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.logs.RetentionDays;

/// A deployment of the whole system, with everything that differs between deployments.
public enum Stage {
    /// For development. Deleting the stack deletes its data.
    DEV(50, 100, 14, RetentionDays.TWO_WEEKS, RemovalPolicy.DESTROY),

    /// For real users. Deleting the stack keeps their data.
    ///
    /// The rate is above the peak of the estimate for a million users (docs/operations/bill.md),
    /// and half of the quota of an account in most regions, 10,000 requests per second
    /// (<https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html>), so that one
    /// stage cannot use up the quota. AWS sets the burst of an account and no longer documents it;
    /// it was 5,000.
    PROD(
            5_000,
            2_500,
            90,
            RetentionDays.THREE_MONTHS,
            // a failed first deployment leaves nothing behind
            RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);

    private final int requestsPerSecond;
    private final int burstRequests;
    private final int logsKeptDays;
    private final RetentionDays logRetention;
    private final RemovalPolicy removalPolicy;

    Stage(
            int requestsPerSecond,
            int burstRequests,
            int logsKeptDays,
            RetentionDays logRetention,
            RemovalPolicy removalPolicy) {
        this.requestsPerSecond = requestsPerSecond;
        this.burstRequests = burstRequests;
        this.logsKeptDays = logsKeptDays;
        this.logRetention = logRetention;
        this.removalPolicy = removalPolicy;
    }

    /// The steady rate over all routes, above which the API returns 429.
    public int requestsPerSecond() {
        return requestsPerSecond;
    }

    /// The requests that can arrive at once above the steady rate.
    public int burstRequests() {
        return burstRequests;
    }

    /// How long logs are kept, in days, as [#logRetention] says it.
    public int logsKeptDays() {
        return logsKeptDays;
    }

    public RetentionDays logRetention() {
        return logRetention;
    }

    /// What happens to stored data when the stack is deleted.
    public RemovalPolicy removalPolicy() {
        return removalPolicy;
    }

    /// The stage's name in the context, in tags and in the stack's name.
    public String label() {
        return switch (this) {
            case DEV -> "dev";
            case PROD -> "prod";
        };
    }
}
