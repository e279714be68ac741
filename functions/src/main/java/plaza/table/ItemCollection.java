package plaza.table;

/// All items that share one partition key, in the table or in one of its indexes: what a Query
/// reads.
///
/// @param index where the collection lies
/// @param pk the partition key's value there
public record ItemCollection(TableSchema.Index index, String pk) {
    /// The collection in the table itself.
    static ItemCollection ofTable(String pk) {
        return new ItemCollection(TableSchema.Index.TABLE, pk);
    }
}
