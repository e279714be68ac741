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

/// Whether posts should be pushed to timelines when they are written (built) or pulled from authors
/// when a timeline is read, and the mixture that decides for each edge by the author's posts per
/// page of this reader (Silberstein et al., "Feeding frenzy: selectively materializing users' event
/// feeds", SIGMOD 2010): simulated, in request units.
///
/// The guarantees are those of the built timeline: a page is read consistently, full, newest first,
/// and shows only whom its reader follows now.
public final class PushOrPull implements Benchmark {
    /// Posts a page asks for: one more than it shows.
    private static final int PAGE = 51;

    private static final double DAYS = 30;
    private static final long SEED = 20261121;
    private static final double READ_BYTES = 4_096;

    /// A write unit costs as much as so many read units.
    private static final double READS_PER_WRITE = Prices.WRITE_UNITS / Prices.READ_UNITS;

    /// How many posts are written for each page that is read, over all.
    private static final double[] POSTS_PER_PAGE = {0.001, 0.01, 0.05, 0.2, 1, 5, 20};

    /// An edge is pulled where its author writes more than so many posts for each page that its
    /// reader reads.
    private static final double[] THRESHOLDS = {0, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20, 1e9};

    /// Queries that a page may take in the mixture that answers in time: two rounds of ten at once.
    private static final int QUERIES_MAX = 20;

    /// What is built.
    static final double PUSH = 1e9;

    static final double PULL = 0;

    /// Posts and pages a day, of each user.
    record Habits(double[] posts, double[] pages) {
        /// Skewed: a user's rates are log-normal with a median a third of the mean and less, and
        /// who writes much does not for that read much.
        static Habits of(int users, double postsPerPage, long seed) {
            var random = new SplittableRandom(seed);
            var pages = lognormal(users, 5, random);
            var posts = lognormal(users, 5 * postsPerPage, random);
            return new Habits(posts, pages);
        }

        /// The graph with those first of each list who write most.
        FollowGraph order(FollowGraph graph) {
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

    /// Request units of a day, in read units: a write unit counts for five.
    ///
    /// @param queriesMax the most Queries that one page takes
    record Load(double writes, double reads, int queriesMax) {
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
            // more posts for each page are the same habits times a number: one order for all
            section = about(section, Habits.of(graph.users(), 1, SEED).order(graph));
        }
        return section;
    }

    private static List<FollowGraph> graphs() throws IOException {
        var graphs = new ArrayList<FollowGraph>();
        var real = Path.of("../../shared/data/follow_edges_small.csv");
        if (Files.exists(real)) {
            graphs.add(FollowGraph.read(real));
        }
        graphs.add(FollowGraph.skewed(20_000, 50, SEED));
        return graphs;
    }

    private static Section about(Section begun, FollowGraph graph) {
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
            var free = best(graph, habits, Integer.MAX_VALUE);
            var capped = best(graph, habits, QUERIES_MAX);
            var pushed = load(graph, habits, PUSH);
            push.add(pushed.readUnits() / graph.users());
            pull.add(load(graph, habits, PULL).readUnits() / graph.users());
            mixed.add(free.load().readUnits() / graph.users());
            bounded.add(capped.load().readUnits() / graph.users());
            table =
                    table.row(
                            ratio,
                            number(push.getLast(), 0),
                            number(100 * READS_PER_WRITE * pushed.writes() / pushed.readUnits(), 0)
                                    + " %",
                            number(pull.getLast(), 0),
                            number(mixed.getLast(), 0),
                            threshold(free.threshold()),
                            free.load().queriesMax(),
                            number(bounded.getLast(), 0),
                            threshold(capped.threshold()),
                            number(bounded.getLast() / push.getLast(), 2));
        }
        var name = graph.name().startsWith("synthetic") ? "synthetic" : "real";
        return begun.heading(
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

    /// The cheapest threshold for pages of at most so many Queries.
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

    /// Returns the cost of a day. A page holds posts of each author whom its reader follows in
    /// proportion to the author's posts, or all of them if they do not fill a page.
    ///
    /// @param threshold posts per page of the reader above which an edge is pulled
    static Load load(FollowGraph graph, Habits habits, double threshold) {
        return load(graph, habits, threshold, Integer.MAX_VALUE);
    }

    /// @param graph with the followees who write most first
    /// @param queriesMax Queries of a page at the most: the authors who write most are pulled
    static Load load(FollowGraph graph, Habits habits, double threshold, int queriesMax) {
        // two Queries read the list of pulled authors and the references
        var pullsMax = queriesMax - 2;
        var writes = 0.0;
        var reads = 0.0;
        var most = 0;
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
                    // the author's newest posts, and one more to know that there are no newer ones
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
                // references, eventually; each post and each author's edge, as they are now
                page += Math.max(1, Math.ceil(pushed * Sizes.ENTRY / READ_BYTES)) / 2;
                page += pushed + authors;
                queries++;
            }
            if (pulls > 0) {
                // the followed authors who are pulled
                page += Math.ceil(pulls * Sizes.EDGE / READ_BYTES);
                queries++;
            }
            reads += habits.pages()[reader] * page;
            most = Math.max(most, queries);
        }
        return new Load(writes, reads, most);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
