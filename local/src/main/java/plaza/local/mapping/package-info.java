/// Lambda's event source mappings between the table's stream and the stream functions, DynamoDB's
/// removal of expired items, and the failure destination, as AWS documents them.
///
/// Words: a *shard* is a sequence of records with an optional parent. A *mapping* reads every shard
/// for one function. A *checkpoint* is the last record of a shard that a mapping has processed. A
/// mapping is *behind* by the records that it has not processed.
///
/// ```text
///  TableStreams ── StreamPoller ── EventSourceMapping ── LambdaFunction
///       │             (threads)       │        └ FailureDestination
///       └ TtlSweeper                  ├ Checkpoints
///           └ ExpiredItems            └ StreamSource: SharedReads ── DynamoDbStreamSource
/// ```
///
/// [EventSourceMapping] decides and has no threads and no clock of its own. Only
/// [DynamoDbStreamSource] depends on the peculiarities of DynamoDB Local.
@NullMarked
package plaza.local.mapping;

import org.jspecify.annotations.NullMarked;
