package plaza.favorites.quota;

import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.id.ImportId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// Each user's usage of the [Quotas], in one item per user: the number of favorites, the running
/// import, and the number of imports on the current day.
///
/// Stream records and the slices of imports update the number of favorites, so that a clip writes
/// only the favorite. A repeated record counts twice: the number is exact after each recount, and
/// its error until the next one is at most [#CHANGES], the number of changes since. A recount
/// happens after changes of a tenth of the favorites, so that it costs less than one read unit per
/// change.
public final class QuotaUsage {
    /// The attribute with the number of favorites.
    public static final String FAVORITES = "favorites";

    /// The attribute with the number of changes since the last recount.
    public static final String CHANGES = "changes";

    /// The attribute with the number of the imports of a day.
    public static final String IMPORTS = "imports";

    /// How long an import can make no progress before another one can begin. The lease exceeds the
    /// maximum record age of the event source mapping, which a test checks. Each slice renews it.
    public static final Duration IMPORT_LEASE = Duration.ofHours(8);

    private static final String RUNNING = "running";

    /// The attribute with the end of the lease.
    public static final String RUNNING_UNTIL = "runningUntil";

    private static final String IMPORT_DAY = "importDay";

    /// No recount happens up to this number of changes.
    private static final int RECOUNT_MIN = 100;

    /// Beyond [#RECOUNT_MIN], a recount happens after one change for this many favorites.
    private static final int RECOUNT_DIVISOR = 10;

    /// Favorites in one read of a recount; one Query reads at most 1 MB.
    private static final int RECOUNT_PAGE_MAX = 5_000;

    /// Whether a user can begin an import.
    public sealed interface Admission {
        /// The user has used up the imports of the day.
        ///
        /// @param until the end of the day
        record DayFull(Instant until) implements Admission {}
    }

    /// Whether a user can begin work that needs the lease.
    public sealed interface Lease extends Admission {
        /// The work can begin.
        ///
        /// @param usage the usage item that was read, or null if it does not exist
        record Free(@Nullable Item usage) implements Lease {}

        /// An import or a bulk change of the user is running.
        record Running(Turn turn) implements Lease {}
    }

    private final Table table;
    private final Clock clock;

    public QuotaUsage(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    // ---- favorites

    /// Whether a user's collection is full. The read is eventually consistent and can miss the
    /// latest writes.
    public boolean isFull(UserId user, int favoritesMax) {
        var item = table.get(FavoritesKeys.USAGE.key(user));
        var favorites = item == null ? null : item.numberOrNull(FAVORITES);
        return favorites != null && favorites >= favoritesMax;
    }

    /// The number of a user's favorites.
    public long favorites(UserId user) {
        var item = table.getConsistent(FavoritesKeys.USAGE.key(user));
        var favorites = item == null ? null : item.numberOrNull(FAVORITES);
        return favorites == null ? count(user) : favorites;
    }

    /// Counts favorites that were clipped and unclipped.
    public void changed(UserId user, int clips, int unclips) {
        update(user, item -> counted(user, item, clips, unclips));
    }

    /// Counts the favorites that a slice added, and renews or ends the lease of its work.
    public void progressed(UserId user, Turn turn, int added, boolean isLast) {
        update(
                user,
                item -> {
                    var update =
                            added == 0
                                    ? Write.Update.of(FavoritesKeys.USAGE.key(user))
                                    : counted(user, item, added, 0);
                    if (item == null || !turn.text().equals(item.textOrNull(RUNNING))) {
                        return update;
                    }
                    return isLast
                            ? update.remove(RUNNING).remove(RUNNING_UNTIL)
                            : update.set(RUNNING_UNTIL, leaseEnd().toEpochMilli());
                });
    }

    private Write.Update counted(UserId user, @Nullable Item item, int clips, int unclips) {
        var update = Write.Update.of(FavoritesKeys.USAGE.key(user));
        var favorites = item == null ? null : item.numberOrNull(FAVORITES);
        var changes = number(item, CHANGES) + clips + unclips;
        if (favorites == null || changes > Math.max(RECOUNT_MIN, favorites / RECOUNT_DIVISOR)) {
            return update.set(FAVORITES, count(user)).set(CHANGES, 0);
        }
        return update.set(FAVORITES, Math.max(0, favorites + clips - unclips))
                .set(CHANGES, changes);
    }

    private long count(UserId user) {
        var count = 0L;
        Page.@Nullable Position from = null;
        do {
            var page =
                    table.read(
                            Query.in(FavoritesKeys.FAVORITES.of(user)).consistent(),
                            RECOUNT_PAGE_MAX,
                            from);
            count += page.items().size();
            from = page.next();
        } while (from != null);
        return count;
    }

    private void update(UserId user, Function<@Nullable Item, Write.Update> change) {
        table.optimisticallyUntil(() -> {
            var item = table.getConsistent(FavoritesKeys.USAGE.key(user));
            var update = change.apply(item);
            return update.changes().isEmpty()
                    || table.write(update.onlyIf(unchanged(item, FAVORITES, CHANGES, RUNNING)))
                            instanceof Outcome.Done;
        });
    }

    // ---- imports
    // Work that takes or renews the lease sets a later RUNNING_UNTIL, so that a condition on it
    // fails after every change of RUNNING.

    /// Whether a user can begin an import now.
    public Admission admission(UserId user, int importsPerDayMax) {
        var lease = lease(user);
        return lease instanceof Lease.Free(var item)
                        && number(item, IMPORT_DAY) == today()
                        && number(item, IMPORTS) >= importsPerDayMax
                ? new Admission.DayFull(
                        LocalDate.ofEpochDay(today() + 1).atStartOfDay(ZoneOffset.UTC).toInstant())
                : lease;
    }

    /// Whether a user can begin an undo or a bulk change now.
    public Lease lease(UserId user) {
        var item = table.getConsistent(FavoritesKeys.USAGE.key(user));
        var running = item == null ? null : item.textOrNull(RUNNING);
        return running != null && number(item, RUNNING_UNTIL) > clock.millis()
                ? new Lease.Running(Turn.parse(running))
                : new Lease.Free(item);
    }

    /// The write that counts an import and takes the user's lease. It is part of the transaction
    /// that begins the import and fails if another import began after `free` was read.
    ///
    /// @param id the import, or null if it has no bookmarks and needs no lease
    public Write.Update begin(UserId user, Lease.Free free, @Nullable ImportId id) {
        var item = free.usage();
        var imports = number(item, IMPORT_DAY) == today() ? number(item, IMPORTS) : 0;
        var update =
                Write.Update.of(FavoritesKeys.USAGE.key(user))
                        .set(IMPORT_DAY, today())
                        .set(IMPORTS, imports + 1);
        if (id != null) {
            update =
                    update.set(RUNNING, Turn.of(id).text())
                            .set(RUNNING_UNTIL, leaseEnd().toEpochMilli());
        }
        return update.onlyIf(unchanged(item, IMPORT_DAY, IMPORTS, RUNNING_UNTIL));
    }

    /// Counts a file that was read and refused. It is a transaction, like the beginning of an
    /// import, so that a repeated request of the SDK does not count it twice.
    public void countRefused(UserId user) {
        table.optimisticallyUntil(() -> {
            var free = new Lease.Free(table.getConsistent(FavoritesKeys.USAGE.key(user)));
            return table.transact(List.of(begin(user, free, null))) instanceof Outcome.Done;
        });
    }

    /// The write that takes the user's lease for undoing an import or for a bulk change. It is part
    /// of the transaction that begins the work and fails if other work began after `free` was read.
    public Write.Update take(UserId user, Lease.Free free, Turn turn) {
        return Write.Update.of(FavoritesKeys.USAGE.key(user))
                .set(RUNNING, turn.text())
                .set(RUNNING_UNTIL, leaseEnd().toEpochMilli())
                .onlyIf(unchanged(free.usage(), RUNNING_UNTIL));
    }

    private Instant leaseEnd() {
        return clock.instant().plus(IMPORT_LEASE);
    }

    private long today() {
        return clock.instant().atZone(ZoneOffset.UTC).toLocalDate().toEpochDay();
    }

    private static long number(@Nullable Item item, String attribute) {
        return item == null ? 0 : Objects.requireNonNullElse(item.numberOrNull(attribute), 0L);
    }

    /// These attributes have the values that were read.
    private static Condition unchanged(@Nullable Item item, String... attributes) {
        return Stream.of(attributes)
                .map(name -> attribute(name).isAsIn(item))
                .reduce(Condition::and)
                .orElseThrow();
    }
}
