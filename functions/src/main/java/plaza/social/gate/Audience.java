package plaza.social.gate;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
    FOLLOWERS("followers"),
    /// No other user: the author is suspended, or an administrator has hidden the post.
    NOBODY("nobody");

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
        return copy.flag(REMOVED) ? NOBODY : copied(copy);
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

    /// Adds the audience to a new item of a post.
    public Item.Builder in(Item.Builder copy) {
        return copy.with(ATTRIBUTE, text);
    }

    /// The update that changes the audience in an item of a post.
    public Write.Update in(Write.Update copy) {
        return copy.setOrRemove(ATTRIBUTE, text);
    }

    /// The update that hides an item of a post from everyone else, or ends that.
    public static Write.Update removing(Write.Update copy, boolean isRemoved) {
        return isRemoved ? copy.set(REMOVED, true) : copy.remove(REMOVED);
    }
}
