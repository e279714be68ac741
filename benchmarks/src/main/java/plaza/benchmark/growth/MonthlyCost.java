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

/// What a month costs, by the habits and the arithmetic of docs/operations.md, which tells them for
/// a million users line by line.
public final class MonthlyCost implements Benchmark {
    private static final List<Double> SIZES = List.of(1e4, 1e6, 1e8);

    private static final double DAYS = 30;
    private static final double DAILY_SHARE = 0.3;
    private static final double PAGES = 10;
    private static final double VIEWS = 20;
    private static final double LIKES = 5;
    private static final double POSTS = 0.5;
    private static final double FOLLOWS = 0.2;
    private static final double OTHERS = 10;
    private static final double FOLLOWERS = 100;
    private static final double SECONDS = DAYS * 24 * 3_600;

    /// A month of so many users, in dollars by what they are spent on.
    static Map<String, Double> dollars(double users) {
        var userDays = users * DAILY_SHARE * DAYS;
        var posts = userDays * POSTS;
        var likes = userDays * LIKES;
        var views = userDays * VIEWS;
        var follows = userDays * FOLLOWS;
        var pages = userDays * PAGES;
        var requests = pages + views + likes + posts + follows + userDays * OTHERS;
        var written =
                posts * 8
                        + posts * (FOLLOWERS + 1)
                        + likes * (1 + 4)
                        + views * (1 + 4)
                        + follows * (8 + 20);
        var read = pages * 77 + userDays * OTHERS + (likes + views) * (0.5 + 1) + posts * 1.5;
        var counted = 52e6 * users / 1e6;
        var fanned = 6.3e6 * users / 1e6;
        var dollars = new LinkedHashMap<String, Double>();
        dollars.put("write units", written * Prices.WRITE_UNITS);
        dollars.put("read units", read * Prices.READ_UNITS);
        dollars.put("storage, recovery", 300 * users / 1e6 * Prices.STORED_GB);
        dollars.put(
                "Lambda",
                (requests + counted + fanned) * Prices.LAMBDA_REQUESTS
                        + Prices.LAMBDA_GB_SECONDS.of(
                                requests * 0.030 + counted * 0.2 * 1.73 + fanned * 0.5 * 1.73));
        dollars.put("API Gateway", Prices.API_REQUESTS.of(requests));
        dollars.put("data out", Prices.SENT_GB.of(requests * 5e3 / 1e9));
        dollars.put("logs", requests * 1.6e3 / 1e9 * Prices.LOGGED_GB);
        dollars.put("metrics, alarms, dashboard", 64 * 5 * Prices.METRICS + 25 * 0.10 + 3);
        dollars.put("traces", (0.05 * requests + Math.min(requests, SECONDS)) * Prices.TRACES);
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
                            number(dollars(SIZES.get(0)).getOrDefault(item, 0.0), 0),
                            number(dollars(SIZES.get(1)).getOrDefault(item, 0.0), 0),
                            number(dollars(SIZES.get(2)).getOrDefault(item, 0.0), 0));
        }
        table =
                table.row(
                        "**all**",
                        "**" + number(total(SIZES.get(0)), 0) + "**",
                        "**" + number(total(SIZES.get(1)), 0) + "**",
                        "**" + number(total(SIZES.get(2)), 0) + "**");
        table =
                table.row(
                        "cents per user",
                        cents(SIZES.get(0)),
                        cents(SIZES.get(1)),
                        cents(SIZES.get(2)));
        return Section.titled("A month")
                .summary(
                        "By list prices a month costs about $%s for 10⁴ users, $%s for 10⁶, $%s for 10⁸."
                                .formatted(
                                        number(total(SIZES.get(0)), 0),
                                        number(total(SIZES.get(1)), 0),
                                        number(total(SIZES.get(2)), 0)))
                .table(table)
                .plot(
                        Plot.bars(
                                        "monthly-cost",
                                        "Cents per user and month",
                                        Plot.Axis.linear("cents"),
                                        List.of("10⁴ users", "10⁶ users", "10⁸ users"))
                                .bar(
                                        "identity",
                                        SIZES.stream()
                                                .mapToDouble(users ->
                                                        100 * Prices.USERS.of(users) / users)
                                                .toArray())
                                .bar(
                                        "all else",
                                        SIZES.stream()
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
