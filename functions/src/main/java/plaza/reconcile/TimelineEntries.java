package plaza.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.social.Timelines;
import plaza.social.model.Follow;
import plaza.social.model.Post;
import plaza.social.model.TimelineEntry;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Query;
import plaza.table.Write;

/// [Check#TIMELINE_ENTRIES]: the lower bound of what a timeline is ([Timelines]).
///
/// Expected are all living posts since the follow, and before it the [TimelineEntry#BACKFILL_MAX]
/// newest that are there now. Where the author has deleted some of the newest since, that reaches a
/// little further back than the backfill did; such an entry is allowed in the timeline anyway, so a
/// repair does no harm.
///
/// A post or follow that is younger than [Check#GRACE], or whose delivery is still a job, is on its
/// way. Nothing is expected of imported posts and follows, which the stream leaves alone.
record TimelineEntries(AuditContext desk) implements Audit {
    /// The newest posts of one author that are looked for in one timeline.
    static final int POSTS_MAX = 1_000;

    /// An entry that ends this soon is not worth anybody's work.
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /// One entry that should be there.
    private record Expected(Item anchor, List<Key> jobs, TimelineEntry entry) {
        private Key key() {
            return KeySpace.timelineEntry(entry.reader(), entry.post(), entry.author());
        }

        private boolean isOnItsWay(Map<Key, Item> working) {
            return jobs.stream().anyMatch(working::containsKey);
        }
    }

    @Override
    public List<Drift> look(List<Item> items) {
        var expected = new LinkedHashMap<Key, Expected>();
        var postsByAuthor = new HashMap<UserId, List<Item>>();
        for (var item : items) {
            if (SocialItems.imported(item)) {
                continue;
            }
            var owner = UserId.of(KeySpace.ownerPart(item.key().pk()));
            if (KeySpace.familyOf(item.key().pk()) == Family.POSTS) {
                expect(expected, item, owner, SocialItems.post(item));
            } else {
                var edge = SocialItems.edge(item);
                if (isSettled(edge.followedAt())) {
                    var posts = postsByAuthor.computeIfAbsent(edge.user(), this::newest);
                    expect(expected, item, owner, edge.followedAt(), posts);
                }
            }
        }
        var there = desk.read(expected.keySet());
        expected.keySet().removeAll(there.keySet());
        var working =
                desk.read(expected.values().stream().flatMap(e -> e.jobs().stream()).toList());
        var drift = new ArrayList<Drift>();
        for (var entry : expected.values()) {
            if (!entry.isOnItsWay(working)) {
                drift.add(missing(entry));
            }
        }
        return drift;
    }

    private void expect(
            Map<Key, Expected> expected,
            Item follow,
            UserId reader,
            Instant followedAt,
            List<Item> posts) {
        var before = 0;
        for (var item : posts) {
            var post = SocialItems.post(item);
            var isBefore = post.timestamp().isBefore(followedAt);
            if (isBefore && ++before > TimelineEntry.BACKFILL_MAX) {
                return;
            }
            if (!SocialItems.imported(item)) {
                expect(expected, follow, reader, post);
            }
        }
    }

    private void expect(Map<Key, Expected> expected, Item anchor, UserId reader, Post post) {
        var entry = new TimelineEntry(reader, post.author(), post.id(), post.timestamp());
        if (isSettled(post.timestamp())
                && entry.end().minus(MARGIN).isAfter(desk.clock.instant())) {
            var one = new Expected(anchor, jobs(anchor, reader, post), entry);
            expected.put(one.key(), one);
        }
    }

    /// The jobs that may be on their way with an entry.
    private static List<Key> jobs(Item anchor, UserId reader, Post post) {
        var delivery = Timelines.delivery(post).key();
        if (reader.equals(post.author())) {
            return List.of(delivery);
        }
        var follow = new Follow(reader, post.author(), SocialItems.edge(anchor).followedAt());
        return List.of(delivery, Timelines.backfilling(follow).key());
    }

    private boolean isSettled(Instant time) {
        return time.plus(Check.GRACE).isBefore(desk.clock.instant());
    }

    private List<Item> newest(UserId author) {
        return desk.table
                .read(Query.in(KeySpace.postsOf(author)).descending().consistent(), POSTS_MAX, null)
                .items();
    }

    private static Drift missing(Expected expected) {
        var entry = expected.entry();
        var writes = new ArrayList<Write>();
        writes.add(AuditContext.present(KeySpace.post(entry.author(), entry.post())));
        if (!entry.reader().equals(entry.author())) {
            writes.add(AuditContext.present(KeySpace.following(entry.reader(), entry.author())));
        }
        writes.add(AuditContext.ifAbsent(Write.Put.of(SocialItems.timelineEntry(entry))));
        return new Drift(
                Check.TIMELINE_ENTRIES,
                expected.anchor().key(),
                expected.key(),
                "a timeline entry",
                "nothing",
                "",
                writes);
    }
}
