/// What stands between the table's stream and the stream functions, as AWS documents it: Lambda's
/// event source mapping, DynamoDB's removal of expired items, and the failure destination.
///
/// Words: a *shard* is a sequence of records with an optional parent; a *mapping* reads every shard
/// for one function; a *checkpoint* is the last record of a shard that a mapping is done with; a
/// record is *behind* while it is not.
///
/// Rules: [EventSourceMapping] decides and knows neither threads nor time; [StreamPoller] has the
/// threads; [DynamoDbStreamSource] alone knows DynamoDB Local's quirks.
@NullMarked
package plaza.local.mapping;

import org.jspecify.annotations.NullMarked;
