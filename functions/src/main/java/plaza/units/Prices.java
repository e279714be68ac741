package plaza.units;

/// On-demand list prices of us-east-1 in dollars, without the free tier. Other regions charge up to
/// twice as much. `docs/operations/bill.md` has their sources.
public final class Prices {
    public static final double MILLION_READ_UNITS = 0.125;

    public static final double MILLION_WRITE_UNITS = 0.625;

    public static final double MILLION_INVOCATIONS = 0.20;

    /// Of Lambda on arm64, the first of its tiers.
    public static final double GB_SECOND = 0.0000133334;

    public static final double THOUSAND_TRANSITIONS = 0.025;

    public static final double MILLION_TRACES = 5;

    /// A metric of one's own in a month; CloudWatch charges for the hours in which it has a value.
    public static final double METRIC = 0.30;

    /// Each metric of an alarm in a month.
    public static final double ALARM_METRIC = 0.10;

    public static final double DASHBOARD = 3;

    /// A key of KMS in a month, without its requests.
    public static final double KEY = 1;

    public static final double SECRET = 0.40;

    private Prices() {}

    /// Returns the price of request units in dollars.
    public static double dollars(double readUnits, double writeUnits) {
        return (readUnits * MILLION_READ_UNITS + writeUnits * MILLION_WRITE_UNITS) / 1e6;
    }
}
