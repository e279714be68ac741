package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import plaza.id.PostId;
import plaza.social.Timelines;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#LEFTOVERS]. Removing them is the erasure that the deletion itself should have begun; all
/// of one post are one job.
record Leftovers(AuditContext desk) implements Audit {
    /// Names the job that a repair begins.
    private static final String CAUSE = "reconcile";

    @Override
    public List<Drift> look(List<Item> items) {
        var keys = new LinkedHashSet<Key>();
        for (var item : items) {
            keys.add(KeySpace.likeCount(post(item)));
        }
        var there = desk.read(keys);
        var left = new ArrayList<Item>();
        var jobs = new LinkedHashSet<Key>();
        for (var item : items) {
            if (!there.containsKey(KeySpace.likeCount(post(item)))
                    && !item.expired(desk.clock.instant())) {
                left.add(item);
                jobs.addAll(jobs(post(item)));
            }
        }
        var working = desk.read(jobs);
        var erased = new LinkedHashSet<PostId>();
        var drift = new ArrayList<Drift>();
        for (var item : left) {
            if (jobs(post(item)).stream().noneMatch(working::containsKey)) {
                drift.add(
                        new Drift(
                                Check.LEFTOVERS,
                                item.key(),
                                item.key(),
                                "nothing, for the post is gone",
                                "a leftover",
                                "",
                                erased.add(post(item)) ? erasure(post(item)) : List.of()));
            }
        }
        return drift;
    }

    private List<Write> erasure(PostId post) {
        return List.of(
                AuditContext.absent(KeySpace.likeCount(post)),
                desk.jobs.start(Timelines.erasure(post, CAUSE)));
    }

    private static List<Key> jobs(PostId post) {
        return List.of(
                Timelines.erasure(post, Timelines.DELETED).key(),
                Timelines.erasure(post, CAUSE).key());
    }

    private static PostId post(Item item) {
        return PostId.of(KeySpace.ownerPart(item.key().pk()));
    }
}
