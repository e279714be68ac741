package plaza.favorites.tag;

import static plaza.table.Condition.attribute;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.favorites.id.ImportId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// The number of favorites of one generation of a tag, in an item of its own: it is in no index, so
/// that counting does not rewrite the indexes that sort tags. Without an item the number is 0.
///
/// The transaction that writes or removes a tagging also changes the number. One write therefore
/// counts the tagging and checks that the tag accepts favorites: a *closed* item rejects them. The
/// item of a deleted tag remains closed until each request that read the tag before has ended.
public final class TagCountItems {
    public static final String COUNT = "favoriteCount";

    /// Why the tag accepts no favorites; absent if it accepts them.
    public static final String CLOSED = "closed";

    public static final String MERGING = "merging";
    public static final String DELETED = "deleted";

    /// Whether the user, or another import than the one that created the tag, has used it.
    private static final String USED = "used";

    /// How long the item of a deleted tag is kept: longer than any request or slice of a job.
    private static final Duration DELETED_LIFETIME = Duration.ofDays(1);

    private TagCountItems() {}

    /// The item that counts the favorites of a tag.
    public static Key key(UserId user, StoredTag tag) {
        return FavoritesKeys.TAG_COUNT.key(user, tag.tag().tagId(), tag.generation());
    }

    /// The item that counts a number of favorites.
    public static Item counting(UserId user, StoredTag tag, long favorites) {
        return Item.at(key(user, tag)).with(COUNT, favorites).build();
    }

    /// The number of favorites that an item counts.
    public static long count(@Nullable Item item) {
        var count = item == null ? null : item.numberOrNull(COUNT);
        return Objects.requireNonNullElse(count, 0L);
    }

    /// Holds while the tag accepts favorites.
    private static Condition isOpen() {
        return attribute(CLOSED).isAbsent();
    }

    /// The write that counts a further favorite of a tag on condition that the tag accepts it. A
    /// tag that another import created becomes the user's own, so that undoing that import keeps
    /// it.
    ///
    /// @param further 0 if the transaction replaces a tagging that is counted already
    /// @param by the import that uses the tag, or null for the user
    static Write use(UserId user, StoredTag tag, int further, @Nullable ImportId by) {
        var key = key(user, tag);
        var isOther = tag.addedBy() != null && !tag.addedBy().equals(by);
        if (further == 0 && !isOther) {
            return new Write.Check(key, isOpen());
        }
        var update = Write.Update.of(key);
        if (further != 0) {
            update = update.add(COUNT, further);
        }
        return (isOther ? update.set(USED, true) : update).onlyIf(isOpen());
    }

    /// The write that removes favorites from a count.
    public static Write.Update removal(Key count, long removed) {
        return Write.Update.of(count).add(COUNT, -removed);
    }

    static Write.Update merging(UserId user, StoredTag tag) {
        return Write.Update.of(key(user, tag)).set(CLOSED, MERGING);
    }

    /// The write after which the tag accepts favorites again.
    static Write.Update opened(UserId user, StoredTag tag) {
        return Write.Update.of(key(user, tag)).remove(CLOSED);
    }

    static Write.Update deleted(UserId user, StoredTag tag, Instant now) {
        return Write.Update.of(key(user, tag))
                .set(CLOSED, DELETED)
                .set(TableSchema.TTL, Item.ttl(now.plus(DELETED_LIFETIME)));
    }

    /// Holds while only the import that created the tag has used it.
    static Condition isUnused() {
        return attribute(USED).isAbsent();
    }

    /// Adds to a tag the favorites that its item counts.
    static StoredTag counted(StoredTag tag, @Nullable Item item) {
        return tag.withFavorites(count(item));
    }

    /// Adds to a tag the favorites that its item counts, which it reads consistently.
    static StoredTag counted(Table table, UserId user, StoredTag tag) {
        return counted(tag, table.getConsistent(key(user, tag)));
    }
}
