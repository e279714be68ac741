package plaza.benchmark.growth;

import static plaza.benchmark.report.Samples.number;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
/// with an issuer of one's own. It writes the tables of `docs/operations.md` too.
public final class MonthlyCost implements Benchmark {
    private static final List<String> CONTEXTS = List.of("social", "favorites", "fantasy");
    private static final List<Double> USERS = List.of(1e4, 1e6, 1e8);

    /// The most that a month of a million users with an issuer of their own should cost.
    private static final double GOAL_DOLLARS = 3_300;

    private static final double DAYS = 30;
    private static final double SECONDS_PER_MONTH = DAYS * 24 * 3_600;

    private static final Map<String, Double> GB_PER_MILLION =
            Map.of(
                    "social", Input.SOCIAL_GB_PER_MILLION,
                    "favorites", Input.FAVORITES_GB_PER_MILLION,
                    "fantasy", Input.FANTASY_GB_PER_MILLION);

    /// The batches of a shard that are processed at once.
    private static final int PARALLEL_BATCHES = 4;

    /// How long AggregateCounts waits for more records.
    private static final double WINDOW_SECONDS = 1;

    /// The alarms' metrics; a test of the stack compares them with the text below.
    private static final int ALARM_METRICS = 207;

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
        var gigabytes = 0.0;
        for (var context : CONTEXTS) {
            units = units.plus(units(context, users));
            requests += requests(context, users);
            gigabytes += GB_PER_MILLION.getOrDefault(context, 0.0) * users / 1e6;
        }
        var days = userDays(users);
        var shards = Math.max(Input.SHARDS_MIN, gigabytes / Input.SHARD_GB);
        var counts =
                countInvocations(
                        usage().stream().mapToDouble(u -> u.counted() * u.perDay() * days).sum(),
                        shards);
        var deliveries = usage().stream().mapToDouble(u -> u.delivered() * u.perDay() * days).sum();
        var streamSeconds = counts * Input.COUNT_SECONDS + deliveries * Input.DELIVERY_SECONDS;
        var sent = requests * Input.RESPONSE_BYTES / 1e9;
        var logged = requests * Input.LOGGED_BYTES / 1e9;
        var measured = Catalogue.functions().size() - Catalogue.publicFunctions().size();
        var traces = Input.TRACED_SHARE * requests + Math.min(requests, SECONDS_PER_MONTH);
        var bill = new LinkedHashMap<String, Item>();
        bill.put(
                "write units",
                new Item(
                        "%s × $0.625 per million".formatted(millions(units.writes())),
                        units.writes() * Prices.WRITE_UNITS));
        bill.put(
                "read units",
                new Item(
                        "%s × $0.125 per million".formatted(millions(units.reads())),
                        units.reads() * Prices.READ_UNITS));
        bill.put(
                "storage, recovery",
                new Item(
                        "%s GB × ($0.25 + $0.20)".formatted(number(gigabytes, 0)),
                        gigabytes * Prices.STORED_GB));
        bill.put(
                "Lambda, routes",
                new Item(
                        "%s × ($0.20 per million + 30 ms × 1 GB)".formatted(millions(requests)),
                        requests * Prices.LAMBDA_REQUESTS
                                + Prices.LAMBDA_GB_SECONDS.of(
                                        requests * Input.REQUEST_GB_SECONDS)));
        bill.put(
                "Lambda, streams",
                new Item(
                        "counts at %s shards: %s × 0.2 s × 1.73 GB; deliveries: %s × 0.5 s × 1.73 GB"
                                .formatted(
                                        number(shards, 0), millions(counts), millions(deliveries)),
                        (counts + deliveries) * Prices.LAMBDA_REQUESTS
                                + Prices.LAMBDA_GB_SECONDS.of(streamSeconds * Input.STREAM_GB)));
        bill.put(
                "API Gateway",
                new Item(
                        "%s × $1.00 per million, above 300 M $0.90".formatted(millions(requests)),
                        Prices.API_REQUESTS.of(requests)));
        bill.put(
                "data out",
                new Item(
                        "%s × 5 KB = %s GB × $0.09".formatted(millions(requests), number(sent, 0)),
                        Prices.SENT_GB.of(sent)));
        bill.put(
                "logs",
                new Item(
                        "%s × 1.6 KB = %s GB × $0.50"
                                .formatted(millions(requests), number(logged, 0)),
                        logged * Prices.LOGGED_GB));
        bill.put(
                "metrics, alarms, dashboard",
                new Item(
                        "%d functions × %d × $0.30 + %d alarm metrics × $0.10 + $3"
                                .formatted(measured, METRICS_PER_FUNCTION, ALARM_METRICS),
                        measured * METRICS_PER_FUNCTION * Prices.METRICS
                                + ALARM_METRICS * Prices.ALARM_METRICS
                                + Prices.DASHBOARD));
        bill.put(
                "traces",
                new Item(
                        "5 % of the requests and one a second: " + millions(traces) + " × $5",
                        traces * Prices.TRACES));
        bill.put(
                "KMS, secrets",
                new Item("key $1 and its requests, two secrets $0.80", Prices.KEY_AND_SECRETS));
        return bill;
    }

    /// The invocations of AggregateCounts in a month. Each of the parallel batches of a shard
    /// begins with a record and ends after the window, so that it takes the time until that record
    /// and the window.
    static double countInvocations(double records, double shards) {
        var batches = shards * PARALLEL_BATCHES;
        var recordsPerSecond = records / SECONDS_PER_MONTH / batches;
        return batches
                * SECONDS_PER_MONTH
                * recordsPerSecond
                / (1 + recordsPerSecond * WINDOW_SECONDS);
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
                                                writeDollars("RecordView", 1e6)
                                                        + writeDollars("LikePost", 1e6))))
                .table(bySize())
                .plot(plot())
                .operations(
                        List.of(
                                new Prose(
                                        "%s of a million monthly users are active on a given day, so a month of 30 days has %s user-days. Each of them uses the social network; %s also favorites, and %s fantasy football. An author has %d followers on average, and a timeline page of %d posts is by %d authors."
                                                .formatted(
                                                        number(1e6 * Input.DAILY_ACTIVE_SHARE, 0),
                                                        millions(userDays(1e6)),
                                                        percent("favorites"),
                                                        percent("fantasy"),
                                                        Usage.FOLLOWERS_MEAN,
                                                        Usage.POSTS_PER_PAGE,
                                                        Usage.AUTHORS_PER_PAGE)),
                                assumptions(),
                                new Prose(
                                        "The requests are those of one user of the context on a day on which the user is active. The units behind a call are those of the stream functions; views, likes and tags are counted one by one, although those of one post share an update."),
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
                        "request",
                        "per day",
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
                        "90,000 × $0.0055 + 900,000 × $0.0046",
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
        var posts = userDays(1e6) * perDay("CreatePost");
        var requests = CONTEXTS.stream().mapToDouble(context -> requests(context, 1e6)).sum();
        return MarkdownTable.of("change", "per month")
                .row(
                        "a hundred followers more of each author",
                        "+ $" + rounded(posts * 100 * Prices.WRITE_UNITS))
                .row(
                        "no rate limit of views (`viewsPerHourMax` 0)",
                        "− $" + rounded(userDays(1e6) * perDay("RecordView") * Prices.WRITE_UNITS))
                .row(
                        "provisioned capacity, of which %s %% is used"
                                .formatted(number(100 * Input.UTILISATION, 0)),
                        "− $" + rounded(provisioned(1e6)))
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
        var found = bill(users).get(item);
        return found == null ? "" : rounded(found.dollars());
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
