package plaza.benchmark.growth;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import plaza.browser.Habit;
import plaza.local.emulator.Meter.Cost;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCases;
import plaza.testkit.cost.StreamCost;

/// What active users do on a day, and what one such action costs: the assumptions of the monthly
/// estimate.
///
/// The requests are those that the pages of the demo send for what people do ([Habit]). The units
/// of a call are those of its Catalogue row, which tests keep exact, or measured; those behind it
/// are measured with the real functions. A cheaper function or page therefore changes the estimate.
///
/// @param context the context of the action
/// @param name a habit, a function, or other work
/// @param perDay how often an active user does it on a day, on average over all active users
/// @param requests the requests of one action, or 0 for work that no user requests
/// @param call the units of the requests
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

    /// The followers in the measured case of a delivery.
    private static final int FOLLOWERS_MEASURED = 100;

    /// The views in the case of the row of RecordViews.
    private static final int VIEWS_MEASURED = 20;

    /// What a rate limit consumes.
    private static final Units LIMIT = new Units(0, 1);

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

    /// The notification of a follow: the marker is read, and the item and its key in the index are
    /// written.
    private static final Units NOTIFICATION = new Units(1, 2);

    /// Measures all assumptions.
    static List<Usage> all() {
        var costs =
                CostCases.streamCosts().stream()
                        .collect(Collectors.toMap(StreamCost::change, cost -> cost));
        var liked = measured(costs, "a like, of 1 of one post in one batch");
        var viewed = measured(costs, "a view, of 1 of one post in one batch");
        var delivery =
                measured(
                                costs,
                                "a post to %d followers, for each timeline"
                                        .formatted(FOLLOWERS_MEASURED))
                        .times(Input.FOLLOWERS_MEAN + 1);
        var clip = measured(costs, "a clip");
        var settled =
                costs.keySet().stream()
                        .filter(change -> change.startsWith("a settled gamer with a sheet"))
                        .findFirst()
                        .orElseThrow();
        var clipped = call(new Habit.Call("ClipFavorite", Map.of()));
        return List.of(
                habit(
                        "opens the timeline",
                        "timelineVisits",
                        3,
                        "in the morning, at noon, at night"),
                habit("shows older posts", "olderPages", 7, "ten pages a day with the first ones"),
                habit("looks for new posts", "looks", 9, "three in each visit of two minutes"),
                habit(
                        "opens the notifications",
                        "notificationVisits",
                        1,
                        "one visit a day, when the bell has a number"),
                habit("reads posts", "viewRequests", 10, "two posts of a page are read for long")
                        .calling(views())
                        .counting(viewed, Input.VIEWS_PER_REQUEST),
                habit("likes a post", "likes", 5, "one like for four views").counting(liked, 1),
                habit("writes a post", "posts", 0.5, "0.05 posts for each page that is read")
                        .delivering(delivery),
                habit("opens a profile", "profiles", 4, "from the timeline"),
                habit("follows a person", "follows", 0.2, "six new follows a month")
                        .delivering(NOTIFICATION.plus(new Units(0, Input.BACKFILL_MEAN))),
                habit("opens a list of followers", "followerLists", 0.5, "of every eighth profile"),
                called("social", "GetUserLikesByPostId", "likers", 2, "one for every tenth view"),
                habit("opens the favorites", "favoritesVisits", 1, "one visit a day"),
                habit("opens a tag", "tagsOpened", 1, "one tag in a visit"),
                habit(
                        "searches the favorites",
                        "searches",
                        1,
                        "what is saved is searched as often"),
                habit("saves an address", "savedAddresses", 1, "collectors save about one a day")
                        .delivering(clip),
                called("favorites", "TagFavorite", "taggings", 2, "two tags for each favorite"),
                called(
                                "favorites",
                                "ImportBookmarks",
                                "imports",
                                1.0 / 365,
                                "a file of %.0f bookmarks a year"
                                        .formatted(Input.BOOKMARKS_PER_IMPORT))
                        .delivering(clipped.plus(clip).times(Input.BOOKMARKS_PER_IMPORT)),
                habit("opens the league", "leagueVisits", 1, "one visit a day"),
                habit("opens the team of a rival", "rivals", 1, "one rival in a visit"),
                habit("changes the captain", "sheetChanges", 0.5, "three or four a gameweek"),
                called("fantasy", "SearchFootballers", "footballers", 0.5, "one for each change"),
                called("fantasy", "ListFixtures", "fixtures", 1, "one visit a day"),
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
    }

    /// What people do in the demo, with the requests that its pages send for it.
    ///
    /// @param setting the [Input] that sets how often an active user of the context does it in a
    ///   day
    private static Usage habit(String name, String setting, double perUserDay, String reason) {
        var calls =
                Habit.all().stream()
                        .filter(habit -> habit.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .calls();
        var context = TestBed.row(calls.getFirst().function()).context();
        return new Usage(
                context,
                name,
                Input.of(setting, perUserDay) * share(context),
                calls.size(),
                calls.stream().map(Usage::call).reduce(Units.NONE, Units::plus),
                Units.NONE,
                0,
                0,
                reason);
    }

    /// A request that no page of the demo sends, or that belongs to several habits.
    private static Usage called(
            String context, String function, String setting, double perUserDay, String reason) {
        return new Usage(
                context,
                function,
                Input.of(setting, perUserDay) * share(context),
                1,
                call(new Habit.Call(function, Map.of())),
                Units.NONE,
                0,
                0,
                reason);
    }

    /// Returns the units of a call: those of its row, or those of the row's case with objects that
    /// are expanded.
    private static Units call(Habit.Call call) {
        if (!call.query().containsKey("expand")) {
            var budget = TestBed.row(call.function()).budget();
            return new Units(budget.readUnits(), budget.writeUnits());
        }
        try (var bed = new TestBed()) {
            var request = CostCases.expanded(call.function()).on(bed);
            call.query().forEach(request::query);
            return Units.of(bed.meter().measure(() -> request.send(call.function())).cost());
        }
    }

    /// The units of a request that records the views of a page: those of the row for each view, and
    /// one for the rate limit.
    private static Units views() {
        var measured = call(new Habit.Call("RecordViews", Map.of())).plus(LIMIT.times(-1));
        return measured.times(Input.VIEWS_PER_REQUEST / VIEWS_MEASURED).plus(LIMIT);
    }

    private Usage calling(Units units) {
        return new Usage(
                context, name, perDay, requests, units, behind, counted, delivered, reason);
    }

    /// @param records the edges that one action changes
    private Usage counting(Units count, double records) {
        return new Usage(
                context,
                name,
                perDay,
                requests,
                call,
                count.times(records),
                records,
                delivered,
                reason);
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
}
