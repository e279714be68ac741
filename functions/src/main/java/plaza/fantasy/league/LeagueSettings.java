package plaza.fantasy.league;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.id.UserId;

/// The settings in a request that creates or changes a league, and the rules for them.
///
/// The founder owns a new league. The scoring and the first gameweek of a league never change.
record LeagueSettings(
        String name,
        @Nullable Boolean isPrivate,
        @Nullable Scoring scoring,
        @Nullable UserId owner,
        @Nullable Gameweek fromGameweek) {
    /// Returns the new league that has these settings.
    ///
    /// @throws ProblemException if they break a rule
    League founded(LeagueId id, UserId founder, Instant now) {
        if (owner != null && !owner.equals(founder)) {
            throw LeagueProblems.notMember();
        }
        var scoringOrClassic = Objects.requireNonNullElse(scoring, Scoring.CLASSIC);
        if (scoringOrClassic == Scoring.HEAD_TO_HEAD && fromGameweek == null) {
            throw broken(
                    "fromGameweek",
                    "A head-to-head league needs the gameweek of its first matches.");
        }
        return League.founded(
                id,
                name,
                founder,
                Boolean.TRUE.equals(isPrivate),
                scoringOrClassic,
                fromGameweek,
                now);
    }

    /// Returns a league with these settings. What they do not set stays the same.
    ///
    /// @throws ProblemException if they break a rule
    League change(League before) {
        if (fromGameweek != null && !fromGameweek.equals(before.fromGameweek())) {
            throw broken(
                    "fromGameweek",
                    "The first gameweek of a league cannot change. Found another league.");
        }
        if (scoring != null && scoring != before.scoring()) {
            throw broken("scoring", "The scoring of a league cannot change. Found another league.");
        }
        return before.changed(
                name,
                Objects.requireNonNullElse(owner, before.owner()),
                Objects.requireNonNullElse(isPrivate, before.isPrivate()));
    }

    private static ProblemException broken(String field, String detail) {
        return Problem.ruleBroken(field, detail).exception();
    }
}
