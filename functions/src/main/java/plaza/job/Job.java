package plaza.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.TableSchema;

/// One job and the place it has reached.
///
/// @param kind what is to be done
/// @param ids to what; together with the kind they are the job's name, so the same work is one job
/// @param arguments further values that the work needs
/// @param step how many slices were saved; each save is conditional on it, so of two invocations
///   that work on the same slice only one moves on
/// @param place where the next slice begins; empty at the beginning
/// @param waits how often the job has given way to others since its last slice
public record Job(
        Kind kind,
        List<String> ids,
        List<String> arguments,
        long step,
        List<String> place,
        long waits) {
    /// Every kind of job; `FanOut` says what each one does.
    public enum Kind {
        DELIVER_POST("deliver"),
        BACKFILL_AUTHOR("backfill"),
        WITHDRAW_POST("withdraw"),
        ERASE_POST("erase"),
        FORGET_AUTHOR("forget"),
        UNTAG_FAVORITE("untag"),
        CHANGE_FAVORITE_TYPE("changetype"),
        ERASE_TAG("erasetag"),
        MERGE_TAG("mergetag"),
        IMPORT_BOOKMARKS("import"),
        SETTLE_GAMERS("settle"),
        RANK_LEAGUES("rankall"),
        RANK_LEAGUE("rank");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /// The kind's word in the job's key.
        public String word() {
            return word;
        }

        static Kind of(String word) {
            for (var kind : values()) {
                if (kind.word.equals(word)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no such kind of job");
        }
    }

    /// How long after its last slice a job that nobody finishes is kept: longer than the oldest
    /// record that may be redriven. A redriven slice that found its job gone would be the last.
    public static final Duration LIFETIME = Duration.ofDays(30);

    static final String KIND = "kind";
    static final String IDS = "ids";
    static final String ARGUMENTS = "arguments";
    static final String STEP = "step";
    static final String PLACE = "place";
    static final String WAITS = "waits";
    static final String AGAIN = "again";

    public Job {
        ids = List.copyOf(ids);
        arguments = List.copyOf(arguments);
        place = List.copyOf(place);
    }

    /// A job that has not begun.
    public static Job of(Kind kind, List<String> ids, List<String> arguments) {
        return new Job(kind, ids, arguments, 0, List.of(), 0);
    }

    /// The same job, one saved slice further on.
    public Job at(List<String> newPlace) {
        return new Job(kind, ids, arguments, step + 1, newPlace, 0);
    }

    public Key key() {
        return KeySpace.job(kind.word(), ids.toArray(String[]::new));
    }

    /// When the job's last slice was saved: its end tells.
    public static Instant savedAt(Item item) {
        return Instant.ofEpochSecond(item.number(TableSchema.TTL)).minus(LIFETIME);
    }

    private static long waits(Item item) {
        var waits = item.numberOrNull(WAITS);
        return waits == null ? 0 : waits;
    }

    /// Reads a job back.
    public static Job from(Item item) {
        return new Job(
                Kind.of(item.text(KIND)),
                item.texts(IDS),
                item.texts(ARGUMENTS),
                item.number(STEP),
                item.texts(PLACE),
                waits(item));
    }
}
