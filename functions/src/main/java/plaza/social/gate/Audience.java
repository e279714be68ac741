package plaza.social.gate;

import static plaza.table.Condition.attribute;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Write;

/// Who sees a post, besides its author.
///
/// The post, its counter and its entry in a list of replies each have a copy of the [Standing] of
/// the author, so that a list of posts by many authors finds it without a read. Posts for everyone
/// have no attribute.
public enum Audience {
    EVERYONE(null),
    /// The author's followers.
    FOLLOWERS(Audience.FOLLOWERS_TEXT),
    /// The author alone, who is suspended, or whose post an administrator has hidden.
    AUTHOR("author");

    private static final String FOLLOWERS_TEXT = "followers";
    private static final String ATTRIBUTE = "audience";

    /// Marks a post that an administrator has hidden, whatever the standing of its author.
    private static final String REMOVED = "removed";

    private final @Nullable String text;

    Audience(@Nullable String text) {
        this.text = text;
    }

    /// The audience of a post.
    ///
    /// @param copy the post, its counter, or its entry in a list of replies
    public static Audience of(Item copy) {
        return isRemoved(copy) ? AUTHOR : copied(copy);
    }

    /// Whether an administrator has hidden a post.
    public static boolean isRemoved(Item copy) {
        return copy.flag(REMOVED);
    }

    /// The audience that a post has from its author's standing.
    public static Audience copied(Item copy) {
        var text = copy.textOrNull(ATTRIBUTE);
        for (var audience : values()) {
            if (Objects.equals(text, audience.text)) {
                return audience;
            }
        }
        throw new IllegalArgumentException("no such audience");
    }

    /// A new item of a post with the audience.
    public Item in(Item copy) {
        return in(Write.Update.of(copy.key())).appliedTo(copy);
    }

    /// The condition that an item of a post still has its audience.
    public static Condition isStill(Item copy) {
        return attribute(ATTRIBUTE).isAsIn(copy).and(attribute(REMOVED).isAsIn(copy));
    }

    /// A new item of a post with the audience that another one has.
    public static Item copy(Item from, Item to) {
        var copied = copied(from).in(Write.Update.of(to.key()));
        return removing(copied, isRemoved(from)).appliedTo(to);
    }

    /// The update that changes the audience in an item of a post.
    public Write.Update in(Write.Update copy) {
        return copy.setOrRemove(ATTRIBUTE, text);
    }

    /// The update that hides an item of a post from everyone else, or ends that.
    public static Write.Update removing(Write.Update copy, boolean isRemoved) {
        return copy.setOrRemove(REMOVED, isRemoved);
    }
}
