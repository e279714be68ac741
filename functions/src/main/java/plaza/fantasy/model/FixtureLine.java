package plaza.fantasy.model;

import plaza.id.FixtureId;

/// What a footballer did in one fixture. He may have several in a gameweek, or none.
///
/// @param points the points it is worth; may be negative
public record FixtureLine(
        FixtureId fixture, int points, int minutes, int yellowCards, int redCards) {
    public FixtureLine {
        if (minutes < 0 || yellowCards < 0 || redCards < 0) {
            throw new IllegalArgumentException("minutes and cards are not negative");
        }
    }

    /// Whether he took part: a card can be shown to one who never left the bench.
    public boolean isPlayed() {
        return minutes > 0 || yellowCards > 0 || redCards > 0;
    }
}
