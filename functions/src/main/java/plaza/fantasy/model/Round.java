package plaza.fantasy.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.Gameweek;

/// A gameweek as it is held.
///
/// @param deadline sheets are accepted before it
/// @param run how many settlements were begun
/// @param startedAt when the last of them was, or null
/// @param settledRun the last settlement that has ended, 0 for none
/// @param settledAt when it did, or null
public record Round(
        Gameweek gameweek,
        Instant deadline,
        long run,
        @Nullable Instant startedAt,
        long settledRun,
        @Nullable Instant settledAt) {
    /// What a gamer needs to know of it.
    public enum Status {
        /// Sheets are accepted.
        OPEN("open"),
        /// Sheets are no longer accepted.
        CLOSED("closed"),
        /// Its points are out; a correction may still change them.
        SETTLED("settled");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        /// The word used in the API.
        public String text() {
            return text;
        }
    }

    public boolean isOpen(Instant now) {
        return now.isBefore(deadline);
    }

    /// Whether the last settlement begun has ended.
    public boolean isSettled() {
        return run > 0 && settledRun == run;
    }

    public Status status(Instant now) {
        if (isOpen(now)) {
            return Status.OPEN;
        }
        return isSettled() ? Status.SETTLED : Status.CLOSED;
    }
}
