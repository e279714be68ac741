package plaza.fantasy.model;

import plaza.id.FixtureId;

/// The record of one footballer in one fixture. A gameweek can have several fixtures for a
/// footballer, or none.
///
/// @param points the points that the footballer scored, from −[#POINTS_MAX] to [#POINTS_MAX]
public record FixturePoints(
        FixtureId fixture, int points, int minutes, int yellowCards, int redCards) {
    /// Well above the points of any match (the record is below 40), and small enough that the sum
    /// of a season cannot overflow.
    public static final int POINTS_MAX = 1_000;

    public FixturePoints {
        if (points < -POINTS_MAX || points > POINTS_MAX) {
            throw new IllegalArgumentException("points are outside their bounds");
        }
        if (minutes < 0 || yellowCards < 0 || redCards < 0) {
            throw new IllegalArgumentException("minutes or cards are negative");
        }
    }

    /// Whether the footballer took part. A footballer who never left the bench can receive a card.
    public boolean isPlayed() {
        return minutes > 0 || yellowCards > 0 || redCards > 0;
    }
}
