package plaza.fantasy.id;

import plaza.id.IdRule;

/// The id of a footballer.
public record FootballerId(String value) implements Comparable<FootballerId> {
    public FootballerId {
        IdRule.check(value);
    }

    public static FootballerId parse(String text) {
        return new FootballerId(IdRule.parse(text));
    }

    public static FootballerId of(String value) {
        return new FootballerId(value);
    }

    @Override
    public int compareTo(FootballerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
