package plaza.units;

/// On-demand list prices of request units in us-east-1, in dollars; AWS, "Pricing for on-demand
/// capacity", since November 2024. Other regions charge up to twice as much.
public final class Prices {
    public static final double MILLION_READ_UNITS = 0.125;

    public static final double MILLION_WRITE_UNITS = 0.625;

    private Prices() {}

    /// Returns the price of request units in dollars.
    public static double dollars(double readUnits, double writeUnits) {
        return (readUnits * MILLION_READ_UNITS + writeUnits * MILLION_WRITE_UNITS) / 1e6;
    }
}
