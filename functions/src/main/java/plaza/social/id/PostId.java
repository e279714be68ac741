package plaza.social.id;

import plaza.id.IdRule;

/// The id of a post. Plaza generates ULIDs, so that text order is the order of creation. An
/// imported post may have any id.
public record PostId(String value) implements Comparable<PostId> {
    public PostId {
        IdRule.check(value);
    }

    public static PostId parse(String text) {
        return new PostId(IdRule.parse(text));
    }

    public static PostId of(String value) {
        return new PostId(value);
    }

    @Override
    public int compareTo(PostId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
