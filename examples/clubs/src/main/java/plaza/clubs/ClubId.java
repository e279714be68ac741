package plaza.clubs;

import plaza.id.IdRule;

/// The id of a club, which its founder chooses.
public record ClubId(String value) implements Comparable<ClubId> {
    public ClubId {
        IdRule.check(value);
    }

    /// Reads external input.
    public static ClubId parse(String text) {
        return new ClubId(IdRule.parse(text));
    }

    @Override
    public int compareTo(ClubId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
