package plaza.benchmark.growth;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import plaza.functions.Catalogue;
import plaza.stream.AggregateCounts;

/// The inputs of the monthly estimate that are not measured. The system property `plaza.cost` sets
/// some of them: `-Dplaza.cost=dailyActiveShare=0.5,shardGigabytes=5`.
final class Input {
    private static final Map<String, Double> SET = parse(System.getProperty("plaza.cost", ""));

    /// The names that were asked for.
    private static final Set<String> KNOWN = new TreeSet<>();

    /// The share of the monthly users who are active on a given day.
    static final double DAILY_ACTIVE_SHARE = of("dailyActiveShare", 0.3);

    /// The users who use each context, of those who are active.
    static final double SOCIAL_SHARE = of("socialShare", 1);

    static final double FAVORITES_SHARE = of("favoritesShare", 0.2);
    static final double FANTASY_SHARE = of("fantasyShare", 0.1);

    static final double FOLLOWERS_MEAN = of("followers", 100);

    /// The entries that a follow adds to the timeline.
    static final double BACKFILL_MEAN = of("backfilledPosts", 20);

    /// The posts of a page that a user reads for long enough.
    static final double VIEWS_PER_REQUEST = of("viewsPerRequest", 2);

    static final double BOOKMARKS_PER_IMPORT = of("bookmarksPerImport", 500);

    /// How long AggregateCounts waits for more records.
    static final double WINDOW_SECONDS =
            of(
                    "windowSeconds",
                    Catalogue.ALL.streamFunction(AggregateCounts.class).windowSeconds());

    /// The mean of all items: timeline entries and ledger rows are smaller, favorites larger.
    static final double ITEM_BYTES = of("itemBytes", 190);

    /// The days between two runs of Reconcile.
    static final double RECONCILE_DAYS = of("reconcileDays", 182);

    /// The stored bytes of a monthly user: timeline entries of 30 days, likes, views, ledgers.
    static final double SOCIAL_GB_PER_MILLION = of("socialGigabytes", 300);

    /// 500 favorites of 300 bytes with three copies.
    static final double FAVORITES_GB_PER_MILLION = of("favoritesGigabytes", 120);

    /// 38 sheets of 400 bytes.
    static final double FANTASY_GB_PER_MILLION = of("fantasyGigabytes", 1.5);

    static final double RESPONSE_BYTES = of("responseBytes", 5e3);

    /// The line of the function (630 bytes, see `LogTest`), that of the API (470), and three of
    /// Lambda (270), with the 26 bytes that CloudWatch adds to each of the five.
    static final double LOGGED_BYTES = of("loggedBytes", 1.5e3);

    /// 30 ms with the memory of a route.
    static final double REQUEST_GB_SECONDS = of("requestGbSeconds", 0.030 * 0.75);

    /// The memory of AggregateCounts.
    static final double COUNT_GB = of("countGigabytes", 0.5);

    /// The memory of FanOut.
    static final double STREAM_GB = of("streamGigabytes", 1.73);

    static final double COUNT_SECONDS = of("countSeconds", 0.2);
    static final double DELIVERY_SECONDS = of("deliverySeconds", 0.5);

    /// The data of a shard of the stream: that of a partition, which holds at most 10 GB
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.Partitions.html>).
    static final double SHARD_GB = of("shardGigabytes", 10);

    /// The share of the posts that have an image, for a month with images.
    static final double IMAGE_SHARE = of("imageShare", 0.2);

    static final double IMAGE_KILOBYTES = of("imageKilobytes", 300);

    /// How often an image is loaded: by the followers who are active on a given day.
    static final double IMAGE_LOADS = of("imageLoads", FOLLOWERS_MEAN * DAILY_ACTIVE_SHARE);

    /// The months after which an image is deleted.
    static final double IMAGE_MONTHS = of("imageMonths", 12);

    /// The shards of a small table.
    static final double SHARDS_MIN = of("shardsMin", 4);

    /// The share of the requests that fail because of the service.
    static final double FAILED_SHARE = of("failedShare", 1e-4);

    /// With the traces on, X-Ray traces one request a second and this share of the others.
    static final double TRACED_SHARE = of("tracedShare", 0.05);

    /// The share of provisioned capacity that is used.
    static final double UTILISATION = of("utilisation", 0.5);

    /// The discount of a Compute Savings Plan of one year on the duration of Lambda; third parties
    /// report 12 to 17 % (archera.ai, "AWS Lambda – commitment brief").
    static final double SAVINGS_PLAN_SHARE = of("savingsPlanShare", 0.12);

    private Input() {}

    /// Returns the setting of this name, or else the standard.
    static double of(String name, double standard) {
        KNOWN.add(name);
        return SET.getOrDefault(name, standard);
    }

    /// Rejects settings whose names nothing has asked for, after the estimate was calculated.
    static void requireKnown() {
        for (var name : SET.keySet()) {
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException(
                        "plaza.cost has no input `%s`; it has %s"
                                .formatted(name, String.join(", ", KNOWN)));
            }
        }
    }

    /// Parses numbers by name.
    static Map<String, Double> parse(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(setting -> !setting.isEmpty())
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(words -> words[0], words -> Double.valueOf(words[1])));
    }
}
