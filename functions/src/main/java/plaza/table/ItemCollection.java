package plaza.table;

/// All items with one partition key, in the table or in one of its indexes. A Query reads one
/// collection.
///
/// @param index the table itself or the index
/// @param pk the value of its partition key
public record ItemCollection(TableSchema.Index index, String pk) {}
