package plaza.infra;

import java.util.List;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.logs.CfnMetricFilter;
import software.amazon.awscdk.services.logs.CfnMetricFilter.MetricTransformationProperty;
import software.amazon.awscdk.services.logs.LogGroup;

/// Counts responses in the access log of the API. API Gateway itself counts only all 4xx responses
/// together (<https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html>),
/// and its authorizer rejects a token before a function runs.
final class AccessLog {
    /// The field with the status, a text.
    static final String STATUS = "status";

    private AccessLog() {}

    /// The counted responses; the names are those of metrics and alarms.
    enum Counted {
        /// Responses to requests without a valid token.
        Unauthorized(401),
        /// Responses above the rate of the stage, or above the limit of a caller.
        TooManyRequests(429);

        private final int status;

        Counted(int status) {
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /// The CloudWatch namespace. It contains the stage, because a filter can take a dimension only
    /// from a field of the line.
    static String namespace(Stage stage) {
        return plaza.log.Metric.NAMESPACE + "/" + stage.label();
    }

    /// Creates a metric for each counted status.
    static void count(Stack stack, Stage stage, LogGroup logs) {
        for (var counted : Counted.values()) {
            CfnMetricFilter.Builder.create(stack, counted + "Responses")
                    .logGroupName(logs.getLogGroupName())
                    .filterPattern("{ $.%s = \"%d\" }".formatted(STATUS, counted.status()))
                    .metricTransformations(
                            List.of(
                                    MetricTransformationProperty.builder()
                                            .metricNamespace(namespace(stage))
                                            .metricName(counted.name())
                                            .metricValue("1")
                                            .unit("Count")
                                            .build()))
                    .build();
        }
    }
}
