package plaza.job;

/// How many items a slice of a [CollectionErasure] deletes at most.
public record ErasureLimit(int items) {
    /// Four batches of DynamoDB, which have 25 items each.
    public static final ErasureLimit STANDARD = new ErasureLimit(100);
}
