package plaza.benchmark.growth;

import java.util.List;

/// On-demand list prices of us-east-1 in November 2026, in dollars, without the free tier. Each of
/// them is an [Input] of the name in quotation marks.
///
/// They are from third parties, because the live pages could not be read: DynamoDB's (in
/// [plaza.units.Prices]) from airbyte.com, "Amazon DynamoDB Pricing"; Lambda's with its tiers from
/// cloudchipr.com, "AWS Lambda Pricing Breakdown"; metrics from signoz.io, "CloudWatch Pricing";
/// logs from factualminds.com, "Amazon CloudWatch Pricing"; keys from factualminds.com, "AWS KMS
/// Pricing"; secrets from hivebook.wiki, "AWS Secrets Manager". API Gateway's are from a stored
/// copy of AWS's page. Data out, traces, the dashboard, CloudFront's requests to the API, WAF,
/// Cognito and S3 are from memory.
final class Prices {
    static final double WRITE_UNITS =
            Input.of("millionWriteUnits", plaza.units.Prices.MILLION_WRITE_UNITS) / 1e6;
    static final double READ_UNITS =
            Input.of("millionReadUnits", plaza.units.Prices.MILLION_READ_UNITS) / 1e6;

    /// A unit of provisioned capacity in every second of an hour costs $0.00065 and $0.00013; from
    /// usage.ai, "DynamoDB vs Aurora".
    static final double PROVISIONED_WRITE_UNITS = Input.of("provisionedWriteHour", 0.00065) / 3_600;

    static final double PROVISIONED_READ_UNITS = Input.of("provisionedReadHour", 0.00013) / 3_600;

    /// Storage with point-in-time recovery, per GB and month.
    static final double STORED_GB = Input.of("storedGigabyte", 0.25 + 0.20);

    static final double LAMBDA_REQUESTS =
            Input.of("millionInvocations", plaza.units.Prices.MILLION_INVOCATIONS) / 1e6;

    static final double LOGGED_GB = Input.of("loggedGigabyte", 0.50);
    static final double TRACES = Input.of("millionTraces", plaza.units.Prices.MILLION_TRACES) / 1e6;
    static final double METRICS = Input.of("metric", plaza.units.Prices.METRIC);
    static final double ALARM_METRICS = Input.of("alarmMetric", plaza.units.Prices.ALARM_METRIC);
    static final double DASHBOARD = Input.of("dashboard", plaza.units.Prices.DASHBOARD);

    /// A key with its requests, and a secret.
    static final double KEY_AND_SECRETS =
            Input.of("keyAndSecrets", plaza.units.Prices.KEY + 3.5 + plaza.units.Prices.SECRET);

    /// Per GB-second on arm64.
    static final Tiers LAMBDA_GB_SECONDS =
            Tiers.of(
                    "gigabyteSecond",
                    List.of(
                            new Tier(7.5e9, plaza.units.Prices.GB_SECOND),
                            new Tier(18.75e9, 0.0000120001),
                            new Tier(Double.MAX_VALUE, 0.0000106667)));

    static final Tiers API_REQUESTS =
            Tiers.of(
                    "apiRequest",
                    List.of(new Tier(300e6, 1.00 / 1e6), new Tier(Double.MAX_VALUE, 0.90 / 1e6)));

    static final Tiers SENT_GB =
            Tiers.of(
                    "sentGigabyte",
                    List.of(
                            new Tier(10_000, 0.09),
                            new Tier(50_000, 0.085),
                            new Tier(150_000, 0.07),
                            new Tier(Double.MAX_VALUE, 0.05)));

    /// Cognito Lite, per monthly active user.
    static final Tiers USERS =
            Tiers.of(
                    "poolUser",
                    List.of(
                            new Tier(10_000, 0),
                            new Tier(100_000, 0.0055),
                            new Tier(1_000_000, 0.0046),
                            new Tier(10_000_000, 0.00325),
                            new Tier(Double.MAX_VALUE, 0.0025)));

    /// Cognito Essentials, per monthly active user.
    static final Tiers ESSENTIALS_USERS =
            Tiers.of(
                    "essentialsUser",
                    List.of(new Tier(10_000, 0), new Tier(Double.MAX_VALUE, 0.015)));

    /// A request through CloudFront ($1.00 per million) and WAF ($0.60).
    static final double EDGE_REQUESTS = Input.of("millionEdgeRequests", 1.60) / 1e6;

    /// A GB through CloudFront, below 10 TB a month; from a stored copy of AWS's page.
    static final double EDGE_GB = Input.of("edgeGigabyte", 0.085);

    /// A request for an image through CloudFront; from wring.co, "AWS CloudFront Pricing".
    static final double IMAGE_REQUESTS = Input.of("millionImageRequests", 1.00) / 1e6;

    /// A GB of objects, per month.
    static final double OBJECT_GB = Input.of("objectGigabyte", 0.023);

    /// A request that writes or copies an object.
    static final double OBJECT_WRITES = Input.of("millionObjectWrites", 5.00) / 1e6;

    /// A price for a range of amounts.
    ///
    /// @param upTo the end of the range
    record Tier(double upTo, double price) {}

    /// Prices that fall with the amount. Each part of an amount has the price of its tier.
    record Tiers(List<Tier> tiers) {
        /// Returns the tiers, or one tier with the price that the [Input] of this name sets.
        static Tiers of(String setting, List<Tier> tiers) {
            var price = Input.of(setting, -1);
            return new Tiers(price < 0 ? tiers : List.of(new Tier(Double.MAX_VALUE, price)));
        }

        /// Returns the price of an amount in dollars.
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
