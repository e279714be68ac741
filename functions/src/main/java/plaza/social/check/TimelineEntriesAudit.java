package plaza.social.check;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Check;
import plaza.audit.Drift;
import plaza.id.UserId;
import plaza.social.follow.FollowItems;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Query;
import plaza.table.Write;

/// Finds the entries that a timeline must have and lacks.
///
/// It must have all existing posts since the follow and, of the posts before it, the
/// [TimelineEntry#BACKFILL_MAX] newest that exist now. If the author has deleted some of the newest
/// posts since, this reaches a little further back than the backfill did. Such entries are allowed,
/// so a repair does no harm.
///
/// A post or follow that is younger than [Check#GRACE], or whose delivery is still a job, is not
/// expected yet.
record TimelineEntriesAudit() implements Audit {
    /// The newest posts of one author that are looked for in one timeline.
    private static final int POSTS_MAX = 1_000;

    /// An entry that expires so soon is not repaired.
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /// @param anchor the post or the follow that requires the entry
    private record Expected(Item anchor, Post post, TimelineEntry entry) {
        private Key key() {
            return SocialKeys.TIMELINE_ENTRY.key(entry.reader(), entry.post(), entry.author());
        }

        private boolean isOwn() {
            return entry.reader().equals(entry.author());
        }

        /// Returns the jobs that may be about to add the entry.
        private Key[] jobs() {
            var delivery =
                    new SocialWork.DeliverPost(post.author(), post.id(), post.timestamp()).key();
            if (isOwn()) {
                return new Key[] {delivery};
            }
            var followedAt = FollowItems.edge(anchor).followedAt();
            return new Key[] {
                delivery,
                new SocialWork.BackfillAuthor(entry.reader(), entry.author(), followedAt).key()
            };
        }
    }

    @Override
    public List<Drift> audit(List<Item> items, AuditContext context) {
        var expected = new LinkedHashMap<Key, Expected>();
        var postsByAuthor = new HashMap<UserId, List<Item>>();
        for (var item : items) {
            for (var post : posts(item, postsByAuthor, context)) {
                var entry =
                        new TimelineEntry(
                                (SocialKeys.POST.is(item.key())
                                                ? SocialKeys.POSTS
                                                : SocialKeys.FOLLOWING)
                                        .parse(item.key()),
                                post.author(),
                                post.id(),
                                post.timestamp());
                if (isSettled(post.timestamp(), context)
                        && entry.end().minus(MARGIN).isAfter(context.now())) {
                    var one = new Expected(item, post, entry);
                    expected.put(one.key(), one);
                }
            }
        }
        expected.keySet().removeAll(context.related(expected.keySet()).keySet());
        return expected.values().stream().map(TimelineEntriesAudit::missing).toList();
    }

    /// Returns the posts that the timeline of an item's owner must have: the post itself, or the
    /// posts of the followed author since the follow and the newest before it.
    private static List<Post> posts(
            Item item, Map<UserId, List<Item>> postsByAuthor, AuditContext context) {
        if (SocialKeys.POST.is(item.key())) {
            var post = PostItems.post(item);
            return post.isInTimelines() ? List.of(post) : List.of();
        }
        var edge = FollowItems.edge(item);
        var posts = new ArrayList<Post>();
        if (!isSettled(edge.followedAt(), context)) {
            return posts;
        }
        var before = 0;
        for (var written :
                postsByAuthor.computeIfAbsent(edge.user(), author -> newest(author, context))) {
            var post = PostItems.post(written);
            if (!post.isInTimelines()) {
                continue;
            }
            if (post.timestamp().isBefore(edge.followedAt())
                    && ++before > TimelineEntry.BACKFILL_MAX) {
                break;
            }
            posts.add(post);
        }
        return posts;
    }

    private static List<Item> newest(UserId author, AuditContext context) {
        return context.table()
                .read(
                        Query.in(SocialKeys.POSTS.of(author)).descending().consistent(),
                        POSTS_MAX,
                        null)
                .items();
    }

    private static boolean isSettled(Instant time, AuditContext context) {
        return time.plus(Check.GRACE).isBefore(context.now());
    }

    private static Drift missing(Expected expected) {
        var entry = expected.entry();
        var repair = new ArrayList<Write>();
        repair.add(new Write.Check(SocialKeys.POST.key(entry.author(), entry.post()), exists()));
        if (!expected.isOwn()) {
            repair.add(
                    new Write.Check(
                            SocialKeys.FOLLOWEE.key(entry.reader(), entry.author()), exists()));
        }
        repair.add(Write.Put.of(TimelineItems.timelineEntry(entry)).onlyIf(absent()));
        return Drift.wrong(
                        expected.anchor(),
                        "a timeline entry",
                        "nothing",
                        repair.toArray(Write[]::new))
                .about(expected.key())
                .unlessRunning(expected.jobs());
    }
}
