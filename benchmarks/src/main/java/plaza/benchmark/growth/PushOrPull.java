package plaza.benchmark.growth;

import static plaza.benchmark.report.Samples.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Plot;
import plaza.benchmark.report.Section;

/// Simulates, in request units, three designs of the timeline: posts are pushed to timelines when
/// they are written, as Plaza does; posts are pulled from their authors when a timeline is read; or
/// a mixture, which decides for each edge by the ratio of the author's posts to the reader's pages
/// (Silberstein et al., "Feeding frenzy: selectively materializing users' event feeds", SIGMOD
/// 2010).
///
/// All designs have the guarantees of Plaza's timeline: a page is full, consistent, sorted with the
/// newest post first, and shows only authors whom the reader follows at that time.
public final class PushOrPull implements Benchmark {
    /// Posts that a page reads: one more than it shows.
    private static final int PAGE = 51;

    private static final double DAYS = 30;
    private static final long SEED = 20261121;
    private static final double READ_BYTES = 4_096;

    /// The price of a write unit in read units.
    private static final double READS_PER_WRITE = Prices.WRITE_UNITS / Prices.READ_UNITS;

    /// Posts written per page read, over all users.
    private static final double[] POSTS_PER_PAGE = {0.001, 0.01, 0.05, 0.2, 1, 5, 20};

    /// Posts of the author per page of the reader, above which an edge is pulled.
    private static final double[] THRESHOLDS = {0, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20, 1e9};

    /// The most Queries per page in the mixture with a bounded response time: two batches of ten
    /// concurrent Queries.
    private static final int QUERIES_MAX = 20;

    /// The threshold at which every edge is pushed, as Plaza does.
    static final double PUSH = 1e9;

    /// The threshold at which every edge is pulled.
    static final double PULL = 0;

    /// The posts written and pages read per day, by user.
    record Habits(double[] posts, double[] pages) {
        /// Creates skewed habits: both rates are log-normal, with a median of about a third of the
        /// mean, and independent of each other.
        static Habits of(int users, double postsPerPage, long seed) {
            var random = new SplittableRandom(seed);
            var pages = lognormal(users, 5, random);
            var posts = lognormal(users, 5 * postsPerPage, random);
            return new Habits(posts, pages);
        }

        /// Returns the graph with the followees of each user sorted by their posts, the most first.
        FollowGraph sorted(FollowGraph graph) {
            return new FollowGraph(
                    graph.name(),
                    graph.followees().stream()
                            .map(list ->
                                    Arrays.stream(list)
                                            .boxed()
                                            .sorted(Comparator.comparingDouble(u -> -posts[u]))
                                            .mapToInt(Integer::intValue)
                                            .toArray())
                            .toList(),
                    graph.edges());
        }

        private static double[] lognormal(int users, double mean, SplittableRandom random) {
            var sigma = 1.5;
            var rates = new double[users];
            for (var user = 0; user < users; user++) {
                rates[user] = mean * Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
            }
            return rates;
        }
    }

    /// The request units of a day.
    ///
    /// @param queriesMax the most Queries for one page
    record Load(double writes, double reads, int queriesMax) {
        /// Returns the load in read units, of which a write unit costs five.
        double readUnits() {
            return READS_PER_WRITE * writes + reads;
        }
    }

    @Override
    public String name() {
        return "push-or-pull";
    }

    @Override
    public Section run(Effort effort) throws IOException {
        var section = Section.titled("Push or pull");
        for (var graph : graphs()) {
            // the number of posts per page scales all habits alike, so one order serves all numbers
            section = simulated(section, Habits.of(graph.users(), 1, SEED).sorted(graph));
        }
        return section;
    }

    private static List<FollowGraph> graphs() throws IOException {
        var graphs = new ArrayList<FollowGraph>();
        var realGraph = Path.of("../../shared/data/follow_edges_small.csv");
        if (Files.exists(realGraph)) {
            graphs.add(FollowGraph.read(realGraph));
        }
        graphs.add(FollowGraph.skewed(20_000, 50, SEED));
        return graphs;
    }

    private static Section simulated(Section section, FollowGraph graph) {
        var table =
                MarkdownTable.of(
                        "posts per page read",
                        "push",
                        "share of writes",
                        "pull",
                        "cheapest mixture",
                        "its threshold",
                        "most Queries per page",
                        "with at most %d".formatted(QUERIES_MAX),
                        "its threshold ",
                        "relative to push");
        var push = new ArrayList<Double>();
        var pull = new ArrayList<Double>();
        var mixed = new ArrayList<Double>();
        var bounded = new ArrayList<Double>();
        for (var ratio : POSTS_PER_PAGE) {
            var habits = Habits.of(graph.users(), ratio, SEED);
            var unbounded = best(graph, habits, Integer.MAX_VALUE);
            var withinQueries = best(graph, habits, QUERIES_MAX);
            var pushed = load(graph, habits, PUSH);
            push.add(pushed.readUnits() / graph.users());
            pull.add(load(graph, habits, PULL).readUnits() / graph.users());
            mixed.add(unbounded.load().readUnits() / graph.users());
            bounded.add(withinQueries.load().readUnits() / graph.users());
            table =
                    table.row(
                            ratio,
                            number(push.getLast(), 0),
                            number(100 * READS_PER_WRITE * pushed.writes() / pushed.readUnits(), 0)
                                    + " %",
                            number(pull.getLast(), 0),
                            number(mixed.getLast(), 0),
                            threshold(unbounded.threshold()),
                            unbounded.load().queriesMax(),
                            number(bounded.getLast(), 0),
                            threshold(withinQueries.threshold()),
                            number(bounded.getLast() / push.getLast(), 2));
        }
        var name = graph.name().startsWith("synthetic") ? "synthetic" : "real";
        return section.heading(
                        "%s: %s users, %s follows, the most followed has %s"
                                .formatted(
                                        graph.name(),
                                        number(graph.users(), 0),
                                        number(graph.edges(), 0),
                                        number(graph.followersMax(), 0)))
                .prose("Read units per user and day; a write unit counts as five.")
                .table(table)
                .plot(
                        Plot.lines(
                                        "push-or-pull-" + name,
                                        "Push, pull and the mixture by edge (" + name + " graph)",
                                        Plot.Axis.logarithmic("posts written per page read"),
                                        Plot.Axis.logarithmic("read units per user and day"))
                                .line("push (used)", POSTS_PER_PAGE, array(push))
                                .line("pull", POSTS_PER_PAGE, array(pull))
                                .line("mixture", POSTS_PER_PAGE, array(mixed))
                                .line(
                                        "mixture, at most %d Queries".formatted(QUERIES_MAX),
                                        POSTS_PER_PAGE,
                                        array(bounded)))
                .table(byThreshold(graph));
    }

    private record Best(double threshold, Load load) {}

    /// Returns the cheapest threshold if a page makes at most `queriesMax` Queries.
    private static Best best(FollowGraph graph, Habits habits, int queriesMax) {
        var best = new Best(PUSH, load(graph, habits, PUSH));
        for (var threshold : THRESHOLDS) {
            var load = load(graph, habits, threshold, queriesMax);
            if (load.readUnits() < best.load().readUnits()) {
                best = new Best(threshold, load);
            }
        }
        return best;
    }

    private static String threshold(double threshold) {
        if (threshold == PUSH) {
            return "never pull";
        }
        return threshold == PULL ? "always pull" : Double.toString(threshold);
    }

    private static MarkdownTable byThreshold(FollowGraph graph) {
        var ratios = new double[] {0.01, 0.2, 5};
        var table =
                MarkdownTable.of(
                        "at most %d Queries; pull above this many posts per page"
                                .formatted(QUERIES_MAX),
                        "at 0.01 posts per page",
                        "at 0.2",
                        "at 5");
        for (var threshold : THRESHOLDS) {
            var cells = new ArrayList<String>();
            cells.add(threshold(threshold));
            for (var ratio : ratios) {
                var habits = Habits.of(graph.users(), ratio, SEED);
                var load = load(graph, habits, threshold, QUERIES_MAX);
                cells.add(number(load.readUnits() / graph.users(), 0));
            }
            table = table.row(cells.toArray());
        }
        return table;
    }

    /// Returns the load of a day. A page contains the posts of followed authors in proportion to
    /// how many they write, or all of them if they do not fill a page.
    ///
    /// @param threshold posts of the author per page of the reader, above which an edge is pulled
    static Load load(FollowGraph graph, Habits habits, double threshold) {
        return load(graph, habits, threshold, Integer.MAX_VALUE);
    }

    /// Returns the load of a day if a page makes at most `queriesMax` Queries. The authors who
    /// write most are pulled first.
    ///
    /// @param graph a graph sorted by [Habits#sorted]
    static Load load(FollowGraph graph, Habits habits, double threshold, int queriesMax) {
        // two Queries read the list of pulled authors and the references
        var pullsMax = queriesMax - 2;
        var writes = 0.0;
        var reads = 0.0;
        var queriesOfAPageMax = 0;
        for (var reader = 0; reader < graph.users(); reader++) {
            var followees = graph.followees().get(reader);
            var written = Arrays.stream(followees).mapToDouble(author -> habits.posts()[author]);
            var available = DAYS * written.sum();
            var share = available == 0 ? 0 : Math.min(1, PAGE / available);
            var pushed = 0.0;
            var authors = 0.0;
            var pulls = 0;
            var page = 0.0;
            for (var author : followees) {
                var shown = DAYS * habits.posts()[author] * share;
                var isPulled =
                        threshold == PULL
                                || habits.posts()[author] > threshold * habits.pages()[reader];
                if (isPulled && pulls < pullsMax) {
                    pulls++;
                    // the author's posts on the page, and the next one, which ends the search
                    page += Math.max(1, Math.ceil((shown + 1) * Sizes.POST / READ_BYTES));
                } else {
                    writes += habits.posts()[author];
                    reads += habits.posts()[author] * Sizes.EDGE / READ_BYTES;
                    pushed += shown;
                    authors += 1 - Math.exp(-shown);
                }
            }
            var queries = pulls;
            if (pulls < followees.length) {
                // references, eventually consistent; posts and edges to their authors, strongly
                // consistent
                page += Math.max(1, Math.ceil(pushed * Sizes.ENTRY / READ_BYTES)) / 2;
                page += pushed + authors;
                queries++;
            }
            if (pulls > 0) {
                // the list of pulled authors
                page += Math.ceil(pulls * Sizes.EDGE / READ_BYTES);
                queries++;
            }
            reads += habits.pages()[reader] * page;
            queriesOfAPageMax = Math.max(queriesOfAPageMax, queries);
        }
        return new Load(writes, reads, queriesOfAPageMax);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
