package plaza.catalogue;

/// The cost of one call in the case that `when` describes. Tests measure that case and compare
/// exactly.
///
/// @param readUnits read request units
/// @param writeUnits write request units
/// @param roundTrips requests to DynamoDB
/// @param when the case
public record Budget(double readUnits, double writeUnits, int roundTrips, String when) {}
