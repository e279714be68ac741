package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.social.Timelines;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#STALE_ENTRIES]. No reader ever sees such an entry, since his page asks for post and
/// follow; but each costs him a read until it ends.
record StaleEntries(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var now = desk.clock.instant();
        var keys = new LinkedHashSet<Key>();
        var entries = new ArrayList<Item>();
        for (var item : items) {
            if (!item.expired(now) && !SocialItems.imported(item)) {
                entries.add(item);
                keys.add(SocialItems.postOf(item));
                if (!isOwn(item)) {
                    keys.add(follow(item));
                }
            }
        }
        var there = desk.read(keys);
        var stale = new LinkedHashMap<Item, Key>();
        for (var entry : entries) {
            if (!isOwn(entry) && !there.containsKey(follow(entry))) {
                stale.put(entry, follow(entry));
            } else if (!there.containsKey(SocialItems.postOf(entry))) {
                stale.put(entry, SocialItems.postOf(entry));
            }
        }
        var working = desk.read(stale.keySet().stream().map(StaleEntries::withdrawal).toList());
        var drift = new ArrayList<Drift>();
        stale.forEach((entry, source) -> {
            if (!working.containsKey(withdrawal(entry))) {
                drift.add(drift(entry, source));
            }
        });
        return drift;
    }

    private static Drift drift(Item entry, Key source) {
        return new Drift(
                Check.STALE_ENTRIES,
                entry.key(),
                entry.key(),
                source.equals(SocialItems.postOf(entry))
                        ? "nothing, for the post is gone"
                        : "nothing, for the author is not followed",
                "a timeline entry",
                "",
                List.of(
                        AuditContext.absent(source),
                        AuditContext.ifPresent(Write.Delete.of(entry.key()))));
    }

    /// The job that may be removing the entry at this moment. That of an unfollow is named after
    /// its record, which nobody knows here; it is over long before the second look.
    private static Key withdrawal(Item entry) {
        var post = PostId.of(KeySpace.part(entry.key().sk(), 1));
        return Timelines.withdrawal(SocialItems.authorOf(entry), post).key();
    }

    private static boolean isOwn(Item entry) {
        return reader(entry).equals(SocialItems.authorOf(entry));
    }

    private static Key follow(Item entry) {
        return KeySpace.following(reader(entry), SocialItems.authorOf(entry));
    }

    private static UserId reader(Item entry) {
        return UserId.of(KeySpace.ownerPart(entry.key().pk()));
    }
}
