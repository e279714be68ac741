package plaza.benchmark.growth;

import static plaza.benchmark.report.Samples.number;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import plaza.benchmark.growth.Usage.Units;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Plot;
import plaza.benchmark.report.Section;
import plaza.benchmark.report.Section.Prose;
import plaza.functions.Catalogue;

/// Calculates the cost of a month from [Usage] and [Prices]: with the user pool of the stack, and
/// with an issuer of one's own. It writes the tables of `docs/operations/bill.md` too.
public final class MonthlyCost implements Benchmark {
    private static final List<String> CONTEXTS = List.of("social", "favorites", "fantasy");
    private static final List<Double> USERS = List.of(1e4, 1e6, 1e8);

    /// The most that a month of a million users with an issuer of their own should cost.
    private static final double GOAL_DOLLARS = 3_000;

    private static final double DAYS = 30;
    private static final double SECONDS_PER_MONTH = DAYS * 24 * 3_600;

    private static final Map<String, Double> GB_PER_MILLION =
            Map.of(
                    "social", Input.SOCIAL_GB_PER_MILLION,
                    "favorites", Input.FAVORITES_GB_PER_MILLION,
                    "fantasy", Input.FANTASY_GB_PER_MILLION);

    /// The batches of a shard that are processed at once.
    private static final int PARALLEL_BATCHES = 4;

    /// The alarms' metrics; a test of the stack compares them with the text below.
    private static final int ALARM_METRICS = 243;

    /// Requests or records, latency, failures of two kinds or the age, units of two kinds, and
    /// round trips.
    private static final int METRICS_PER_FUNCTION = 7;

    /// The assumptions, measured once.
    static List<Usage> usage() {
        return Measured.USAGE;
    }

    private static double userDays(double users) {
        return users * Input.DAILY_ACTIVE_SHARE * DAYS;
    }

    private Units units(String context, double users) {
        return usage().stream()
                .filter(each -> each.context().equals(context))
                .map(each -> each.units().times(each.perDay() * userDays(users)))
                .reduce(Units.NONE, Units::plus);
    }

    private double requests(String context, double users) {
        return usage().stream()
                .filter(each -> each.context().equals(context))
                .mapToDouble(each -> each.requests() * each.perDay() * userDays(users))
                .sum();
    }

    private static double dollars(Units units) {
        return units.writes() * Prices.WRITE_UNITS + units.reads() * Prices.READ_UNITS;
    }

    /// An item of the bill.
    ///
    /// @param arithmetic how the amount is calculated
    private record Item(String arithmetic, double dollars) {}

    /// Returns the bill of a month without identity, by item.
    private Map<String, Item> bill(double users) {
        var units = Units.NONE;
        var requests = 0.0;
        for (var context : CONTEXTS) {
            units = units.plus(units(context, users));
            requests += requests(context, users);
        }
        var gigabytes = gigabytes(users);
        var shards = shards(gigabytes);
        var counts = counts(users, Input.WINDOW_SECONDS);
        var deliveries = deliveries(users);
        var sent = requests * Input.RESPONSE_BYTES / 1e9;
        var logged = requests * Input.LOGGED_BYTES / 1e9;
        var measured = Catalogue.ALL.functions().size() - Catalogue.ALL.publicFunctions().size();
        var traces = Input.TRACED_SHARE * requests + Math.min(requests, SECONDS_PER_MONTH);
        var bill = new LinkedHashMap<String, Item>();
        bill.put(
                "write units",
                new Item(
                        "%s × $%s per million"
                                .formatted(
                                        millions(units.writes()), price(1e6 * Prices.WRITE_UNITS)),
                        units.writes() * Prices.WRITE_UNITS));
        bill.put(
                "read units",
                new Item(
                        "%s × $%s per million"
                                .formatted(millions(units.reads()), price(1e6 * Prices.READ_UNITS)),
                        units.reads() * Prices.READ_UNITS));
        bill.put(
                "storage, recovery",
                new Item(
                        "%s GB × $%s".formatted(number(gigabytes, 0), price(Prices.STORED_GB)),
                        gigabytes * Prices.STORED_GB));
        bill.put(
                "Lambda, routes",
                new Item(
                        "%s × ($%s per million + %s GB s)"
                                .formatted(
                                        millions(requests),
                                        price(1e6 * Prices.LAMBDA_REQUESTS),
                                        price(Input.REQUEST_GB_SECONDS)),
                        requests * Prices.LAMBDA_REQUESTS
                                + Prices.LAMBDA_GB_SECONDS.of(
                                        requests * Input.REQUEST_GB_SECONDS)));
        bill.put(
                "Lambda, streams",
                new Item(
                        "counts at %s shards: %s × %s s × %s GB; deliveries: %s × %s s × %s GB"
                                .formatted(
                                        number(shards, 0),
                                        millions(counts),
                                        price(Input.COUNT_SECONDS),
                                        price(Input.COUNT_GB),
                                        millions(deliveries),
                                        price(Input.DELIVERY_SECONDS),
                                        price(Input.STREAM_GB)),
                        (counts + deliveries) * Prices.LAMBDA_REQUESTS + streamDuration(users)));
        bill.put(
                "API Gateway",
                new Item(
                        "%s by the tiers of its price".formatted(millions(requests)),
                        Prices.API_REQUESTS.of(requests)));
        bill.put(
                "data out",
                new Item(
                        "%s × %s KB = %s GB by the tiers of its price"
                                .formatted(
                                        millions(requests),
                                        price(Input.RESPONSE_BYTES / 1e3),
                                        number(sent, 0)),
                        Prices.SENT_GB.of(sent)));
        bill.put(
                "logs",
                new Item(
                        "%s × %s KB = %s GB × $%s"
                                .formatted(
                                        millions(requests),
                                        price(Input.LOGGED_BYTES / 1e3),
                                        number(logged, 0),
                                        price(Prices.LOGGED_GB)),
                        logged * Prices.LOGGED_GB));
        bill.put(
                "metrics, alarms, dashboard",
                new Item(
                        "%d functions × %d × $%s + %d alarm metrics × $%s + $%s"
                                .formatted(
                                        measured,
                                        METRICS_PER_FUNCTION,
                                        number(Prices.METRICS, 2),
                                        ALARM_METRICS,
                                        number(Prices.ALARM_METRICS, 2),
                                        number(Prices.DASHBOARD, 2)),
                        measured * METRICS_PER_FUNCTION * Prices.METRICS
                                + ALARM_METRICS * Prices.ALARM_METRICS
                                + Prices.DASHBOARD));
        bill.put(
                "traces",
                new Item(
                        "%s %% of the requests and one a second: %s × $%s per million"
                                .formatted(
                                        price(100 * Input.TRACED_SHARE),
                                        millions(traces),
                                        price(1e6 * Prices.TRACES)),
                        traces * Prices.TRACES));
        bill.put(
                "KMS, secrets",
                new Item("a key with its requests, and two secrets", Prices.KEY_AND_SECRETS));
        return bill;
    }

    private static double shards(double gigabytes) {
        return Math.max(Input.SHARDS_MIN, gigabytes / Input.SHARD_GB);
    }

    /// The records that AggregateCounts processes in a month.
    private static double counted(double users) {
        return usage().stream()
                .mapToDouble(each -> each.counted() * each.perDay() * userDays(users))
                .sum();
    }

    private static double gigabytes(double users) {
        return CONTEXTS.stream()
                        .mapToDouble(context -> GB_PER_MILLION.getOrDefault(context, 0.0))
                        .sum()
                * users
                / 1e6;
    }

    /// The invocations of AggregateCounts in a month.
    private static double counts(double users, double windowSeconds) {
        return countInvocations(counted(users), shards(gigabytes(users)), windowSeconds);
    }

    /// The invocations of FanOut in a month.
    private static double deliveries(double users) {
        return usage().stream()
                .mapToDouble(each -> each.delivered() * each.perDay() * userDays(users))
                .sum();
    }

    /// What the duration of the stream functions costs in a month.
    private static double streamDuration(double users) {
        return Prices.LAMBDA_GB_SECONDS.of(
                counts(users, Input.WINDOW_SECONDS) * Input.COUNT_SECONDS * Input.COUNT_GB
                        + deliveries(users) * Input.DELIVERY_SECONDS * Input.STREAM_GB);
    }

    /// The invocations for these records. Each of the parallel batches of a shard begins with a
    /// record and ends after the window, so that it takes the time until that record and the
    /// window.
    static double countInvocations(double records, double shards, double windowSeconds) {
        var batches = shards * PARALLEL_BATCHES;
        var recordsPerSecond = records / SECONDS_PER_MONTH / batches;
        return batches
                * SECONDS_PER_MONTH
                * recordsPerSecond
                / (1 + recordsPerSecond * windowSeconds);
    }

    /// Returns the cost of a month in dollars with an issuer of one's own, without its price.
    double ownIssuer(double users) {
        return bill(users).values().stream().mapToDouble(Item::dollars).sum();
    }

    /// Returns the cost of a month in dollars with the user pool of the stack.
    double userPool(double users) {
        return ownIssuer(users) + Prices.USERS.of(users);
    }

    @Override
    public String name() {
        return "monthly-cost";
    }

    @Override
    public Section run(Effort effort) {
        var million = ownIssuer(1e6);
        Input.requireKnown();
        var isMet = million <= GOAL_DOLLARS;
        return Section.titled("A month")
                .summary(
                        "By list prices a month of 10⁶ users costs $%s with the user pool, $%s with your own issuer."
                                .formatted(rounded(userPool(1e6)), rounded(million)))
                .goal(
                        "≤ $%s a month for 10⁶ users with an own issuer"
                                .formatted(rounded(GOAL_DOLLARS)),
                        "$%s, %s cents per user".formatted(rounded(million), cents(million, 1e6)),
                        isMet,
                        "%s: the write units alone are $%s, of which views and likes with their counts $%s"
                                .formatted(
                                        isMet
                                                ? "within the goal"
                                                : "missed by %s %%"
                                                        .formatted(
                                                                number(
                                                                        100
                                                                                * (million
                                                                                                / GOAL_DOLLARS
                                                                                        - 1),
                                                                        0)),
                                        dollars("write units", 1e6),
                                        rounded(
                                                writeDollars("reads posts", 1e6)
                                                        + writeDollars("likes a post", 1e6))))
                .table(bySize())
                .plot(plot())
                .bill(
                        List.of(
                                new Prose(
                                        "%s of a million monthly users are active on a given day, so a month of 30 days has %s user-days. Each of them uses the social network; %s also favorites, and %s fantasy football. An author has %s followers on average, and each of the 20 posts of a timeline page is by another author."
                                                .formatted(
                                                        number(1e6 * Input.DAILY_ACTIVE_SHARE, 0),
                                                        millions(userDays(1e6)),
                                                        percent("favorites"),
                                                        percent("fantasy"),
                                                        number(Input.FOLLOWERS_MEAN, 0))),
                                assumptions(),
                                new Prose(
                                        "The requests are those of one user of the context on a day on which the user is active: those that the [demo](../local.md#what-the-demo-sends) sends for each habit, and those of a function that no page of it calls. The units behind a call are those of the stream functions; views and likes are counted one by one, although those of one post share an update."),
                                byContext(),
                                new Prose("This is the bill:"),
                                items(),
                                new Prose("This changes it:"),
                                changes()));
    }

    private static String percent(String context) {
        return number(100 * Usage.share(context), 0) + " %";
    }

    private MarkdownTable assumptions() {
        var table =
                MarkdownTable.of(
                        "context",
                        "habit or function",
                        "per day",
                        "requests",
                        "RRU",
                        "WRU",
                        "behind it, RRU",
                        "WRU behind it",
                        "why so often");
        for (var each : usage()) {
            var perDay = each.perDay() / Usage.share(each.context());
            table =
                    table.row(
                            each.context(),
                            each.name(),
                            perDay < 0.01 ? number(perDay, 4) : number(perDay, 1),
                            each.requests(),
                            number(each.call().reads(), 1),
                            number(each.call().writes(), 1),
                            number(each.behind().reads(), 1),
                            number(each.behind().writes(), 1),
                            each.reason());
        }
        return table;
    }

    private MarkdownTable byContext() {
        var table =
                MarkdownTable.of(
                        "context", "requests", "RRU", "WRU", "GB", "table's units and storage");
        for (var context : CONTEXTS) {
            var units = units(context, 1e6);
            var gigabytes = GB_PER_MILLION.getOrDefault(context, 0.0);
            table =
                    table.row(
                            context,
                            millions(requests(context, 1e6)),
                            millions(units.reads()),
                            millions(units.writes()),
                            number(gigabytes, 1),
                            "$" + rounded(dollars(units) + gigabytes * Prices.STORED_GB));
        }
        return table;
    }

    private MarkdownTable items() {
        var table = MarkdownTable.of("item", "arithmetic", "user pool", "own issuer");
        for (var item : bill(1e6).entrySet()) {
            var dollars = "$" + rounded(item.getValue().dollars());
            table = table.row(item.getKey(), item.getValue().arithmetic(), dollars, dollars);
        }
        return table.row(
                        "Cognito Lite",
                        "by the tiers of its price",
                        "$" + rounded(Prices.USERS.of(1e6)),
                        "its own price")
                .row(
                        "**total**",
                        "",
                        "**$" + rounded(userPool(1e6)) + "**",
                        "**$" + rounded(ownIssuer(1e6)) + "**")
                .row("cents per user", "", cents(userPool(1e6), 1e6), cents(ownIssuer(1e6), 1e6));
    }

    private MarkdownTable changes() {
        var posts = userDays(1e6) * perDay("writes a post");
        var requests = CONTEXTS.stream().mapToDouble(context -> requests(context, 1e6)).sum();
        return MarkdownTable.of("change", "per month")
                .row(
                        "a hundred followers more of each author",
                        "+ $" + rounded(posts * 100 * Prices.WRITE_UNITS))
                .row(
                        "no rate limit of views (`viewsPerHourMax` 0)",
                        "− $" + rounded(userDays(1e6) * perDay("reads posts") * Prices.WRITE_UNITS))
                .row(
                        "provisioned capacity, of which %s %% is used"
                                .formatted(number(100 * Input.UTILISATION, 0)),
                        "− $" + rounded(provisioned(1e6)))
                .row(
                        "a Compute Savings Plan of one year for Lambda",
                        "− $" + rounded(savingsPlan(1e6)))
                .row("AggregateCounts waits for 5 s", "− $" + rounded(longerWindow(1e6, 5)))
                .row("half of the log bytes", "− $" + rounded(dollarsOf("logs", 1e6) / 2))
                .row(
                        "traces of one request a second only",
                        "− $" + rounded(Input.TRACED_SHARE * requests * Prices.TRACES))
                .row("CloudFront and WAF", "+ $" + rounded(requests * Prices.EDGE_REQUESTS))
                .row(
                        "Cognito's Essentials plan in place of Lite",
                        "+ $" + rounded(Prices.ESSENTIALS_USERS.of(1e6) - Prices.USERS.of(1e6)));
    }

    /// What provisioned capacity saves in a month.
    private double provisioned(double users) {
        var units = Units.NONE;
        for (var context : CONTEXTS) {
            units = units.plus(units(context, users));
        }
        return dollars(units)
                - (units.writes() * Prices.PROVISIONED_WRITE_UNITS
                                + units.reads() * Prices.PROVISIONED_READ_UNITS)
                        / Input.UTILISATION;
    }

    /// What a Savings Plan saves in a month: its discount on the duration of all functions.
    private double savingsPlan(double users) {
        var requests = CONTEXTS.stream().mapToDouble(context -> requests(context, users)).sum();
        var routes = Prices.LAMBDA_GB_SECONDS.of(requests * Input.REQUEST_GB_SECONDS);
        return Input.SAVINGS_PLAN_SHARE * (routes + streamDuration(users));
    }

    /// What a longer window of AggregateCounts saves in a month: invocations of the same duration.
    private double longerWindow(double users, double windowSeconds) {
        var fewer = counts(users, Input.WINDOW_SECONDS) - counts(users, windowSeconds);
        return fewer * Prices.LAMBDA_REQUESTS
                + Prices.LAMBDA_GB_SECONDS.of(fewer * Input.COUNT_SECONDS * Input.COUNT_GB);
    }

    /// The write units of a function and those behind it.
    private double writeDollars(String function, double users) {
        return usage().stream()
                        .filter(each -> each.name().equals(function))
                        .mapToDouble(
                                each -> each.units().writes() * each.perDay() * userDays(users))
                        .sum()
                * Prices.WRITE_UNITS;
    }

    private double perDay(String function) {
        return usage().stream()
                .filter(each -> each.name().equals(function))
                .mapToDouble(Usage::perDay)
                .sum();
    }

    private MarkdownTable bySize() {
        var table = MarkdownTable.of("$ per month", "10⁴ users", "10⁶ users", "10⁸ users");
        for (var item : bill(1).keySet()) {
            table = table.row(cells(item, USERS.stream().map(users -> dollars(item, users))));
        }
        return table.row(
                        cells(
                                "**with your own issuer**",
                                USERS.stream()
                                        .map(users -> "**" + rounded(ownIssuer(users)) + "**")))
                .row(
                        cells(
                                "cents per user",
                                USERS.stream().map(users -> cents(ownIssuer(users), users))))
                .row(
                        cells(
                                "Cognito Lite",
                                USERS.stream().map(users -> rounded(Prices.USERS.of(users)))))
                .row(
                        cells(
                                "**with the user pool**",
                                USERS.stream()
                                        .map(users -> "**" + rounded(userPool(users)) + "**")))
                .row(
                        cells(
                                "cents per user",
                                USERS.stream().map(users -> cents(userPool(users), users))));
    }

    private String dollars(String item, double users) {
        return rounded(dollarsOf(item, users));
    }

    private double dollarsOf(String item, double users) {
        return Objects.requireNonNull(bill(users).get(item), item).dollars();
    }

    private static Object[] cells(String first, Stream<String> others) {
        var cells = new ArrayList<Object>();
        cells.add(first);
        others.forEach(cells::add);
        return cells.toArray();
    }

    private Plot plot() {
        return Plot.bars(
                        "monthly-cost",
                        "Cents per user and month",
                        Plot.Axis.linear("cents"),
                        List.of("10⁴ users", "10⁶ users", "10⁸ users"))
                .bar(
                        "user pool",
                        USERS.stream()
                                .mapToDouble(users -> 100 * Prices.USERS.of(users) / users)
                                .toArray())
                .bar(
                        "all else",
                        USERS.stream()
                                .mapToDouble(users -> 100 * ownIssuer(users) / users)
                                .toArray());
    }

    private static String millions(double amount) {
        return number(amount / 1e6, 1) + " M";
    }

    /// Writes a number with as many digits as it has.
    private static String price(double amount) {
        return BigDecimal.valueOf(amount)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String rounded(double dollars) {
        return number(dollars, 0);
    }

    private static String cents(double dollars, double users) {
        return number(100 * dollars / users, 2);
    }

    /// What is measured when it is first needed.
    private static final class Measured {
        static final List<Usage> USAGE = Usage.all();

        private Measured() {}
    }
}
