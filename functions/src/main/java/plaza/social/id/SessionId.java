package plaza.social.id;

import plaza.id.IdRule;

/// The id of a viewing session, chosen by the client. A session counts once as a view of a post.
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
