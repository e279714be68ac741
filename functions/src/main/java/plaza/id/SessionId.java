package plaza.id;

/// One viewing session, made up by the client; a view counts once per session.
public record SessionId(String value) implements Comparable<SessionId> {
    public SessionId {
        IdRule.check(value);
    }

    public static SessionId parse(String text) {
        return new SessionId(IdRule.parse(text));
    }

    public static SessionId of(String value) {
        return new SessionId(value);
    }

    @Override
    public int compareTo(SessionId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
