package plaza.social.post;

import java.util.stream.Stream;

/// The counts of a post. Its counter has an attribute for each of them. The items, the expansion
/// `counts` and the responses derive from this list.
public enum PostCounter {
    LIKES("likeCount"),
    VIEWS("viewCount"),
    REPLIES("replyCount");

    private final String attribute;

    PostCounter(String attribute) {
        this.attribute = attribute;
    }

    /// Returns the count that an attribute has.
    public static PostCounter of(String attribute) {
        return Stream.of(values())
                .filter(count -> count.attribute.equals(attribute))
                .findFirst()
                .orElseThrow();
    }

    /// The attribute of the item, and the property of the API.
    public String attribute() {
        return attribute;
    }

    /// Whether a counter has no attribute until there is something to count. Likes and views are in
    /// every counter from the beginning.
    boolean isAbsentAtFirst() {
        return this != LIKES && this != VIEWS;
    }
}
