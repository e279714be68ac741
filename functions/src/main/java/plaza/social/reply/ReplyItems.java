package plaza.social.reply;

import static plaza.table.Condition.exists;

import java.util.Locale;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Reads and hides the entries in lists of replies.
public final class ReplyItems {
    /// Marks an entry that the author of the parent hides.
    public static final String HIDDEN = "hidden";

    private ReplyItems() {}

    /// The lists of replies.
    enum State {
        /// Replies that the author of the parent does not hide.
        SHOWN,
        /// Replies that they hide.
        HIDDEN;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean contains(Item entry) {
            return isHidden(entry) == (this == HIDDEN);
        }
    }

    /// Whether the author of the parent hides a reply.
    public static boolean isHidden(Item entry) {
        return entry.flag(HIDDEN);
    }

    /// The key of the reply of an entry.
    public static Key postOf(Item entry) {
        return SocialKeys.REPLY.parse(
                entry.key(), (_, reply) -> SocialKeys.POST.key(PostItems.authorIn(entry), reply));
    }

    /// The reply that an entry is joined to.
    static Post joinedPost(Item joined) {
        return SocialKeys.REPLY.parse(
                joined.key(),
                (_, reply) -> PostItems.post(PostItems.authorIn(joined), reply, joined));
    }

    /// The write that hides or shows a reply, if its entry exists.
    static Write hiding(Key entry, boolean isHidden) {
        return Write.Update.of(entry).setOrRemove(HIDDEN, isHidden).onlyIf(exists());
    }
}
