package plaza.favorites.check;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;
import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Counter;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Compares the counts of tags with their taggings.
///
/// An index finds the taggings. Count and tagging change in one transaction, so only a difference
/// that outlasts the delay of the index is drift.
record TagCountsAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item item) {
        var key = item.key();
        return List.of(
                FavoritesKeys.TAG.is(key)
                        ? TagCountItems.key(FavoritesKeys.TAGS.parse(key), TagItems.storedTag(item))
                        : tag(key));
    }

    private static Key tag(Key count) {
        return FavoritesKeys.TAG_COUNT.parse(
                count, (user, tag, _) -> FavoritesKeys.TAG.key(user, tag));
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        if (FavoritesKeys.TAG_COUNT.is(item.key())) {
            var tag = related.get(tag(item.key()));
            return tag != null && isOf(tag, item.key())
                    ? drifts(item, tag, context)
                    : leftover(item);
        }
        var user = FavoritesKeys.TAGS.parse(item.key());
        var tag = TagItems.storedTag(item);
        var key = TagCountItems.key(user, tag);
        if (related.containsKey(key)) {
            return List.of();
        }
        var favorites = counter(user, tag).count(context);
        return favorites == 0 && tag.mergingInto() == null
                ? List.of()
                : List.of(missing(item, key, favorites));
    }

    private static boolean isOf(Item tag, Key count) {
        return FavoritesKeys.TAG_COUNT
                .parse(count, (_, _, generation) -> generation)
                .equals(FavoriteItems.generation(tag));
    }

    private static List<Drift> drifts(Item count, Item item, AuditContext context) {
        var tag = TagItems.storedTag(item);
        var drifts = new ArrayList<Drift>();
        drifts.addAll(counter(FavoritesKeys.TAGS.parse(item.key()), tag).compare(context));
        var isMerging = tag.mergingInto() != null;
        if (count.has(TagCountItems.CLOSED) != isMerging) {
            drifts.add(closed(count, item, isMerging));
        }
        return drifts;
    }

    private static Counter counter(UserId user, StoredTag tag) {
        return Counter.of(
                        TagCountItems.key(user, tag),
                        TagCountItems.COUNT,
                        FavoritesKeys.TAGGED_BY_TAG.of(user, tag.tag().tagId()),
                        tagging -> TaggingItems.favoriteGeneration(tagging).value())
                .ofThose(tagging -> TaggingItems.tagGeneration(tagging).equals(tag.generation()));
    }

    /// The drift of a tag without its count. The repaired count is not closed; if it should be,
    /// that is a drift of its own.
    private static Drift missing(Item tag, Key key, long favorites) {
        return Drift.wrong(
                        tag,
                        TagCountItems.COUNT + " " + favorites,
                        "nothing",
                        Write.Update.of(key).set(TagCountItems.COUNT, favorites).onlyIf(absent()))
                .about(key);
    }

    private static Drift closed(Item count, Item tag, boolean isMerging) {
        var update = Write.Update.of(count.key());
        return Drift.wrong(
                        count,
                        isMerging ? "closed, because the tag is being merged" : "open",
                        isMerging ? "open" : "closed",
                        new Write.Check(tag.key(), unchanged(tag)),
                        isMerging
                                ? update.set(TagCountItems.CLOSED, TagCountItems.MERGING)
                                        .onlyIf(
                                                exists().and(
                                                                attribute(TagCountItems.CLOSED)
                                                                        .isAbsent()))
                                : update.remove(TagCountItems.CLOSED)
                                        .onlyIf(attribute(TagCountItems.CLOSED).isAsIn(count)))
                .atVersion(tag.texts());
    }

    /// The count of a deleted tag is closed and expires. A generation that has ended never returns,
    /// so the deletion depends on the count alone.
    private static List<Drift> leftover(Item count) {
        return count.has(TableSchema.TTL)
                ? List.of()
                : List.of(
                        Drift.superfluous(
                                        count,
                                        "the count of a tag",
                                        "the tag does not exist",
                                        Write.Delete.of(count.key()).onlyIf(unchanged(count)))
                                .atVersion(count.numbers()));
    }
}
