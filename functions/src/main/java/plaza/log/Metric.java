package plaza.log;

/// Everything that is measured, in the CloudWatch namespace [#NAMESPACE].
public enum Metric {
    /// HTTP requests answered, whatever the answer.
    REQUESTS("Requests", "Count"),
    /// From the event to the answer, without Lambda's and API Gateway's own part.
    LATENCY("Latency", "Milliseconds"),
    /// Requests refused: the caller's mistake.
    ERRORS_4XX("Errors4xx", "Count"),
    /// Requests that failed: ours.
    ERRORS_5XX("Errors5xx", "Count"),
    /// Read request units, as DynamoDB reported them.
    READ_UNITS("ReadUnits", "Count"),
    /// Write request units, as DynamoDB reported them.
    WRITE_UNITS("WriteUnits", "Count"),
    /// Requests that DynamoDB answered.
    ROUND_TRIPS("RoundTrips", "Count"),
    /// Stream records taken up.
    RECORDS("Records", "Count"),
    /// Batches that ended with a record which could not be processed.
    FAILED_BATCHES("FailedBatches", "Count"),
    /// From the change of an item to the end of the batch that brought it; of the oldest record.
    STREAM_AGE("StreamAge", "Milliseconds"),
    /// From the time of a post to its entry in the last timeline.
    FAN_OUT_LAG("FanOutLag", "Milliseconds"),
    /// How far counters are from what they count.
    DRIFT("Drift", "Count");

    /// The CloudWatch namespace.
    public static final String NAMESPACE = "Plaza";

    private final String word;
    private final String unit;

    Metric(String word, String unit) {
        this.word = word;
        this.unit = unit;
    }

    /// The name in CloudWatch.
    public String word() {
        return word;
    }

    /// The unit in CloudWatch.
    public String unit() {
        return unit;
    }
}
