package plaza.table;

/// The primary key of one item.
///
/// @param pk the partition key's value
/// @param sk the sort key's value
public record Key(String pk, String sk) {}
