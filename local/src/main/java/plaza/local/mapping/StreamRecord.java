package plaza.local.mapping;

import java.time.Instant;

/// A change of an item, in the form that functions receive from Lambda.
///
/// @param sequenceNumber its position in the shard
/// @param created the approximate time of the change, from which the age is measured
/// @param json an element of the event's `Records`
public record StreamRecord(ShardPosition sequenceNumber, Instant created, String json) {}
