package plaza.fantasy.id;

import plaza.id.IdRule;

/// The id of a gamer, who plays fantasy football. It equals the gamer's user id.
public record GamerId(String value) implements Comparable<GamerId> {
    public GamerId {
        IdRule.check(value);
    }

    public static GamerId parse(String text) {
        return new GamerId(IdRule.parse(text));
    }

    public static GamerId of(String value) {
        return new GamerId(value);
    }

    @Override
    public int compareTo(GamerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
