package plaza.benchmark.growth;

import static plaza.benchmark.report.Samples.number;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import plaza.reconcile.ReconcileEstimate;
import plaza.stream.AggregateCounts;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;

/// Calculates the cost of a month from [Usage] and [Prices]: with the user pool of the stack, and
/// with an issuer of one's own. It writes the tables of `docs/operations/bill.md` too.
public final class MonthlyCost implements Benchmark {
    private static final List<String> CONTEXTS = List.of("social", "favorites", "fantasy");
    private static final List<Double> USERS = List.of(1e4, 1e6, 1e8);

    /// The most that a month of a million users with an issuer of their own should cost: $3,400,
    /// and $260 for notifications.
    static final double GOAL_DOLLARS = 3_660;

    /// The same with provisioned capacity.
    static final double GOAL_PROVISIONED_DOLLARS = 2_900;

    /// What auto scaling creates for the reads and for the writes of a table or an index: alarms
    /// for too little and too much capacity, and for each change of it
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/AutoScaling.html>).
    private static final int ALARMS_OF_SCALING = 4;

    static final double DAYS = 30;
    private static final double SECONDS_PER_MONTH = DAYS * 24 * 3_600;

    private static final Map<String, Double> GB_PER_MILLION =
            Map.of(
                    "social", Input.SOCIAL_GB_PER_MILLION,
                    "favorites", Input.FAVORITES_GB_PER_MILLION,
                    "fantasy", Input.FANTASY_GB_PER_MILLION);

    /// The batches of a shard that are processed at once.
    static final int PARALLEL_BATCHES =
            Catalogue.ALL.streamFunction(AggregateCounts.class).parallelBatches();

    /// The rate of a run, which hardly changes its cost.
    private static final int RECONCILE_UNITS = 6_000;

    /// The alarms' metrics; a test of the stack compares them with the text below.
    static final int ALARM_METRICS = 49;

    /// Five of each context, three of the stream functions, the lag of FanOut, and two of the
    /// access log; a test of the stack compares them with the text below.
    static final int METRICS = 21;

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

    /// Returns the dollars of a month by item, with the user pool as the last one.
    Map<String, Double> dollars(double users) {
        var dollars = new LinkedHashMap<String, Double>();
        bill(users).forEach((name, item) -> dollars.put(name, item.dollars()));
        dollars.put("Cognito Lite", Prices.USERS.of(users));
        return dollars;
    }

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
        var failing = failing(users);
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
                        "%d metrics × $%s + %d alarm metrics × $%s + $%s + failures of %s functions × $%s"
                                .formatted(
                                        METRICS,
                                        number(Prices.METRICS, 2),
                                        ALARM_METRICS,
                                        number(Prices.ALARM_METRICS, 2),
                                        number(Prices.DASHBOARD, 2),
                                        number(failing, 1),
                                        number(Prices.METRICS, 2)),
                        (METRICS + failing) * Prices.METRICS
                                + ALARM_METRICS * Prices.ALARM_METRICS
                                + Prices.DASHBOARD));
        bill.put(
                "Reconcile",
                new Item(
                        "%s M items of %s bytes once in %s days (`reconcileDays`), %s RRU each"
                                .formatted(
                                        number(gigabytes * 1e3 / Input.ITEM_BYTES, 0),
                                        number(Input.ITEM_BYTES, 0),
                                        number(Input.RECONCILE_DAYS, 0),
                                        price(ReconcileEstimate.UNITS_PER_ITEM)),
                        gigabytes * reconciledGigabyte()));
        bill.put(
                "KMS, secrets",
                new Item("a key with its requests, and a secret", Prices.KEY_AND_SECRETS));
        return bill;
    }

    /// What the runs of Reconcile over a gigabyte cost in a month.
    static double reconciledGigabyte() {
        var items = 1e9;
        var run = ReconcileEstimate.of((long) items, RECONCILE_UNITS, null).dollars();
        return run / (items * Input.ITEM_BYTES / 1e9) * DAYS / Input.RECONCILE_DAYS;
    }

    /// The metrics of failures by version: CloudWatch charges for the share of the hours in which a
    /// function fails at least once.
    private static double failing(double users) {
        var hours = DAYS * 24;
        return usage().stream()
                .mapToDouble(each ->
                        each.requests()
                                * (1
                                        - Math.exp(
                                                -Input.FAILED_SHARE
                                                        * each.perDay()
                                                        * userDays(users)
                                                        / hours)))
                .sum();
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

    static double gigabytes(double users) {
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
                .goal(
                        "≤ $%s with provisioned capacity"
                                .formatted(rounded(GOAL_PROVISIONED_DOLLARS)),
                        "$" + rounded(provisioned(1e6)),
                        provisioned(1e6) <= GOAL_PROVISIONED_DOLLARS,
                        "%s %% of the capacity is used"
                                .formatted(number(100 * Input.UTILISATION, 0)))
                .table(bySize())
                .plot(plot())
                .files(MonthModel.files(Path.of(System.getProperty("plaza.root", ".."))))
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
                                        "The requests are those of one user of the context on a day"
                                                + " on which the user is active: those that the"
                                                + " [demo](../local.md#what-the-demo-sends) sends for"
                                                + " each habit, and those of a function that no page of"
                                                + " it calls. The units behind a call are those of the"
                                                + " stream functions; views and likes are counted one"
                                                + " by one, although those of one post share an"
                                                + " update."),
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
                        "one of ten views is written (`viewSampling=10`), so that counts are [estimates](../social.md#sampled-views)",
                        "− $" + rounded(sampledViews(1e6, 10)))
                .row(
                        "Reconcile runs every 28 days, the default",
                        "+ $"
                                + rounded(
                                        gigabytes(1e6)
                                                * reconciledGigabyte()
                                                * (Input.RECONCILE_DAYS / 28 - 1)))
                .row(
                        "provisioned capacity (`capacity=provisioned`), of which %s %% is used, and its alarms"
                                .formatted(number(100 * Input.UTILISATION, 0)),
                        "− $" + rounded(ownIssuer(1e6) - provisioned(1e6)))
                .row(
                        "a Compute Savings Plan of one year for Lambda",
                        "− $" + rounded(savingsPlan(1e6)))
                .row(
                        "AggregateCounts waits for 20 s in place of 5 s",
                        "− $" + rounded(longerWindow(1e6, 20)))
                .row(
                        "traces (`traces=true`): one a second, and %s %% of the other requests"
                                .formatted(number(100 * Input.TRACED_SHARE, 0)),
                        "+ $"
                                + rounded(
                                        (Input.TRACED_SHARE * requests
                                                        + Math.min(requests, SECONDS_PER_MONTH))
                                                * Prices.TRACES))
                .row(
                        "%s %% of the posts have an image of %s KB, which %s users load, and which is deleted after %s months"
                                .formatted(
                                        number(100 * Input.IMAGE_SHARE, 0),
                                        number(Input.IMAGE_KILOBYTES, 0),
                                        number(Input.IMAGE_LOADS, 0),
                                        number(Input.IMAGE_MONTHS, 0)),
                        "+ $" + rounded(images(Input.IMAGE_SHARE * posts)))
                .row("CloudFront and WAF", "+ $" + rounded(requests * Prices.EDGE_REQUESTS))
                .row(
                        "Cognito's Essentials plan in place of Lite",
                        "+ $" + rounded(Prices.ESSENTIALS_USERS.of(1e6) - Prices.USERS.of(1e6)));
    }

    /// What images cost in a month: the upload with its copy, one API call, the storage, and the
    /// responses of CloudFront. The upload is stored for a month besides.
    ///
    /// @param images the images of a month
    private static double images(double images) {
        var gigabytes = images * Input.IMAGE_KILOBYTES / 1e6;
        var upload =
                Prices.WRITE_UNITS
                        + 0.5 * Prices.READ_UNITS
                        + 2 * Prices.OBJECT_WRITES
                        + Prices.LAMBDA_REQUESTS;
        return images * upload
                + Prices.API_REQUESTS.of(images)
                + gigabytes * (Input.IMAGE_MONTHS + 1) * Prices.OBJECT_GB
                + Input.IMAGE_LOADS * (images * Prices.IMAGE_REQUESTS + gigabytes * Prices.EDGE_GB);
    }

    /// Returns the cost of a month with provisioned capacity. Local indexes use that of the table,
    /// and the units above contain those of all indexes.
    double provisioned(double users) {
        var units = Units.NONE;
        for (var context : CONTEXTS) {
            units = units.plus(units(context, users));
        }
        var scaled = 2 * (1 + Arrays.stream(Index.values()).filter(MonthlyCost::isGlobal).count());
        return ownIssuer(users)
                - dollars(units)
                + (units.writes() * Prices.PROVISIONED_WRITE_UNITS
                                + units.reads() * Prices.PROVISIONED_READ_UNITS)
                        / Input.UTILISATION
                // one more metric of each in the alarm TableCapacity
                + scaled * (ALARMS_OF_SCALING + 1) * Prices.ALARM_METRICS;
    }

    private static boolean isGlobal(Index index) {
        return index.kind() == Kind.GLOBAL;
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

    /// What sampling saves in a month: write units of the views that are left out, tokens of
    /// requests without any other view, and invocations of AggregateCounts.
    private double sampledViews(double users, int oneIn) {
        var views = Input.VIEWS_PER_REQUEST;
        var requests = userDays(users) * perDay("reads posts");
        var left = 1 - 1.0 / oneIn;
        var tokens = Math.pow(left, views);
        var units = writeDollars("reads posts", users) / Prices.WRITE_UNITS - requests;
        var fewer =
                counts(users, Input.WINDOW_SECONDS)
                        - countInvocations(
                                counted(users) - requests * views * left,
                                shards(gigabytes(users)),
                                Input.WINDOW_SECONDS);
        return (units * left + requests * tokens) * Prices.WRITE_UNITS
                + fewer * Prices.LAMBDA_REQUESTS
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
