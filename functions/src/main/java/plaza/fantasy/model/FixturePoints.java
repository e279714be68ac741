package plaza.fantasy.model;

import plaza.id.FixtureId;

/// What a footballer did in one fixture. He may have several in a gameweek, or none.
///
/// @param points the points it is worth; may be negative; at most [#POINTS_MAX] either way
public record FixturePoints(
        FixtureId fixture, int points, int minutes, int yellowCards, int redCards) {
    /// Far beyond any match (the record is below 40), and far from overflowing a season's sum.
    public static final int POINTS_MAX = 1_000;

    public FixturePoints {
        if (points < -POINTS_MAX || points > POINTS_MAX) {
            throw new IllegalArgumentException("points are within their bounds");
        }
        if (minutes < 0 || yellowCards < 0 || redCards < 0) {
            throw new IllegalArgumentException("minutes and cards are not negative");
        }
    }

    /// Whether he took part: a card can be shown to one who never left the bench.
    public boolean isPlayed() {
        return minutes > 0 || yellowCards > 0 || redCards > 0;
    }
}
