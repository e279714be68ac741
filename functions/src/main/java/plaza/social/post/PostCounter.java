package plaza.social.post;

/// The counts of a post. Its counter has an attribute for each of them. The items, the expansion
/// `counts` and the responses derive from this list.
public enum PostCounter {
    LIKES("likeCount"),
    VIEWS("viewCount"),
    /// Absent from a counter until the first reply.
    REPLIES("replyCount");

    private final String attribute;

    PostCounter(String attribute) {
        this.attribute = attribute;
    }

    /// The attribute of the item, and the property of the API.
    public String attribute() {
        return attribute;
    }
}
