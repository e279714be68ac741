package plaza.local.mapping;

import java.time.Instant;

/// One change of one item, in the form in which Lambda hands it to functions.
///
/// @param sequenceNumber its place in the shard
/// @param created about when the change was made; its age is counted from here
/// @param json an element of the event's `Records`
public record StreamRecord(ShardPosition sequenceNumber, Instant created, String json) {}
