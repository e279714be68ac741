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
import java.util.stream.IntStream;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Plot;
import plaza.benchmark.report.Section;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.TimelineJoin;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// Simulates, in request units, designs of the timeline: posts are pushed to timelines when they
/// are written, as Plaza does; posts are pulled from their authors when a timeline is read; or a
/// mixture, which decides for each edge by the ratio of the author's posts to the reader's pages
/// (Silberstein et al., "Feeding frenzy: selectively materializing users' event feeds", SIGMOD
/// 2010).
///
/// All designs have the guarantees of Plaza's timeline: a page is full, sorted with the newest post
/// first, shows the reader's own posts as they are, and only authors whom the reader follows at
/// that time. The former push also showed the posts of others as they are.
public final class PushOrPull implements Benchmark {
    /// Posts that a page reads: one more than it shows.
    static final int PAGE = 51;

    static final double DAYS = 30;
    static final long SEED = 20261121;

    /// Posts per page read at the habits of the monthly estimate.
    static final double USUAL_POSTS_PER_PAGE = 0.05;

    private static final double READ_BYTES = 4_096;

    /// The price of a write unit in read units.
    static final double READS_PER_WRITE = Prices.WRITE_UNITS / Prices.READ_UNITS;

    /// The most units per user and day, relative to the former push.
    private static final double GOAL = 0.40;

    /// Posts written per page read, over all users.
    private static final double[] POSTS_PER_PAGE = {0.001, 0.01, 0.05, 0.2, 1, 5, 20};

    /// Posts of the author per page of the reader, above which an edge is pulled.
    private static final double[] THRESHOLDS = {0, 0.02, 0.05, 0.1, 0.5, 2};

    /// The threshold at which every edge is pushed.
    private static final double NEVER = 1e9;

    private static final int UNLIMITED = Integer.MAX_VALUE;

    private static final List<PostId> POST_IDS =
            IntStream.rangeClosed(0, PAGE)
                    .mapToObj(n -> PostId.of("post%022d".formatted(n)))
                    .toList();

    /// How a page finds the posts of its references and the follows of their authors.
    enum Join {
        /// One strongly consistent read of each post and each follow.
        KEYS,
        /// As [TimelineJoin] chooses.
        QUERIES
    }

    /// A design of the timeline.
    ///
    /// @param threshold posts of the author per page of the reader, above which an edge is pulled
    /// @param pullsMax the most authors that are pulled for one page; those who write most are
    ///   pulled first
    record Design(double threshold, int pullsMax, Join join) {
        /// Pushes every edge, with the join that Plaza had before that in Queries.
        static final Design FORMER = new Design(NEVER, 0, Join.KEYS);

        /// Pushes every edge, as Plaza does.
        static final Design PUSH = new Design(NEVER, 0, Join.QUERIES);

        /// Pulls every edge.
        static final Design PULL = mixture(0, UNLIMITED);

        static Design mixture(double threshold, int pullsMax) {
            return new Design(threshold, pullsMax, Join.QUERIES);
        }

        private String text() {
            if (threshold == NEVER) {
                return "never pull";
            }
            return threshold == 0 ? "always pull" : Double.toString(threshold);
        }
    }

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
    /// @param pages the part of `reads` for pages; the other part is for deliveries
    /// @param queriesMax the most Queries for one page
    record Load(double writes, double reads, double pages, int queriesMax) {
        /// Returns the load in read units, of which a write unit costs five.
        double readUnits() {
            return READS_PER_WRITE * writes + reads;
        }
    }

    /// A graph, sorted by [Habits#sorted], with one page of each reader's timeline.
    ///
    /// @param pages for each reader, how many posts by each followee the page reads, in the order
    ///   of the followees, and last how many of the reader's own
    record Network(FollowGraph graph, Habits habits, List<int[]> pages) {
        /// Draws the pages. Each has the last posts of some days by the reader and all followees,
        /// which are in proportion to how many they write.
        static Network of(FollowGraph graph, Habits habits, long seed) {
            var pages = new ArrayList<int[]>();
            for (var reader = 0; reader < graph.users(); reader++) {
                var random = new SplittableRandom(seed + reader);
                var followees = graph.followees().get(reader);
                var cumulative = new double[followees.length + 1];
                var sum = 0.0;
                for (var n = 0; n < cumulative.length; n++) {
                    sum += habits.posts()[n < followees.length ? followees[n] : reader];
                    cumulative[n] = sum;
                }
                var posts = new int[cumulative.length];
                var day = 0.0;
                for (var read = 0; read < PAGE && sum > 0; read++) {
                    day -= Math.log(1 - random.nextDouble()) / sum;
                    if (day > DAYS) {
                        break;
                    }
                    var index = Arrays.binarySearch(cumulative, random.nextDouble() * sum);
                    posts[Math.min(posts.length - 1, index < 0 ? -index - 1 : index)]++;
                }
                pages.add(posts);
            }
            return new Network(graph, habits, List.copyOf(pages));
        }

        /// Returns the load of a day.
        Load load(Design design) {
            var writes = 0.0;
            var delivered = 0.0;
            var pagesRead = 0.0;
            var queriesMax = 0;
            for (var reader = 0; reader < graph.users(); reader++) {
                var followees = graph.followees().get(reader);
                var shown = pages.get(reader);
                var pushed = shown.clone();
                var page = 0.0;
                var pulls = 0;
                for (var n = 0; n < followees.length; n++) {
                    var rate = habits.posts()[followees[n]];
                    if (pulls < design.pullsMax()
                            && rate > design.threshold() * habits.pages()[reader]) {
                        pulls++;
                        pushed[n] = 0;
                        // the author's posts on the page, and the next one, which ends the search
                        page += units((shown[n] + 1) * Sizes.POST) / 2;
                    } else {
                        writes += rate;
                        delivered += rate * Sizes.EDGE / READ_BYTES;
                    }
                }
                var read = new PageUnits(page, pulls);
                if (pulls == followees.length && design.threshold() == 0) {
                    // there are no references: one Query reads the reader's own posts
                    read = read.plus(units((shown[followees.length] + 1) * Sizes.POST), 1);
                    read = read.plus(units(pulls * Sizes.EDGE), 1);
                } else {
                    writes += habits.posts()[reader];
                    read = read.plus(pushedUnits(reader, pushed, pulls, design.join()));
                }
                pagesRead += habits.pages()[reader] * read.units();
                queriesMax = Math.max(queriesMax, read.queries());
            }
            return new Load(writes, delivered + pagesRead, pagesRead, queriesMax);
        }

        /// The part of a page that comes from references.
        private PageUnits pushedUnits(int reader, int[] pushed, int pulls, Join join) {
            var posts = keys(reader, pushed);
            var references = new PageUnits(units(posts.size() * Sizes.ENTRY) / 2, 1);
            if (join == Join.KEYS) {
                return references.plus(formerJoin(posts, user(reader)), 0);
            }
            var following = graph.followees().get(reader).length;
            var counted = joinUnits(user(reader), posts, following);
            if (pulls == 0) {
                // half a unit for the number of follows
                return references.plus(counted).plus(0.5, 0);
            }
            // Either the page reads the list of pulled authors and then joins like push, or it
            // reads the whole following list, which serves both.
            var list = units(pulls * Sizes.EDGE);
            var all = units(following * Sizes.EDGE);
            var separately = list + 0.5 + counted.units();
            var withoutFollows = counted.units() - counted.follows();
            return references.plus(
                    Math.min(separately, all + withoutFollows), 1 + counted.queries());
        }

        private List<Key> keys(int reader, int[] posts) {
            var followees = graph.followees().get(reader);
            var keys = new ArrayList<Key>();
            for (var n = 0; n < posts.length; n++) {
                var author = user(n < followees.length ? followees[n] : reader);
                for (var post = 0; post < posts[n]; post++) {
                    keys.add(KeySpace.post(author, POST_IDS.get(post)));
                }
            }
            return keys;
        }
    }

    /// The units and Queries of a page.
    ///
    /// @param follows the part of `units` that reads follows
    private record PageUnits(double units, double follows, int queries) {
        PageUnits(double units, int queries) {
            this(units, 0, queries);
        }

        PageUnits plus(PageUnits other) {
            return new PageUnits(
                    units + other.units, follows + other.follows, queries + other.queries);
        }

        PageUnits plus(double more, int moreQueries) {
            return new PageUnits(units + more, follows, queries + moreQueries);
        }
    }

    /// Returns what the reads that [TimelineJoin] chooses cost.
    private static PageUnits joinUnits(UserId reader, List<Key> posts, int following) {
        var join = TimelineJoin.of(reader, posts, (long) following);
        var units = 0.5 * join.eventual().size() + join.strong().size();
        var follows = 0.0;
        for (var key : join.strong()) {
            follows += isFollow(key) ? 1 : 0;
        }
        for (var range : join.ranges()) {
            var isFollows = isFollow(range.keys().getFirst());
            // at most the whole following list; exactly the posts of one author
            var bytes =
                    isFollows
                            ? Math.min(range.limit(), following) * Sizes.EDGE
                            : range.keys().size() * Sizes.POST;
            var cost = units(bytes) / (range.query().strong() ? 1 : 2);
            units += cost;
            follows += isFollows ? cost : 0;
        }
        return new PageUnits(units, follows, join.ranges().size());
    }

    private static boolean isFollow(Key key) {
        return KeySpace.familyOf(key.pk()) == Family.FOLLOWING;
    }

    /// Returns what the join by keys costs: a unit for each post, and one for each distinct author
    /// but the reader.
    private static double formerJoin(List<Key> posts, UserId reader) {
        var authors =
                posts.stream()
                        .map(KeySpace::userOf)
                        .filter(author -> !author.equals(reader))
                        .distinct()
                        .count();
        return posts.size() + authors;
    }

    /// Returns what a whole page of the former push cost.
    ///
    /// @param posts the posts that the page reads
    static double formerPage(List<Key> posts, UserId reader) {
        return units(posts.size() * Sizes.ENTRY) / 2 + formerJoin(posts, reader);
    }

    /// The units of a strongly consistent Query; an eventually consistent one costs half of them.
    private static double units(int bytes) {
        return Math.max(1, Math.ceil(bytes / READ_BYTES));
    }

    static UserId user(int number) {
        return UserId.of("user%022d".formatted(number));
    }

    @Override
    public String name() {
        return "push-or-pull";
    }

    @Override
    public Section run(Effort effort) throws IOException {
        var section = Section.titled("Push or pull");
        var graphs = new ArrayList<FollowGraph>();
        var realGraph = Path.of("../../shared/data/follow_edges_small.csv");
        if (Files.exists(realGraph)) {
            graphs.add(FollowGraph.read(realGraph));
        } else {
            System.err.println("skipped: the file ../shared/data/follow_edges_small.csv is absent");
        }
        graphs.add(FollowGraph.skewed(20_000, 50, SEED));
        for (var graph : graphs) {
            // the number of posts per page scales all habits alike, so one order serves all numbers
            section = simulated(section, Habits.of(graph.users(), 1, SEED).sorted(graph));
        }
        return Files.exists(realGraph) ? measured(section, graphs.getFirst()) : section;
    }

    private static Section simulated(Section section, FollowGraph graph) {
        var used =
                MarkdownTable.of(
                        "posts per page read",
                        "former push",
                        "push",
                        "relative to the former push",
                        "share of writes",
                        "most Queries per page");
        var others =
                MarkdownTable.of(
                        "posts per page read",
                        "push",
                        "pull",
                        "mixture",
                        "its threshold",
                        "most Queries per page",
                        "at most %d pulled".formatted(TimelineJoin.QUERIES_MAX),
                        "its threshold ",
                        "most Queries per page ",
                        "relative to push",
                        "relative to the former push");
        var former = new ArrayList<Double>();
        var push = new ArrayList<Double>();
        var pull = new ArrayList<Double>();
        var bounded = new ArrayList<Double>();
        var mostRelative = 0.0;
        var usualRelative = 0.0;
        for (var ratio : POSTS_PER_PAGE) {
            var users = graph.users();
            var network = Network.of(graph, Habits.of(users, ratio, SEED), SEED);
            var pushed = network.load(Design.PUSH);
            var unbounded = best(network, pushed, UNLIMITED);
            var withinPulls = best(network, pushed, TimelineJoin.QUERIES_MAX);
            former.add(network.load(Design.FORMER).readUnits() / users);
            push.add(pushed.readUnits() / users);
            pull.add(network.load(Design.PULL).readUnits() / users);
            bounded.add(withinPulls.load().readUnits() / users);
            var relative = push.getLast() / former.getLast();
            mostRelative = Math.max(mostRelative, relative);
            usualRelative = ratio == USUAL_POSTS_PER_PAGE ? relative : usualRelative;
            used =
                    used.row(
                            ratio,
                            number(former.getLast(), 1),
                            number(push.getLast(), 1),
                            number(relative, 2),
                            number(100 * READS_PER_WRITE * pushed.writes() / pushed.readUnits(), 0)
                                    + " %",
                            pushed.queriesMax());
            others =
                    others.row(
                            ratio,
                            number(push.getLast(), 1),
                            number(pull.getLast(), 1),
                            number(unbounded.load().readUnits() / users, 1),
                            unbounded.design().text(),
                            unbounded.load().queriesMax(),
                            number(bounded.getLast(), 1),
                            withinPulls.design().text(),
                            withinPulls.load().queriesMax(),
                            number(bounded.getLast() / push.getLast(), 2),
                            number(bounded.getLast() / former.getLast(), 2));
        }
        var name = graph.name().startsWith("synthetic") ? "synthetic" : "real";
        return section.goal(
                        "units per user and day ≤ %s × the former push, %s graph, %s posts per page"
                                .formatted(number(GOAL, 2), name, USUAL_POSTS_PER_PAGE),
                        number(usualRelative, 2) + " ×",
                        usualRelative <= GOAL,
                        "the model")
                .goal(
                        "never more units than the former push, %s graph".formatted(name),
                        "at most %s ×".formatted(number(mostRelative, 2)),
                        mostRelative <= 1,
                        "the model, from %s to %s posts per page"
                                .formatted(
                                        POSTS_PER_PAGE[0],
                                        number(POSTS_PER_PAGE[POSTS_PER_PAGE.length - 1], 0)))
                .heading(
                        "%s: %s users, %s follows, the most followed has %s"
                                .formatted(
                                        graph.name(),
                                        number(graph.users(), 0),
                                        number(graph.edges(), 0),
                                        number(graph.followersMax(), 0)))
                .prose("Read units per user and day; a write unit counts as five.")
                .table(used)
                .plot(
                        Plot.lines(
                                        "push-or-pull-" + name,
                                        "Push, pull and the mixture by edge (" + name + " graph)",
                                        Plot.Axis.logarithmic("posts written per page read"),
                                        Plot.Axis.logarithmic("read units per user and day"))
                                .line("former push", POSTS_PER_PAGE, array(former))
                                .line("push (used)", POSTS_PER_PAGE, array(push))
                                .line("pull", POSTS_PER_PAGE, array(pull))
                                .line(
                                        "at most %d pulled".formatted(TimelineJoin.QUERIES_MAX),
                                        POSTS_PER_PAGE,
                                        array(bounded)))
                .table(others);
    }

    private record Best(Design design, Load load) {}

    /// Returns the cheapest threshold if at most `pullsMax` authors are pulled for a page.
    private static Best best(Network network, Load pushed, int pullsMax) {
        var best = new Best(Design.PUSH, pushed);
        for (var threshold : THRESHOLDS) {
            var design = Design.mixture(threshold, pullsMax);
            var load = network.load(design);
            if (load.readUnits() < best.load().readUnits()) {
                best = new Best(design, load);
            }
        }
        return best;
    }

    private static Section measured(Section section, FollowGraph graph) {
        var habits = Habits.of(graph.users(), USUAL_POSTS_PER_PAGE, SEED);
        var measured = TimelinePages.measure(graph, habits);
        var network = Network.of(habits.sorted(graph), habits, SEED);
        var users = graph.users();
        var pages = Arrays.stream(habits.pages()).sum();
        var table =
                MarkdownTable.of(
                        "", "RRU per page", "per user and day: pages", "deliveries", "sum");
        var sums = new ArrayList<Double>();
        for (var design : List.of(Design.FORMER, Design.PUSH)) {
            var isFormer = design.equals(Design.FORMER);
            var load = network.load(design);
            var deliveries = load.readUnits() - load.pages();
            table =
                    table.row(
                            isFormer ? "former push, the model" : "push, the model",
                            number(load.pages() / pages, 1),
                            number(load.pages() / users, 1),
                            number(deliveries / users, 1),
                            number(load.readUnits() / users, 1));
            var read = isFormer ? measured.formerPages() : measured.pages();
            sums.add(read + measured.deliveries());
            table =
                    table.row(
                            isFormer
                                    ? "former push, its formula on the same pages"
                                    : "push, measured",
                            number(read / pages, 1),
                            number(read / users, 1),
                            number(measured.deliveries() / users, 1),
                            number(sums.getLast() / users, 1));
        }
        var relative = sums.getLast() / sums.getFirst();
        return section.goal(
                        "the same ≤ %s ×, measured with the handlers on the real graph"
                                .formatted(number(GOAL, 2)),
                        number(relative, 2) + " ×",
                        relative <= GOAL,
                        "%s pages; deliveries with %s write units"
                                .formatted(number(users, 0), number(measured.delivered(), 0)))
                .goal(
                        "a page in at most two consecutive round trips",
                        "%d of %d pages".formatted(measured.inTwoRounds(), measured.roundsTested()),
                        measured.inTwoRounds() == measured.roundsTested(),
                        "")
                .heading("Measured with the handlers")
                .prose(
                        "%s, %s posts per page. %s posts of a day went through CreatePost and FanOut; the posts of the 29 days before were written directly, with their references. Then each of %s users read one page through GetTimelineByUserId, weighted by the pages that the user reads per day."
                                .formatted(
                                        graph.name(),
                                        USUAL_POSTS_PER_PAGE,
                                        number(measured.posts(), 0),
                                        number(users, 0)))
                .table(table);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
