package plaza.infra;

import java.util.List;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.logs.CfnQueryDefinition;
import software.amazon.awscdk.services.logs.LogGroup;

/// The queries of CloudWatch Logs Insights that an operator needs to explain a failure. They are in
/// a folder with the name of the stack
/// (<https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-logs-querydefinition.html>).
///
/// The names of the constants are part of construct ids.
enum SavedQuery {
    Failures(
            "failures by function and cause",
            """
            filter level = "ERROR"
            | stats count() as failures by function_name, message, operation, error_code, exception, at
            | sort failures desc
            """),
    Responses5xx(
            "5xx by function",
            """
            filter Errors5xx > 0 or FailedBatches > 0
            | stats sum(Errors5xx) as responses, sum(FailedBatches) as batches by function_name, route, status
            | sort responses desc
            """),
    OneRequest(
            "one request by its correlation id",
            """
            fields @timestamp, function_name, route, status, items, level, message, error_code, exception, at
            | filter correlation_id = "ID" or request_id = "ID"
            | sort @timestamp asc
            """),
    /// A stream record does not carry the id of the request that wrote it, but both lines name the
    /// item.
    OneItem(
            "one item of a request",
            """
            fields @timestamp, correlation_id, function_name, route, status, level, message, error_code, exception, at
            | filter items like "ITEM"
            | sort @timestamp asc
            """),
    Slowest(
            "slowest functions",
            """
            filter ispresent(Requests)
            | stats count() as requests, pct(Latency, 50) as p50, pct(Latency, 99) as p99, max(Latency) as longest,
                avg(RoundTrips) as round_trips by function_name
            | sort p99 desc
            """),
    MostExpensive(
            "most expensive functions by request units",
            """
            filter ispresent(ReadUnits)
            | stats count() as invocations, sum(ReadUnits) as read_units, sum(WriteUnits) as write_units,
                sum(0.125 * ReadUnits + 0.625 * WriteUnits) as millionths_of_a_dollar by function_name
            | sort millionths_of_a_dollar desc
            """);

    private final String label;
    private final String text;

    SavedQuery(String label, String text) {
        this.label = label;
        this.text = text;
    }

    String label() {
        return label;
    }

    String text() {
        return text;
    }

    /// Saves all queries.
    ///
    /// @param logs the lines of the functions
    /// @param accessLogs the lines of the API
    static void in(Stack stack, LogGroup logs, LogGroup accessLogs) {
        for (var query : values()) {
            CfnQueryDefinition.Builder.create(stack, "Query" + query.name())
                    .name(stack.getStackName() + "/" + query.label)
                    .queryString(query.text.strip())
                    .logGroupNames(
                            query == OneRequest
                                    ? List.of(logs.getLogGroupName(), accessLogs.getLogGroupName())
                                    : List.of(logs.getLogGroupName()))
                    .build();
        }
    }
}
