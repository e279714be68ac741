package plaza.favorites.id;

import plaza.id.IdRule;

/// The id of a tag in a user's collection, chosen by the client. It does not change when the tag is
/// renamed.
public record TagId(String value) implements Comparable<TagId> {
    public TagId {
        IdRule.check(value);
    }

    public static TagId parse(String text) {
        return new TagId(IdRule.parse(text));
    }

    public static TagId of(String value) {
        return new TagId(value);
    }

    @Override
    public int compareTo(TagId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
