package plaza.social.post;

import static plaza.table.Condition.exists;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Transaction;
import plaza.table.Write;

/// The transactions that create and delete a post with its counter, and count it for its author. A
/// reply also has an entry in the list of its parent's replies, and the parent counts it.
final class PostWrites {
    /// Why a post is not created.
    enum CreationFailure {
        /// The author does not exist, or has another standing.
        OTHER_STANDING,
        NO_PARENT
    }

    /// Why a post is not deleted.
    enum DeletionFailure {
        /// The post does not exist, or its audience has changed.
        OTHER_POST,
        /// The author is not as the caller expects them.
        OTHER_AUTHOR,
        NO_PARENT,
        /// The audience of the entry in the list of the parent's replies has changed.
        OTHER_ENTRY
    }

    private PostWrites() {}

    /// Creates a post.
    ///
    /// @param parent the counter of the post to which it replies, or null
    /// @param standing the standing of the author, from which the post has its audience
    static Transaction<CreationFailure> creation(
            Post post, @Nullable Item parent, Standing standing) {
        var audience = standing.audience();
        var ancestors = parent == null ? List.<PostId>of() : PostItems.ancestorsOfReplyTo(parent);
        var counter = PostItems.counter(post.id(), post.author(), ancestors, Map.of());
        var transaction =
                new Transaction<CreationFailure>()
                        .add(
                                UserItems.count(post.author(), UserItems.POST_COUNT, 1)
                                        .onlyIf(standing.isStill()),
                                CreationFailure.OTHER_STANDING)
                        .add(Write.Put.of(audience.in(PostItems.post(post))))
                        .add(Write.Put.of(audience.in(counter)));
        if (parent != null) {
            var id = PostItems.countedPost(parent);
            var entry = PostItems.replyEdge(id, post.id(), post.author());
            transaction
                    .add(PostItems.countReply(id), CreationFailure.NO_PARENT)
                    .add(Write.Put.of(audience.in(entry)));
        }
        return transaction;
    }

    /// Deletes a post.
    ///
    /// @param entry its entry in the list of the parent's replies, or null if it has none
    /// @param author the condition on the author
    static Transaction<DeletionFailure> deletion(
            Item post, @Nullable Item entry, Condition author) {
        var id = PostItems.post(post).id();
        var counted = PostItems.countedInAuthor(post);
        var transaction =
                new Transaction<DeletionFailure>()
                        .add(
                                Write.Delete.of(post.key()).onlyIf(exists().and(counted.isStill())),
                                DeletionFailure.OTHER_POST)
                        .add(Write.Delete.of(SocialKeys.POST_COUNTER.key(id)))
                        .add(
                                Write.Update.of(counted.counter())
                                        .add(counted.attribute(), counted.removal())
                                        .onlyIf(author),
                                DeletionFailure.OTHER_AUTHOR);
        if (entry != null) {
            var listed = PostItems.countedInParent(entry);
            transaction
                    .add(
                            Write.Update.of(listed.counter())
                                    .add(listed.attribute(), listed.removal())
                                    .onlyIf(exists()),
                            DeletionFailure.NO_PARENT)
                    .add(
                            Write.Delete.of(entry.key()).onlyIf(listed.isStill()),
                            DeletionFailure.OTHER_ENTRY);
        }
        return transaction;
    }
}
