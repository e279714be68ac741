package plaza.fantasy.league;

import plaza.rule.Pure;

/// How a league ranks its members.
@Pure
public enum Scoring {
    /// By the sum of their points.
    CLASSIC("classic"),
    /// By the results of their matches, see [HeadToHead].
    HEAD_TO_HEAD("headToHead");

    private final String text;

    Scoring(String text) {
        this.text = text;
    }

    /// The word used in the API.
    public String text() {
        return text;
    }
}
