package plaza.table;

/// Thrown when a write would make an item collection exceed 10 GB. Only tables with local secondary
/// indexes have this limit; it applies to all of their item collections, including the copies in
/// local indexes. Reads and deletions still succeed. No retry helps until items are deleted.
///
/// Source: Amazon DynamoDB API Reference, `ItemCollectionSizeLimitExceededException`.
public final class CollectionFull extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CollectionFull(Throwable cause) {
        super("the item collection is full", cause);
    }
}
