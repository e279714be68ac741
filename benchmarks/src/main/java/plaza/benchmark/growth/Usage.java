package plaza.benchmark.growth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import plaza.local.emulator.Meter.Cost;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCases;
import plaza.testkit.cost.StreamCost;

/// What active users do on a day, and what one such action costs: the assumptions of the monthly
/// estimate.
///
/// The units of a call are those of its Catalogue row, which tests keep exact, and those behind it
/// are measured with the real functions. A cheaper function therefore changes the estimate.
///
/// @param context the context of the action
/// @param name a function, or other work
/// @param perDay how often an active user does it on a day, on average over all active users
/// @param requests the requests of one action: 1, or 0 for work that no user requests
/// @param call the units of the call
/// @param behind the units of the stream functions
/// @param counted the records that AggregateCounts processes
/// @param delivered the invocations of FanOut
/// @param reason why users do it so often
record Usage(
        String context,
        String name,
        double perDay,
        int requests,
        Units call,
        Units behind,
        double counted,
        double delivered,
        String reason) {
    /// The share of the active users who use each context.
    static final Map<String, Double> SHARES =
            Map.of(
                    "social", Input.SOCIAL_SHARE,
                    "favorites", Input.FAVORITES_SHARE,
                    "fantasy", Input.FANTASY_SHARE);

    static final int FOLLOWERS_MEAN = 100;
    static final int POSTS_PER_PAGE = 50;
    static final int AUTHORS_PER_PAGE = 25;

    /// The entries that a follow adds to the timeline.
    private static final int BACKFILL_MEAN = 20;

    private static final int BOOKMARKS_PER_IMPORT = 500;

    /// The invocations of FanOut for a settled gamer: a step of the job settles about fifty.
    private static final double SETTLED_BY_INVOCATION = 50;

    /// Request units.
    record Units(double reads, double writes) {
        static final Units NONE = new Units(0, 0);

        Units times(double factor) {
            return new Units(reads * factor, writes * factor);
        }

        Units plus(Units other) {
            return new Units(reads + other.reads, writes + other.writes);
        }

        private static Units of(Cost cost) {
            return new Units(cost.readUnits(), cost.writeUnits());
        }
    }

    /// The share of the active users who use a context.
    static double share(String context) {
        return SHARES.getOrDefault(context, 0.0);
    }

    /// All units of one action.
    Units units() {
        return call.plus(behind);
    }

    /// Measures all assumptions.
    static List<Usage> all() {
        var costs =
                CostCases.streamCosts().stream()
                        .collect(Collectors.toMap(StreamCost::change, cost -> cost));
        var count = measured(costs, "a like, of 1 of one post in one batch");
        var delivery =
                measured(
                                costs,
                                "a post to %d followers, for each timeline"
                                        .formatted(FOLLOWERS_MEAN))
                        .times(FOLLOWERS_MEAN + 1);
        var clip = measured(costs, "a clip");
        var settled =
                costs.keySet().stream()
                        .filter(change -> change.startsWith("a settled gamer with a sheet"))
                        .findFirst()
                        .orElseThrow();
        var all = new ArrayList<Usage>();
        all.add(
                new Usage(
                        "social",
                        "GetTimelineByUserId",
                        10,
                        1,
                        timelinePage(),
                        Units.NONE,
                        0,
                        0,
                        "a few visits a day, with some scrolling"));
        all.add(
                called("social", "RecordView", 20, "two posts of a page are read for long")
                        .counting(count));
        all.add(called("social", "LikePost", 5, "one like for four views").counting(count));
        all.add(
                called("social", "CreatePost", 0.5, "0.05 posts for each page that is read")
                        .delivering(delivery));
        all.add(
                called("social", "FollowUser", 0.2, "six new follows a month")
                        .delivering(new Units(0, BACKFILL_MEAN)));
        all.add(called("social", "GetUserInfoByUserId", 4, "profiles opened from the timeline"));
        all.add(called("social", "GetPostListByUserId", 4, "each with its posts"));
        all.add(called("social", "GetUserLikesByPostId", 2, "one for every tenth view"));
        all.add(
                called("favorites", "ClipFavorite", 1, "collectors save about one page a day")
                        .delivering(clip));
        all.add(
                called("favorites", "TagFavorite", 2, "two tags for each favorite")
                        .counting(count));
        all.add(called("favorites", "FindFavoritesByUrl", 5, "a browser asks before it saves"));
        all.add(called("favorites", "SearchFavorites", 1, "what is saved is searched as often"));
        all.add(called("favorites", "ListFavorites", 2, "one visit a day, two pages"));
        all.add(called("favorites", "ListFavoritesByTag", 1, "one tag is opened in a visit"));
        all.add(called("favorites", "ListTags", 1, "once in a visit"));
        all.add(
                called(
                                "favorites",
                                "ImportBookmarks",
                                1.0 / 365,
                                "a file of %d bookmarks a year".formatted(BOOKMARKS_PER_IMPORT))
                        .delivering(
                                called("favorites", "ClipFavorite", 1, "")
                                        .call()
                                        .plus(clip)
                                        .times(BOOKMARKS_PER_IMPORT)));
        all.add(called("fantasy", "PutTeamSheet", 0.5, "three or four changes a gameweek"));
        all.add(called("fantasy", "GetTeamSheet", 2, "the own sheet, and that of a rival"));
        all.add(called("fantasy", "GetLeagueStandings", 3, "three leagues"));
        all.add(called("fantasy", "SearchFootballers", 0.5, "one search for each change"));
        all.add(called("fantasy", "ListFixtures", 1, "one visit a day"));
        all.add(called("fantasy", "ListGameweeks", 1, "one visit a day"));
        all.add(called("fantasy", "GetGamer", 1, "one visit a day"));
        all.add(
                new Usage(
                        "fantasy",
                        "settlement of a gamer",
                        share("fantasy") / 7 / Input.DAILY_ACTIVE_SHARE,
                        0,
                        Units.NONE,
                        measured(costs, settled),
                        0,
                        1 / SETTLED_BY_INVOCATION,
                        "a gameweek a week, all gamers of the month, three leagues each"));
        return List.copyOf(all);
    }

    private static Usage called(String context, String function, double perUserDay, String reason) {
        var budget = TestBed.row(function).budget();
        return new Usage(
                context,
                function,
                perUserDay * share(context),
                1,
                new Units(budget.readUnits(), budget.writeUnits()),
                Units.NONE,
                0,
                0,
                reason);
    }

    private Usage counting(Units count) {
        return new Usage(context, name, perDay, requests, call, count, 1, delivered, reason);
    }

    private Usage delivering(Units delivery) {
        return new Usage(context, name, perDay, requests, call, delivery, counted, 1, reason);
    }

    private static Units measured(Map<String, StreamCost> costs, String change) {
        var cost = costs.get(change);
        if (cost == null) {
            throw new IllegalStateException("There is no cost case for " + change);
        }
        return Units.of(cost.measure()).times(1.0 / cost.times());
    }

    /// Measures a full page of a timeline with a next page, after its posts were delivered.
    private static Units timelinePage() {
        try (var bed = new TestBed()) {
            var taps = StreamTap.all(bed.emulator());
            bed.user("reader");
            for (var author = 0; author < AUTHORS_PER_PAGE; author++) {
                bed.user("author" + author);
                bed.follow("reader", "author" + author);
            }
            for (var post = 0; post <= POSTS_PER_PAGE; post++) {
                var _ = bed.post("author" + post % AUTHORS_PER_PAGE, "Fog over the harbour.");
            }
            StreamTap.drain(bed, taps);
            var page =
                    bed.as("reader")
                            .at("userId", "reader")
                            .query("limit", Integer.toString(POSTS_PER_PAGE));
            return Units.of(bed.meter().measure(() -> page.send("GetTimelineByUserId")).cost());
        }
    }
}
