package plaza.benchmark.growth;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import plaza.benchmark.growth.PushOrPull.Habits;
import plaza.id.PostId;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
import plaza.social.model.Post;
import plaza.social.model.TimelineEntry;
import plaza.social.model.UserCounts;
import plaza.social.model.UserInfo;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.testkit.SimultaneousRequests;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Measures deliveries and timeline pages with the real functions on a graph.
///
/// @param posts the posts that were delivered by FanOut
/// @param delivered the write units of FanOut, most of which are timeline entries
/// @param deliveries the units of FanOut for the posts of one day, in read units
/// @param pages the read units of all pages of one day
/// @param formerPages what the former push would have read for the same pages
/// @param roundsTested the pages of which the consecutive round trips were counted
/// @param inTwoRounds those with at most two
record TimelinePages(
        int posts,
        double delivered,
        double deliveries,
        double pages,
        double formerPages,
        int roundsTested,
        int inTwoRounds) {
    private static final Duration DAY = Duration.ofDays(1);

    /// A little less than the lifetime of references, so that none is about to expire.
    private static final double DAYS_MAX = PushOrPull.DAYS - 0.01;

    private static final String CONTENT = "x".repeat(140);

    /// The posts after which FanOut receives its batches.
    private static final int POSTS_PER_BATCH = 50;

    /// Of so many readers, the requests of one are counted by rounds.
    private static final int READERS_PER_COUNTED = 12;

    /// The requests of the first round: the references, and the number of follows.
    private static final int FIRST_ROUND = 2;

    /// A post and the time at which it is written.
    private record Draft(int author, Instant time) {}

    /// A post of a page.
    private record Written(int author, PostId id, Instant time) {}

    /// Loads the graph, delivers the posts of the last day, and reads one page of each user.
    static TimelinePages measure(FollowGraph graph, Habits habits) {
        try (var bed = new TestBed()) {
            var end = bed.clock().instant();
            var dayStart = end.minus(DAY);
            var drafts = drafts(habits, end);
            var followers = followers(graph);
            load(bed, graph, followers, end.minus(DAY.multipliedBy(40)));

            var written = new ArrayList<Written>();
            var delivery = new Delivery(bed);
            for (var draft : drafts) {
                bed.clock().set(draft.time());
                if (draft.time().isAfter(dayStart)) {
                    var author = PushOrPull.user(draft.author()).value();
                    var id = delivery.post(author);
                    written.add(new Written(draft.author(), id, draft.time()));
                }
            }
            delivery.finish();
            var posts = written.size();
            written.addAll(0, history(bed, drafts, dayStart, followers));
            bed.clock().set(end);
            return read(bed, graph, habits, written, delivery, posts);
        }
    }

    /// The posts of all users in the days that a page reaches back, oldest first.
    private static List<Draft> drafts(Habits habits, Instant end) {
        var random = new SplittableRandom(PushOrPull.SEED);
        var drafts = new ArrayList<Draft>();
        for (var user = 0; user < habits.posts().length; user++) {
            var rate = habits.posts()[user];
            for (var day = pause(rate, random); day < DAYS_MAX; day += pause(rate, random)) {
                drafts.add(new Draft(user, end.minusMillis((long) (day * DAY.toMillis()))));
            }
        }
        drafts.sort((one, other) -> one.time().compareTo(other.time()));
        return drafts;
    }

    /// A random time between two posts, in days.
    private static double pause(double rate, SplittableRandom random) {
        return -Math.log(1 - random.nextDouble()) / rate;
    }

    private static List<List<Integer>> followers(FollowGraph graph) {
        var followers = new ArrayList<List<Integer>>();
        for (var user = 0; user < graph.users(); user++) {
            followers.add(new ArrayList<>());
        }
        for (var user = 0; user < graph.users(); user++) {
            for (var followee : graph.followees().get(user)) {
                followers.get(followee).add(user);
            }
        }
        return followers;
    }

    private static void load(
            TestBed bed, FollowGraph graph, List<List<Integer>> followers, Instant followedAt) {
        bed.putAll(
                IntStream.range(0, graph.users())
                        .boxed()
                        .flatMap(user -> {
                            var id = PushOrPull.user(user);
                            var followees = graph.followees().get(user);
                            var counts =
                                    new UserCounts(followers.get(user).size(), followees.length, 0);
                            var edges =
                                    IntStream.of(followees)
                                            .mapToObj(followee ->
                                                    new Follow(
                                                            id,
                                                            PushOrPull.user(followee),
                                                            followedAt))
                                            .flatMap(follow ->
                                                    Stream.of(
                                                            SocialItems.following(follow),
                                                            SocialItems.follower(follow)));
                            return Stream.concat(
                                    Stream.of(
                                            SocialItems.userInfo(
                                                    new UserInfo(
                                                            id, "Ann", null, null, followedAt)),
                                            SocialItems.userCounts(id, counts)),
                                    edges);
                        }));
    }

    /// Writes posts through CreatePost, and delivers them through FanOut, which is measured.
    private static final class Delivery {
        private final TestBed bed;
        private final StreamTap fanOut;
        private int waiting;
        private double writeUnits;
        private double readUnits;

        Delivery(TestBed bed) {
            this.bed = bed;
            this.fanOut = new StreamTap(bed.emulator(), TestBed.streamRow("FanOut"));
        }

        PostId post(String author) {
            var post = bed.post(author, CONTENT);
            waiting++;
            if (waiting == POSTS_PER_BATCH) {
                finish();
            }
            return post;
        }

        void finish() {
            waiting = 0;
            var cost = bed.meter().measure(() -> fanOut.drain(bed)).cost();
            writeUnits += cost.writeUnits();
            readUnits += cost.readUnits();
        }
    }

    /// Writes the posts from before the last day and their references.
    private static List<Written> history(
            TestBed bed, List<Draft> drafts, Instant dayStart, List<List<Integer>> followers) {
        var written = new ArrayList<Written>();
        var items = new ArrayList<Item>();
        for (var draft : drafts) {
            if (draft.time().isAfter(dayStart)) {
                break;
            }
            bed.clock().set(draft.time());
            var stamp = bed.postIds().next();
            var author = PushOrPull.user(draft.author());
            items.add(
                    SocialItems.post(
                            new Post(author, stamp.id(), CONTENT, null, stamp.time(), null, 1)));
            Stream.concat(Stream.of(draft.author()), followers.get(draft.author()).stream())
                    .map(reader ->
                            new TimelineEntry(
                                    PushOrPull.user(reader), author, stamp.id(), stamp.time()))
                    .map(SocialItems::timelineEntry)
                    .forEach(items::add);
            written.add(new Written(draft.author(), stamp.id(), stamp.time()));
        }
        bed.putAll(items.stream());
        return written;
    }

    private static TimelinePages read(
            TestBed bed,
            FollowGraph graph,
            Habits habits,
            List<Written> written,
            Delivery delivery,
            int posts) {
        var newest = written.reversed();
        var pages = 0.0;
        var formerPages = 0.0;
        var roundsTested = 0;
        var inTwoRounds = 0;
        for (var reader = 0; reader < graph.users(); reader++) {
            var read = page(reader, graph.followees().get(reader), newest);
            var id = PushOrPull.user(reader);
            var request = bed.as(id.value()).at("userId", id.value()).query("limit", "50");
            var measured = bed.meter().measure(() -> request.send("GetTimelineByUserId"));
            var shown = measured.answer().orFail().column("postId").size();
            if (shown != Math.min(PushOrPull.PAGE - 1, read.size())) {
                throw new IllegalStateException(
                        "The page of %s has %d posts instead of %d"
                                .formatted(id, shown, read.size()));
            }
            pages += habits.pages()[reader] * measured.cost().readUnits();
            formerPages += habits.pages()[reader] * PushOrPull.formerPage(read, id);
            if (reader % READERS_PER_COUNTED == 0) {
                roundsTested++;
                var requests = (int) measured.cost().roundTrips();
                inTwoRounds += isInTwoRounds(bed, request, requests) ? 1 : 0;
            }
        }
        return new TimelinePages(
                posts,
                delivery.writeUnits,
                PushOrPull.READS_PER_WRITE * delivery.writeUnits + delivery.readUnits,
                pages,
                formerPages,
                roundsTested,
                inTwoRounds);
    }

    /// Returns the keys of the posts that a page reads.
    private static List<Key> page(int reader, int[] followees, List<Written> newest) {
        var authors = new BitSet();
        authors.set(reader);
        IntStream.of(followees).forEach(authors::set);
        return newest.stream()
                .filter(post -> authors.get(post.author()))
                .limit(PushOrPull.PAGE)
                .map(post -> KeySpace.post(PushOrPull.user(post.author()), post.id()))
                .toList();
    }

    /// Sends the request again, and holds all requests to the table after the first round back
    /// until the last of them is sent.
    private static boolean isInTwoRounds(TestBed bed, TestRequest request, int requests) {
        var gate = new SimultaneousRequests(FIRST_ROUND, requests - FIRST_ROUND);
        var handler = bed.functions().observedBy(gate).http(TestBed.row("GetTimelineByUserId"));
        return request.send("GetTimelineByUserId", handler).status() == 200 && gate.isOpen();
    }
}
