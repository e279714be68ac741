package plaza.job;

/// How many items a slice of a [CollectionErasure] deletes at most.
public record ErasureLimit(int items) {
    /// Four batches of DynamoDB, which last for about a tenth of a second.
    public static final ErasureLimit STANDARD = new ErasureLimit(100);
}
