package plaza.favorites;

import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.ImportId;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// How much each user has and does of what [plaza.lambda.Quotas] limit, in one item a user: the
/// number of favorites, the import that is running, and the imports of the day.
///
/// The number of favorites is kept behind the writes, by stream records and by the slices of
/// imports, so that a clip itself writes no more than the favorite. A repeated record is counted
/// again: the number is exact after each recount, and between two recounts it is wrong by no more
/// than [#CHANGES], the changes counted since. The favorites are counted anew after changes of a
/// tenth of their number, so that a recount costs less than one read unit for each change.
public final class QuotaUsage {
    /// The attribute with the number of favorites.
    public static final String FAVORITES = "favorites";

    /// The attribute with the number of changes that were counted since the last recount.
    public static final String CHANGES = "changes";

    /// How long an import may make no progress before another one may begin: longer than the event
    /// source mapping retries any record, a test compares them. Each slice renews it.
    public static final Duration IMPORT_LEASE = Duration.ofHours(8);

    private static final String RUNNING = "running";
    private static final String RUNNING_UNTIL = "runningUntil";
    private static final String IMPORT_DAY = "importDay";
    private static final String IMPORTS = "imports";

    /// Fewer changes than this never cause a recount.
    private static final int RECOUNT_MIN = 100;

    /// The part of a collection that has to change before the next recount.
    private static final int RECOUNT_PART = 10;

    /// Favorites in one read of a recount; a Query reads at most 1 MB anyway.
    private static final int PAGE = 5_000;

    private enum Failure {
        USAGE_CHANGED
    }

    /// Whether a user may begin an import.
    sealed interface Admission {
        /// They may.
        ///
        /// @param usage the item that says so; null where there is none
        record Free(@Nullable Item usage) implements Admission {}

        /// Another one is running.
        record Running(ImportId id) implements Admission {}

        /// They have begun as many today as one may.
        ///
        /// @param until when the day ends
        record DayFull(Instant until) implements Admission {}
    }

    private final Table table;
    private final Clock clock;

    public QuotaUsage(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    // ---- favorites

    /// Whether a user has as many favorites as one may have. Eventually consistent: it may be
    /// behind by the writes of the last moment.
    boolean isFull(UserId user, int favoritesMax) {
        var item = table.get(KeySpace.usage(user));
        var favorites = item == null ? null : item.numberOrNull(FAVORITES);
        return favorites != null && favorites >= favoritesMax;
    }

    /// How many favorites a user has.
    long favorites(UserId user) {
        var item = table.getConsistent(KeySpace.usage(user));
        var favorites = item == null ? null : item.numberOrNull(FAVORITES);
        return favorites == null ? count(user) : favorites;
    }

    /// Counts favorites that came and went.
    public void changed(UserId user, int clips, int unclips) {
        update(user, item -> counted(user, item, clips, unclips));
    }

    /// Counts favorites that a slice of an import has added, and renews the import's turn, or ends
    /// it.
    void imported(UserId user, ImportId id, int added, boolean isLast) {
        update(
                user,
                item -> {
                    var update =
                            added == 0
                                    ? Write.Update.of(KeySpace.usage(user))
                                    : counted(user, item, added, 0);
                    if (item == null || !id.value().equals(item.textOrNull(RUNNING))) {
                        return update;
                    }
                    return isLast
                            ? update.remove(RUNNING).remove(RUNNING_UNTIL)
                            : update.set(RUNNING_UNTIL, turnEnd().toEpochMilli());
                });
    }

    private Write.Update counted(UserId user, @Nullable Item item, int clips, int unclips) {
        var update = Write.Update.of(KeySpace.usage(user));
        var favorites = item == null ? null : item.numberOrNull(FAVORITES);
        var changes = number(item, CHANGES) + clips + unclips;
        if (favorites == null || changes > Math.max(RECOUNT_MIN, favorites / RECOUNT_PART)) {
            return update.set(FAVORITES, count(user)).set(CHANGES, 0);
        }
        return update.set(FAVORITES, Math.max(0, favorites + clips - unclips))
                .set(CHANGES, changes);
    }

    private long count(UserId user) {
        var count = 0L;
        Page.@Nullable Position from = null;
        do {
            var page = table.read(Query.in(KeySpace.favoritesOf(user)).consistent(), PAGE, from);
            count += page.items().size();
            from = page.next();
        } while (from != null);
        return count;
    }

    private void update(UserId user, Function<@Nullable Item, Write.Update> change) {
        table.optimisticallyUntil(() -> {
            var item = table.getConsistent(KeySpace.usage(user));
            var update = change.apply(item);
            return update.changes().isEmpty()
                    || table.write(update.onlyIf(unchanged(item, FAVORITES, CHANGES, RUNNING)))
                            instanceof Outcome.Done;
        });
    }

    // ---- imports

    /// Whether a user may begin an import now.
    Admission admission(UserId user, int importsPerDayMax) {
        var item = table.getConsistent(KeySpace.usage(user));
        var now = clock.instant();
        if (item != null) {
            var running = item.textOrNull(RUNNING);
            if (running != null && number(item, RUNNING_UNTIL) > now.toEpochMilli()) {
                return new Admission.Running(ImportId.of(running));
            }
            if (number(item, IMPORT_DAY) == today() && number(item, IMPORTS) >= importsPerDayMax) {
                return new Admission.DayFull(
                        LocalDate.ofEpochDay(today() + 1).atStartOfDay(ZoneOffset.UTC).toInstant());
            }
        }
        return new Admission.Free(item);
    }

    /// The write that counts an import and takes the user's turn for it: part of the import's
    /// transaction, and refused if another import began after `free` was read.
    ///
    /// @param id the import, or null where it has nothing to do and needs no turn
    Write.Update begin(UserId user, Admission.Free free, @Nullable ImportId id) {
        var item = free.usage();
        var imports = number(item, IMPORT_DAY) == today() ? number(item, IMPORTS) : 0;
        var update =
                Write.Update.of(KeySpace.usage(user))
                        .set(IMPORT_DAY, today())
                        .set(IMPORTS, imports + 1);
        if (id != null) {
            update = update.set(RUNNING, id.value()).set(RUNNING_UNTIL, turnEnd().toEpochMilli());
        }
        return update.onlyIf(unchanged(item, IMPORT_DAY, IMPORTS, RUNNING, RUNNING_UNTIL));
    }

    private Instant turnEnd() {
        return clock.instant().plus(IMPORT_LEASE);
    }

    private long today() {
        return clock.instant().atZone(ZoneOffset.UTC).toLocalDate().toEpochDay();
    }

    private static long number(@Nullable Item item, String attribute) {
        return item == null ? 0 : Objects.requireNonNullElse(item.numberOrNull(attribute), 0L);
    }

    /// That these attributes are what they were when the item was read.
    private static Condition unchanged(@Nullable Item item, String... attributes) {
        return Stream.of(attributes)
                .map(name -> attribute(name).isAsIn(item))
                .reduce(Predicate::and)
                .orElseThrow()
                .otherwise(Failure.USAGE_CHANGED);
    }
}
