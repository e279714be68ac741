package plaza.log;

/// What the functions measure. Every value is a field of the last log line of an invocation, which
/// the saved queries read. CloudWatch charges for each metric and combination of dimensions, so
/// only what an alarm or the dashboard shows is also a metric, in the namespace [#NAMESPACE].
public enum Metric {
    /// HTTP requests, whatever their status.
    REQUESTS("Requests", "Count", Dimensions.CONTEXT),
    /// From the event to the response, without the time that Lambda and API Gateway add.
    LATENCY("Latency", "Milliseconds", Dimensions.CONTEXT),
    /// Requests that were rejected because of a fault of the caller.
    ERRORS_4XX("Errors4xx", "Count", Dimensions.NONE),
    /// Requests that failed because of a fault of the service.
    ERRORS_5XX("Errors5xx", "Count", Dimensions.CONTEXT),
    /// Read request units, as DynamoDB reported them.
    READ_UNITS("ReadUnits", "Count", Dimensions.CONTEXT),
    /// Write request units, as DynamoDB reported them.
    WRITE_UNITS("WriteUnits", "Count", Dimensions.CONTEXT),
    /// Requests to DynamoDB that received a response.
    ROUND_TRIPS("RoundTrips", "Count", Dimensions.NONE),
    /// Stream records received.
    RECORDS("Records", "Count", Dimensions.NONE),
    /// Batches that ended at a record that could not be processed.
    FAILED_BATCHES("FailedBatches", "Count", Dimensions.FUNCTION),
    /// The age of the oldest record of a batch when the batch ends.
    STREAM_AGE("StreamAge", "Milliseconds", Dimensions.NONE),
    /// From the creation of a post to its entry in the last timeline.
    FAN_OUT_LAG("FanOutLag", "Milliseconds", Dimensions.FUNCTION),
    /// The estimated size of an item collection that a write has found larger than half of the 10
    /// GB that it can have.
    ITEM_COLLECTION_SIZE("ItemCollectionSize", "Gigabytes", Dimensions.STAGE),
    /// Differences that Reconcile has left: those of an invocation if there are any, and those of
    /// the last complete run of all checks, which are measured every day.
    DRIFT("Drift", "Count", Dimensions.FUNCTION),
    /// The time since the last complete run over the whole table began.
    SCAN_AGE("ScanAge", "Seconds", Dimensions.FUNCTION);

    /// The CloudWatch namespace.
    public static final String NAMESPACE = "Plaza";

    /// The unit of numbers of things.
    static final String COUNT = "Count";

    /// What distinguishes the metrics of one name in CloudWatch.
    enum Dimensions {
        /// It is only a field of the line.
        NONE,
        /// The stage alone.
        STAGE,
        /// The context of the function: a metric of each function would cost thirty times as much.
        /// The stream functions have one together, and scheduled functions have none.
        CONTEXT,
        /// The function, because an alarm watches this function alone.
        FUNCTION
    }

    private final String word;
    private final String unit;
    private final Dimensions dimensions;

    Metric(String word, String unit, Dimensions dimensions) {
        this.word = word;
        this.unit = unit;
        this.dimensions = dimensions;
    }

    /// The name in CloudWatch.
    public String word() {
        return word;
    }

    Dimensions dimensions() {
        return dimensions;
    }

    /// Whether the line needs the function, and the version of a failure, as dimensions.
    boolean isOfFunction() {
        return dimensions == Dimensions.FUNCTION || isFailure();
    }

    /// Whether the metric counts failures of the service. A zero is no metric, because it costs as
    /// much as any other value, and the alarms treat missing data as zero. The watch of a release
    /// counts those of the new version.
    boolean isFailure() {
        return this == ERRORS_5XX || this == FAILED_BATCHES;
    }

    /// The unit in CloudWatch.
    public String unit() {
        return unit;
    }
}
