package plaza.benchmark.growth;

import java.util.List;

/// On-demand list prices of us-east-1 in November 2026, in dollars, without the free tier.
///
/// A third party's page has DynamoDB's units, $0.625 a million written and $0.125 read since
/// November 2024 (airbyte.com, "Amazon DynamoDB Pricing"; docs/operations.md says of each other
/// price where it was read, or that it is from memory). The tiers above those of docs/operations.md
/// are from memory too.
final class Prices {
    static final double WRITE_UNITS = 0.625 / 1e6;
    static final double READ_UNITS = 0.125 / 1e6;

    /// Stored and recoverable to the second, a GB and month.
    static final double STORED_GB = 0.25 + 0.20;

    static final double LAMBDA_REQUESTS = 0.20 / 1e6;

    static final double LOGGED_GB = 0.50;
    static final double TRACES = 5 / 1e6;
    static final double METRICS = 0.30;
    static final double SECRET_READS = 0.05 / 1e4;

    /// GB-seconds on arm64.
    static final Tiers LAMBDA_GB_SECONDS =
            new Tiers(
                    List.of(
                            new Tier(7.5e9, 0.0000133334),
                            new Tier(18.75e9, 0.0000120001),
                            new Tier(Double.MAX_VALUE, 0.0000106667)));

    static final Tiers API_REQUESTS =
            new Tiers(List.of(new Tier(300e6, 1.00 / 1e6), new Tier(Double.MAX_VALUE, 0.90 / 1e6)));

    static final Tiers SENT_GB =
            new Tiers(
                    List.of(
                            new Tier(10_000, 0.09),
                            new Tier(50_000, 0.085),
                            new Tier(150_000, 0.07),
                            new Tier(Double.MAX_VALUE, 0.05)));

    /// Cognito Lite, monthly users.
    static final Tiers USERS =
            new Tiers(
                    List.of(
                            new Tier(10_000, 0),
                            new Tier(100_000, 0.0055),
                            new Tier(1_000_000, 0.0046),
                            new Tier(10_000_000, 0.00325),
                            new Tier(Double.MAX_VALUE, 0.0025)));

    /// @param upTo where the price ends
    record Tier(double upTo, double price) {}

    /// Prices that fall with the amount: each part of it has the price of its own tier.
    record Tiers(List<Tier> tiers) {
        double of(double amount) {
            var dollars = 0.0;
            var from = 0.0;
            for (var tier : tiers) {
                dollars += Math.max(0, Math.min(amount, tier.upTo()) - from) * tier.price();
                from = tier.upTo();
            }
            return dollars;
        }
    }

    private Prices() {}
}
