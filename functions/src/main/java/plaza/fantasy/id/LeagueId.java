package plaza.fantasy.id;

import plaza.id.IdRule;

/// The id of a league.
public record LeagueId(String value) implements Comparable<LeagueId> {
    public LeagueId {
        IdRule.check(value);
    }

    public static LeagueId parse(String text) {
        return new LeagueId(IdRule.parse(text));
    }

    public static LeagueId of(String value) {
        return new LeagueId(value);
    }

    @Override
    public int compareTo(LeagueId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
