package plaza.fantasy.gameweek;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// The deadline of a gameweek and the progress of its settlement.
///
/// A run either settles the gameweek or unsettles it. Runs are numbered, and the last one decides.
///
/// @param deadline when team sheets stop being accepted
/// @param change how the gameweek changes the rules for transfers
/// @param run the number of the last run, or 0 if there was none
/// @param startedAt when the last run started, if it settles the gameweek; otherwise null
/// @param unsettleStartedAt when the last run started, if it unsettles the gameweek; otherwise null
/// @param endedRun the last run that has ended, or 0 if there was none
/// @param settledAt when the last settlement ended, or null
@Pure
public record GameweekState(
        Gameweek gameweek,
        Instant deadline,
        TransferRule change,
        long run,
        @Nullable Instant startedAt,
        @Nullable Instant unsettleStartedAt,
        long endedRun,
        @Nullable Instant settledAt) {
    /// The status of a gameweek as the API shows it.
    public enum Status {
        /// Team sheets are accepted.
        OPEN("open"),
        /// Team sheets are no longer accepted, and the points are not complete yet.
        CLOSED("closed"),
        /// The points are complete; a correction may still change them.
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
    public static GameweekState declared(Gameweek gameweek, Instant deadline, TransferRule change) {
        return new GameweekState(gameweek, deadline, change, 0, null, null, 0, null);
    }

    /// Returns this gameweek with one more run, which settles it.
    public GameweekState settling(Instant now) {
        return new GameweekState(
                gameweek, deadline, change, run + 1, now, null, endedRun, settledAt);
    }

    /// Returns this gameweek with one more run, which unsettles it.
    public GameweekState unsettling(Instant now) {
        return new GameweekState(gameweek, deadline, change, run + 1, null, now, endedRun, null);
    }

    /// Whether team sheets are accepted: the deadline has not passed, and no settlement exists.
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
