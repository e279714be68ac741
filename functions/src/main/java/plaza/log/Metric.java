package plaza.log;

/// The metrics of the functions, in the CloudWatch namespace [#NAMESPACE].
public enum Metric {
    /// HTTP requests, whatever their status.
    REQUESTS("Requests", "Count"),
    /// From the event to the response, without the time that Lambda and API Gateway add.
    LATENCY("Latency", "Milliseconds"),
    /// Requests that were rejected because of a fault of the caller.
    ERRORS_4XX("Errors4xx", "Count"),
    /// Requests that failed because of a fault of the service.
    ERRORS_5XX("Errors5xx", "Count"),
    /// Read request units, as DynamoDB reported them.
    READ_UNITS("ReadUnits", "Count"),
    /// Write request units, as DynamoDB reported them.
    WRITE_UNITS("WriteUnits", "Count"),
    /// Requests to DynamoDB that received a response.
    ROUND_TRIPS("RoundTrips", "Count"),
    /// Stream records received.
    RECORDS("Records", "Count"),
    /// Batches that ended at a record that could not be processed.
    FAILED_BATCHES("FailedBatches", "Count"),
    /// The age of the oldest record of a batch when the batch ends.
    STREAM_AGE("StreamAge", "Milliseconds"),
    /// From the creation of a post to its entry in the last timeline.
    FAN_OUT_LAG("FanOutLag", "Milliseconds"),
    /// The estimated size of an item collection that a write has found larger than half of the 10
    /// GB that it can have. Without the dimension `Function`.
    ITEM_COLLECTION_SIZE("ItemCollectionSize", "Gigabytes", false),
    /// Differences that an invocation of Reconcile found, or that its last complete run left.
    DRIFT("Drift", "Count"),
    /// The time since the last complete run over the whole table began.
    SCAN_AGE("ScanAge", "Seconds");

    /// The CloudWatch namespace.
    public static final String NAMESPACE = "Plaza";

    private final String word;
    private final String unit;
    private final boolean isByFunction;

    Metric(String word, String unit) {
        this(word, unit, true);
    }

    Metric(String word, String unit, boolean isByFunction) {
        this.word = word;
        this.unit = unit;
        this.isByFunction = isByFunction;
    }

    /// The name in CloudWatch.
    public String word() {
        return word;
    }

    /// Whether the function is a dimension of the metric. An alarm cannot watch one metric of many
    /// functions otherwise.
    boolean isByFunction() {
        return isByFunction;
    }

    /// Whether the metric counts failures of the service. The alarm of a release watches those of
    /// the new version.
    boolean isFailure() {
        return this == ERRORS_5XX || this == FAILED_BATCHES;
    }

    /// The unit in CloudWatch.
    public String unit() {
        return unit;
    }
}
