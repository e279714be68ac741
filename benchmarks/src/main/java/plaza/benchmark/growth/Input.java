package plaza.benchmark.growth;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/// The inputs of the monthly estimate that are not measured. The system property `plaza.cost` sets
/// some of them: `-Dplaza.cost=dailyActiveShare=0.5,shardGigabytes=5`.
final class Input {
    private static final Map<String, Double> SET = parse(System.getProperty("plaza.cost", ""));

    /// The share of the monthly users who are active on a given day.
    static final double DAILY_ACTIVE_SHARE = of("dailyActiveShare", 0.3);

    static final double SOCIAL_SHARE = of("socialShare", 1);
    static final double FAVORITES_SHARE = of("favoritesShare", 0.2);
    static final double FANTASY_SHARE = of("fantasyShare", 0.1);

    /// The stored bytes of a monthly user: timeline entries of 30 days, likes, views, ledgers.
    static final double SOCIAL_GB_PER_MILLION = of("socialGigabytes", 300);

    /// 500 favorites of 300 bytes with three copies.
    static final double FAVORITES_GB_PER_MILLION = of("favoritesGigabytes", 120);

    /// 38 sheets of 400 bytes.
    static final double FANTASY_GB_PER_MILLION = of("fantasyGigabytes", 1.5);

    static final double RESPONSE_BYTES = of("responseBytes", 5e3);
    static final double LOGGED_BYTES = of("loggedBytes", 1.6e3);
    static final double REQUEST_GB_SECONDS = of("requestGbSeconds", 0.030);
    static final double STREAM_GB = of("streamGigabytes", 1.73);
    static final double COUNT_SECONDS = of("countSeconds", 0.2);
    static final double DELIVERY_SECONDS = of("deliverySeconds", 0.5);

    /// The data of a shard of the stream: that of a partition, which holds at most 10 GB
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.Partitions.html>).
    static final double SHARD_GB = of("shardGigabytes", 10);

    /// The shards of a small table.
    static final double SHARDS_MIN = of("shardsMin", 4);

    static final double TRACED_SHARE = of("tracedShare", 0.05);

    /// The share of provisioned capacity that is used.
    static final double UTILISATION = of("utilisation", 0.5);

    private Input() {}

    private static double of(String name, double standard) {
        return SET.getOrDefault(name, standard);
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
