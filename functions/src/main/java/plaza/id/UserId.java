package plaza.id;

/// The id of a user: the subject of the access token, and the owner in a path.
public record UserId(String value) implements Comparable<UserId> {
    public UserId {
        IdRule.check(value);
    }

    public static UserId parse(String text) {
        return new UserId(IdRule.parse(text));
    }

    public static UserId of(String value) {
        return new UserId(value);
    }

    @Override
    public int compareTo(UserId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
