package plaza.social;

import org.jspecify.annotations.Nullable;
import plaza.event.Event;
import plaza.event.ItemChange;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.follow.FollowRequest;
import plaza.social.follow.FollowRequestItems;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.tally.SequenceNumber;

/// What the changes of this context's items mean.
public sealed interface SocialEvent extends Event {
    /// A post was written. If timelines show it, the followers of its author wait for it.
    record PostWritten(Post post) implements SocialEvent {
        @Override
        public Priority priority() {
            return post.isInTimelines() ? Priority.FIRST : Priority.NORMAL;
        }
    }

    /// A post was deleted.
    ///
    /// @param post its last state
    record PostDeleted(Post post) implements SocialEvent {}

    /// A user followed another user.
    record Followed(Follow follow) implements SocialEvent {}

    /// A user unfollowed another user.
    record Unfollowed(Follow follow, SequenceNumber sequence) implements SocialEvent {}

    /// A user asked to follow another user.
    record Requested(FollowRequest request) implements SocialEvent {}

    /// A request to follow was withdrawn, accepted or declined.
    record RequestEnded(FollowRequest request) implements SocialEvent {}

    /// Reads the change of an item; null if nothing follows from it.
    static @Nullable SocialEvent ofOrNull(ItemChange change) {
        if (SocialKeys.POST.is(change.key())) {
            return post(change);
        }
        if (SocialKeys.REQUEST.is(change.key())) {
            return request(change);
        }
        return SocialKeys.FOLLOWEE.is(change.key()) ? following(change) : null;
    }

    private static @Nullable SocialEvent post(ItemChange change) {
        var added = change.addedOrNull();
        if (added != null) {
            return new PostWritten(PostItems.post(added));
        }
        var removed = change.removedOrNull();
        return removed == null ? null : new PostDeleted(PostItems.post(removed));
    }

    private static @Nullable SocialEvent following(ItemChange change) {
        var added = change.addedOrNull();
        if (added != null) {
            return new Followed(FollowItems.follow(added));
        }
        var removed = change.removedOrNull();
        return removed == null
                ? null
                : new Unfollowed(FollowItems.follow(removed), change.sequence());
    }

    private static @Nullable SocialEvent request(ItemChange change) {
        var added = change.addedOrNull();
        if (added != null) {
            return new Requested(FollowRequestItems.request(added));
        }
        var removed = change.removedOrNull();
        return removed == null ? null : new RequestEnded(FollowRequestItems.request(removed));
    }
}
