package plaza.leaving;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// The erasure of a person who has left: how far it is.
///
/// @param erasedAt when the person left; from then on they are hidden
/// @param items how many items were deleted or changed since
/// @param removedAt when no path from the person led to an item any more; null before that
/// @param foundAt the start of the last scan that found an item which names the person; null if
///   none did
/// @param provedAt the end of the scan that proved that nothing is left; null before that
public record Erasure(
        UserId person,
        Instant erasedAt,
        long items,
        @Nullable Instant removedAt,
        @Nullable Instant foundAt,
        @Nullable Instant provedAt) {
    /// A token that was issued before the erasure is valid for at most this long: the most that a
    /// user pool permits
    /// (<https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html>).
    public static final Duration TOKEN_LIFETIME_MAX = Duration.ofDays(1);

    /// How long a proved erasure is checked again, and the id is not given to anybody: longer than
    /// a record can be redriven.
    public static final Duration CHECKED_AGAIN = Duration.ofDays(30);

    private static final String ERASED_AT = "erasedAt";
    private static final String ITEMS = "items";
    private static final String REMOVED_AT = "removedAt";
    private static final String FOUND_AT = "foundAt";
    private static final String PROVED_AT = "provedAt";

    /// How far an erasure is.
    public enum State {
        HIDDEN,
        /// No path from the person leads to an item.
        REMOVED,
        /// A scan of the whole table found nothing.
        PROVED
    }

    public State state() {
        if (provedAt != null) {
            return State.PROVED;
        }
        return removedAt == null ? State.HIDDEN : State.REMOVED;
    }

    /// When the newest data of the person was certainly no longer in the table, as far as that is
    /// known.
    public Instant goneAt() {
        if (provedAt != null) {
            return provedAt;
        }
        return removedAt == null ? erasedAt : removedAt;
    }

    /// Whether a scan that began at this time, and found nothing, proves the erasure.
    boolean isProvedBy(Instant startedAt) {
        return provedAt == null
                && removedAt != null
                && !startedAt.isBefore(erasedAt.plus(TOKEN_LIFETIME_MAX))
                && (foundAt == null || foundAt.isBefore(startedAt.truncatedTo(ChronoUnit.MILLIS)));
    }

    /// The erasure of a person who leaves now.
    public static Erasure begun(UserId person, Instant now) {
        return new Erasure(person, now, 0, null, null, null);
    }

    /// The write that stores a new erasure, unless another one has begun.
    ///
    /// @param ended an earlier erasure of the id, which has expired; null if there is none
    public Write beginning(@Nullable Item ended) {
        return Write.Put.of(
                        Item.at(key(person)).with(ERASED_AT, erasedAt).with(ITEMS, items).build())
                .onlyIf(
                        ended == null
                                ? absent()
                                : attribute(TableSchema.TTL).is(ended.number(TableSchema.TTL)));
    }

    /// Counts items. An interruption can make the number differ a little.
    static void count(Table table, UserId person, long items) {
        var _ =
                table.updateAtLeastOnce(
                        Write.Update.of(key(person)).add(ITEMS, items).onlyIf(exists()));
    }

    /// The write that states that no path leads to an item.
    static Write removed(UserId person, Instant now) {
        return Write.Update.of(key(person))
                .set(REMOVED_AT, now.toEpochMilli())
                .onlyIf(exists().and(attribute(REMOVED_AT).isAbsent()));
    }

    /// The write that states that a scan found an item.
    static Write found(UserId person, Instant startedAt) {
        return Write.Update.of(key(person))
                .set(FOUND_AT, startedAt.toEpochMilli())
                .onlyIf(exists());
    }

    /// The write that states the proof, unless a scan has found an item since this was read.
    Write.Update proved(Instant end) {
        return Write.Update.of(key(person))
                .set(PROVED_AT, end.toEpochMilli())
                .onlyIf(
                        exists().and(
                                        attribute(FOUND_AT)
                                                .isStill(
                                                        foundAt == null
                                                                ? null
                                                                : foundAt.toEpochMilli())));
    }

    public static Key key(UserId person) {
        return PlatformKeys.ERASURE.key(person);
    }

    public static Erasure of(Item item) {
        return new Erasure(
                PlatformKeys.ERASURE.parse(item.key()),
                item.time(ERASED_AT),
                item.number(ITEMS),
                item.timeOrNull(REMOVED_AT),
                item.timeOrNull(FOUND_AT),
                item.timeOrNull(PROVED_AT));
    }
}
