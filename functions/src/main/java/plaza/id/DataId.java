package plaza.id;

/// The id of a favorite in a user's collection, chosen by the client.
public record DataId(String value) implements Comparable<DataId> {
    public DataId {
        IdRule.check(value);
    }

    public static DataId parse(String text) {
        return new DataId(IdRule.parse(text));
    }

    public static DataId of(String value) {
        return new DataId(value);
    }

    @Override
    public int compareTo(DataId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
