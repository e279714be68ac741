package plaza.social;

import org.jspecify.annotations.Nullable;
import plaza.event.Event;
import plaza.event.ItemChange;
import plaza.id.UserId;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.tally.SequenceNumber;

/// What the changes of this context's items mean.
public sealed interface SocialEvent extends Event {
    /// A post was written that timelines show. The followers of its author wait for it.
    record PostWritten(Post post) implements SocialEvent {
        @Override
        public Priority priority() {
            return Priority.FIRST;
        }
    }

    /// A post was deleted.
    ///
    /// @param post its last state
    record PostDeleted(Post post) implements SocialEvent {}

    /// A user followed another user.
    record Followed(Follow follow) implements SocialEvent {}

    /// A user unfollowed another user.
    record Unfollowed(UserId follower, UserId followee, SequenceNumber sequence)
            implements SocialEvent {}

    /// Reads the change of an item; null if nothing follows from it.
    static @Nullable SocialEvent ofOrNull(ItemChange change) {
        if (SocialKeys.POST.is(change.key())) {
            return post(change);
        }
        return SocialKeys.FOLLOWEE.is(change.key()) ? following(change) : null;
    }

    private static @Nullable SocialEvent post(ItemChange change) {
        var added = change.addedOrNull();
        if (added != null) {
            var post = PostItems.post(added);
            return post.isInTimelines() ? new PostWritten(post) : null;
        }
        var removed = change.removedOrNull();
        return removed == null ? null : new PostDeleted(PostItems.post(removed));
    }

    private static @Nullable SocialEvent following(ItemChange change) {
        var added = change.addedOrNull();
        if (added != null) {
            var at = added.time(FollowItems.FOLLOWED_AT);
            return SocialKeys.FOLLOWEE.parse(
                    change.key(),
                    (follower, followee) -> new Followed(new Follow(follower, followee, at)));
        }
        return change.removedOrNull() == null
                ? null
                : SocialKeys.FOLLOWEE.parse(
                        change.key(),
                        (follower, followee) ->
                                new Unfollowed(follower, followee, change.sequence()));
    }
}
