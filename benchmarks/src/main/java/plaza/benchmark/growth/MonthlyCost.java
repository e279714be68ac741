package plaza.benchmark.growth;

import static plaza.benchmark.report.Samples.number;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Plot;
import plaza.benchmark.report.Section;

/// Calculates the cost of a month with the assumptions and the arithmetic of `docs/operations.md`,
/// which lists them for a million users.
public final class MonthlyCost implements Benchmark {
    private static final List<Double> USERS = List.of(1e4, 1e6, 1e8);

    private static final double DAYS = 30;
    private static final double DAILY_ACTIVE_SHARE = 0.3;
    private static final double PAGES_PER_DAY = 10;
    private static final double VIEWS_PER_DAY = 20;
    private static final double LIKES_PER_DAY = 5;
    private static final double POSTS_PER_DAY = 0.5;
    private static final double FOLLOWS_PER_DAY = 0.2;
    private static final double OTHER_REQUESTS_PER_DAY = 10;
    private static final double FOLLOWERS_MEAN = 100;
    private static final double SECONDS_PER_MONTH = DAYS * 24 * 3_600;

    /// Returns the cost of a month in dollars, by item of the bill.
    static Map<String, Double> dollars(double users) {
        var userDays = users * DAILY_ACTIVE_SHARE * DAYS;
        var posts = userDays * POSTS_PER_DAY;
        var likes = userDays * LIKES_PER_DAY;
        var views = userDays * VIEWS_PER_DAY;
        var follows = userDays * FOLLOWS_PER_DAY;
        var pages = userDays * PAGES_PER_DAY;
        var requests = pages + views + likes + posts + follows + userDays * OTHER_REQUESTS_PER_DAY;
        var writeUnits =
                posts * 8
                        + posts * (FOLLOWERS_MEAN + 1)
                        + likes * (1 + 4)
                        + views * (1 + 4)
                        + follows * (8 + 20)
                        + (posts + likes + views + follows); // rate limits
        var readUnits =
                pages * 77
                        + userDays * OTHER_REQUESTS_PER_DAY
                        + (likes + views) * (0.5 + 1)
                        + posts * 1.5;
        var countInvocations = 52e6 * users / 1e6;
        var fanOutInvocations = 6.3e6 * users / 1e6;
        var dollars = new LinkedHashMap<String, Double>();
        dollars.put("write units", writeUnits * Prices.WRITE_UNITS);
        dollars.put("read units", readUnits * Prices.READ_UNITS);
        dollars.put("storage, recovery", 300 * users / 1e6 * Prices.STORED_GB);
        dollars.put(
                "Lambda",
                (requests + countInvocations + fanOutInvocations) * Prices.LAMBDA_REQUESTS
                        + Prices.LAMBDA_GB_SECONDS.of(
                                requests * 0.030
                                        + countInvocations * 0.2 * 1.73
                                        + fanOutInvocations * 0.5 * 1.73));
        dollars.put("API Gateway", Prices.API_REQUESTS.of(requests));
        dollars.put("data out", Prices.SENT_GB.of(requests * 5e3 / 1e9));
        dollars.put("logs", requests * 1.6e3 / 1e9 * Prices.LOGGED_GB);
        dollars.put("metrics, alarms, dashboard", 67 * 5 * Prices.METRICS + 96 * 0.10 + 3);
        dollars.put(
                "traces",
                (0.05 * requests + Math.min(requests, SECONDS_PER_MONTH)) * Prices.TRACES);
        dollars.put("KMS, secrets", 5.3 + 0.9e6 * users / 1e6 * Prices.SECRET_READS);
        dollars.put("Cognito Lite", Prices.USERS.of(users));
        return dollars;
    }

    static double total(double users) {
        return dollars(users).values().stream().mapToDouble(Double::doubleValue).sum();
    }

    @Override
    public String name() {
        return "monthly-cost";
    }

    @Override
    public Section run(Effort effort) {
        var table = MarkdownTable.of("$ per month", "10⁴ users", "10⁶ users", "10⁸ users");
        for (var item : dollars(1).keySet()) {
            table =
                    table.row(
                            item,
                            number(dollars(USERS.get(0)).getOrDefault(item, 0.0), 0),
                            number(dollars(USERS.get(1)).getOrDefault(item, 0.0), 0),
                            number(dollars(USERS.get(2)).getOrDefault(item, 0.0), 0));
        }
        table =
                table.row(
                        "**all**",
                        "**" + number(total(USERS.get(0)), 0) + "**",
                        "**" + number(total(USERS.get(1)), 0) + "**",
                        "**" + number(total(USERS.get(2)), 0) + "**");
        table =
                table.row(
                        "cents per user",
                        cents(USERS.get(0)),
                        cents(USERS.get(1)),
                        cents(USERS.get(2)));
        return Section.titled("A month")
                .summary(
                        "By list prices a month costs about $%s for 10⁴ users, $%s for 10⁶, $%s for 10⁸."
                                .formatted(
                                        number(total(USERS.get(0)), 0),
                                        number(total(USERS.get(1)), 0),
                                        number(total(USERS.get(2)), 0)))
                .table(table)
                .plot(
                        Plot.bars(
                                        "monthly-cost",
                                        "Cents per user and month",
                                        Plot.Axis.linear("cents"),
                                        List.of("10⁴ users", "10⁶ users", "10⁸ users"))
                                .bar(
                                        "identity",
                                        USERS.stream()
                                                .mapToDouble(users ->
                                                        100 * Prices.USERS.of(users) / users)
                                                .toArray())
                                .bar(
                                        "all else",
                                        USERS.stream()
                                                .mapToDouble(users ->
                                                        100
                                                                * (total(users)
                                                                        - Prices.USERS.of(users))
                                                                / users)
                                                .toArray()));
    }

    private static String cents(double users) {
        return number(100 * total(users) / users, 2);
    }
}
