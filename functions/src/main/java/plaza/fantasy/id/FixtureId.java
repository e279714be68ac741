package plaza.fantasy.id;

import plaza.id.IdRule;

/// The id of a fixture. A footballer may play several fixtures in one gameweek.
public record FixtureId(String value) implements Comparable<FixtureId> {
    public FixtureId {
        IdRule.check(value);
    }

    public static FixtureId parse(String text) {
        return new FixtureId(IdRule.parse(text));
    }

    public static FixtureId of(String value) {
        return new FixtureId(value);
    }

    @Override
    public int compareTo(FixtureId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
