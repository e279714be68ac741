package plaza.infra;

import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.logs.RetentionDays;

/// One deployment of the whole system, and all in which deployments differ.
public enum Stage {
    /// For trying things out: deleted with its stack.
    DEV(50, 100, RetentionDays.TWO_WEEKS, RemovalPolicy.DESTROY),

    /// Real users: nothing that holds their data goes when the stack goes.
    ///
    /// The rate is the peak of the estimate for a million users in docs/operations.md with room
    /// above it, and half of what API Gateway gives an account in one region (10,000 requests a
    /// second, 5,000 of burst), so that one stage cannot use up the account.
    PROD(5_000, 2_500, RetentionDays.THREE_MONTHS, RemovalPolicy.RETAIN);

    private final int requestsPerSecond;
    private final int burstRequests;
    private final RetentionDays logRetention;
    private final RemovalPolicy removalPolicy;

    Stage(
            int requestsPerSecond,
            int burstRequests,
            RetentionDays logRetention,
            RemovalPolicy removalPolicy) {
        this.requestsPerSecond = requestsPerSecond;
        this.burstRequests = burstRequests;
        this.logRetention = logRetention;
        this.removalPolicy = removalPolicy;
    }

    /// The steady rate above which the API answers 429, over all routes.
    int requestsPerSecond() {
        return requestsPerSecond;
    }

    /// How many requests may arrive at once beyond the steady rate.
    int burstRequests() {
        return burstRequests;
    }

    RetentionDays logRetention() {
        return logRetention;
    }

    /// What becomes of stored data when the stack is deleted.
    RemovalPolicy removalPolicy() {
        return removalPolicy;
    }

    /// Whether DynamoDB and Cognito refuse to delete what holds users' data.
    boolean deletionProtection() {
        return this == PROD;
    }

    /// The stage's name in context, tags and the stack's name.
    String label() {
        return switch (this) {
            case DEV -> "dev";
            case PROD -> "prod";
        };
    }
}
