package plaza.fantasy.sheet;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.FootballerId;
import plaza.rule.Pure;

/// The score of a sheet in a gameweek.
///
/// @param points the score: the sum of the footballers' points, each times the multiplier, minus
///   the transfer cost
/// @param footballers one entry for each of the fifteen, in the order of [TeamSheet#squad]; empty
///   after Reconcile corrected the points, until the gameweek is settled again
/// @param substitutions the automatic substitutions in the order in which they were made
/// @param captain the footballer whose points were multiplied: the captain, or the vice-captain if
///   the captain did not play; null if neither played
@Pure
public record SheetScore(
        int points,
        List<FootballerScore> footballers,
        List<Substitution> substitutions,
        @Nullable FootballerId captain) {
    public SheetScore {
        footballers = List.copyOf(footballers);
        substitutions = List.copyOf(substitutions);
    }

    /// The contribution of one footballer.
    ///
    /// @param points the sum of the footballer's fixture points
    /// @param multiplier how often the points count: 0, 1 or the factor of the captain
    public record FootballerScore(FootballerId footballer, int points, int multiplier) {}

    /// The replacement of a starter by a sub.
    public record Substitution(FootballerId off, FootballerId on) {}

    /// Returns the sum of the footballers' points, each times the multiplier.
    public int sum() {
        int sum = 0;
        for (FootballerScore footballer : footballers) {
            sum += footballer.points() * footballer.multiplier();
        }
        return sum;
    }
}
