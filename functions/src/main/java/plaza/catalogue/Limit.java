package plaza.catalogue;

import plaza.http.RateLimit;

/// A kind of requests whose number per caller and hour is limited, because anyone may repeat them
/// without end. A context declares its limits where it declares functions
/// ([HttpFunction.Builder#limitedBy]).
///
/// A deployment can change each number and switch the limit off with 0 ([Limits]).
///
/// @param label the name in headers, in the table, and at the start of the setting. Names of up to
///   three letters are those of other attributes, such as `ttl`
/// @param perHourDefault the largest number of requests of a caller in an hour, unless a setting
///   changes it
public record Limit(String label, int perHourDefault) {
    /// One a second for all writes together that have no other limit.
    public static final Limit WRITES = new Limit("writes", 3_600);

    /// The reads of each function. They are counted in the memory of each execution environment,
    /// because a count in the table would cost more than most reads: it is a fence against one
    /// caller who uses up the rate of all, not an exact number.
    public static final Limit READS = new Limit(RateLimit.READS, 1_200);

    public Limit {
        if (!label.matches("[a-z]{4,}")) {
            throw new IllegalArgumentException("a limit is named by four or more letters");
        }
    }

    /// Whether a request takes a token from the table, at the cost of one write unit.
    public boolean isStored() {
        return RateLimit.isStored(label);
    }

    /// The name of the setting, such as `writesPerHourMax`.
    public String setting() {
        return label + "PerHourMax";
    }
}
