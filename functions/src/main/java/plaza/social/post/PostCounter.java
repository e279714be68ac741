package plaza.social.post;

import plaza.id.PostId;
import plaza.table.ItemKind;
import plaza.table.KeySpace;

/// The counts of a post. Each is an item of its own, which is created and deleted with the post.
/// The grants, the items, the expansion `counts` and the checks of counters derive from this list.
public enum PostCounter {
    LIKES(KeySpace.LIKE_COUNT, "likeCount"),
    VIEWS(KeySpace.VIEW_COUNT, "viewCount");

    @SuppressWarnings("ImmutableEnumChecker") // declared once, and never changed
    private final ItemKind.Of1<PostId> kind;

    private final String attribute;

    PostCounter(ItemKind.Of1<PostId> kind, String attribute) {
        this.kind = kind;
        this.attribute = attribute;
    }

    /// The kind of its items.
    public ItemKind.Of1<PostId> kind() {
        return kind;
    }

    /// The attribute of its items, and the property of the API.
    public String attribute() {
        return attribute;
    }
}
