package plaza.fantasy.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.Gameweek;

/// The state of a gameweek.
///
/// Its runs are numbered: a run either settles the gameweek or unsettles it, and the last one
/// counts.
///
/// @param deadline team sheets are accepted before it
/// @param run the number of the last run, 0 for none
/// @param startedAt when the last run began if it settles, or null
/// @param unsettleStartedAt when the last run began if it unsettles, or null
/// @param endedRun the last run that has ended, 0 for none
/// @param settledAt when the last settlement ended, or null
public record GameweekState(
        Gameweek gameweek,
        Instant deadline,
        long run,
        @Nullable Instant startedAt,
        @Nullable Instant unsettleStartedAt,
        long endedRun,
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

    /// A gameweek that was never settled.
    public static GameweekState declared(Gameweek gameweek, Instant deadline) {
        return new GameweekState(gameweek, deadline, 0, null, null, 0, null);
    }

    /// The same gameweek with one more run, which settles it.
    public GameweekState settling(Instant now) {
        return new GameweekState(gameweek, deadline, run + 1, now, null, endedRun, settledAt);
    }

    /// The same gameweek with one more run, which unsettles it.
    public GameweekState unsettling(Instant now) {
        return new GameweekState(gameweek, deadline, run + 1, null, now, endedRun, null);
    }

    /// Whether team sheets are accepted: the deadline is ahead, and there is no settlement.
    public boolean isOpen(Instant now) {
        return !hasSettlement() && now.isBefore(deadline);
    }

    /// Whether the gameweek is settled or is being settled.
    public boolean hasSettlement() {
        return startedAt != null;
    }

    /// Whether the last run settles the gameweek and has ended.
    public boolean isSettled() {
        return hasSettlement() && endedRun == run;
    }

    /// Whether the last run unsettles the gameweek and has ended.
    public boolean isUnsettled() {
        return unsettleStartedAt != null && endedRun == run;
    }

    public Status status(Instant now) {
        if (isOpen(now)) {
            return Status.OPEN;
        }
        return isSettled() ? Status.SETTLED : Status.CLOSED;
    }
}
