package plaza.social.job;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.StoredWork;
import plaza.job.Work;
import plaza.job.WorkType;
import plaza.social.id.PostId;
import plaza.social.image.ImageName;
import plaza.social.key.SocialKeys;
import plaza.table.Key;
import plaza.tally.SequenceNumber;

/// The kinds of work of this context.
public sealed interface SocialWork extends Work {
    /// These kinds, as the platform knows them.
    WorkType<SocialWork> TYPE = new WorkType<>(SocialWork.class, SocialWork::ofOrNull);

    /// Adds a new post to the timelines of its author and all followers.
    record DeliverPost(UserId author, PostId post, Instant written) implements SocialWork {
        static final String KIND = "deliver";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, author, post).with(written);
        }
    }

    /// Adds a new post to the timelines of one range of followers.
    ///
    /// @param before the follower before the range
    /// @param last the last follower of the range
    record DeliverRange(UserId author, PostId post, UserId before, UserId last, Instant written)
            implements SocialWork {
        static final String KIND = "deliverrange";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, author, post, before, last).with(written);
        }
    }

    /// Adds the followee's posts to the timeline of a new follower: the posts from before the
    /// follow, newest first, up to a limit, and the posts since.
    ///
    /// Most posts since the follow were delivered already, but they must not count towards the
    /// limit: the stream may deliver the follow hours later, and a redrive weeks later.
    record BackfillAuthor(UserId reader, UserId author, Instant followedAt) implements SocialWork {
        static final String KIND = "backfill";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, reader, author, followedAt);
        }
    }

    /// Removes a deleted post's entries from all timelines.
    record WithdrawPost(UserId author, PostId post) implements SocialWork {
        static final String KIND = "withdraw";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, author, post);
        }
    }

    /// Removes the likes, the views and their ledgers of a deleted post.
    ///
    /// @param cause [#DELETED], or what left a like or view behind the erasure that followed the
    ///   deletion
    record ErasePost(PostId post, String cause) implements SocialWork {
        /// The cause of the erasure that follows a deletion.
        public static final String DELETED = "deleted";

        static final String KIND = "erase";

        /// The erasure of an edge that arrived after the counter of its post was removed.
        public static ErasePost ofLateEdge(Key counter, SequenceNumber edge) {
            return new ErasePost(SocialKeys.POST_COUNTER.parse(counter), edge.text());
        }

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, post, cause);
        }
    }

    /// Removes an author's entries from the timeline of a reader who unfollowed the author.
    ///
    /// @param cause the unfollow
    record RemoveAuthorEntries(UserId reader, UserId author, String cause) implements SocialWork {
        static final String KIND = "removeentries";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, reader, author, cause);
        }
    }

    /// Copies the standing of a user to the user's posts. Copies to the user's follows and likes
    /// whether the user is suspended.
    ///
    /// @param cause the change of the standing
    record CopyStanding(UserId user, String cause) implements SocialWork {
        static final String KIND = "standing";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, user, cause);
        }
    }

    /// Keeps the objects of images that a post or a profile now has.
    record KeepImages(List<ImageName> images) implements SocialWork {
        static final String KIND = "keepimages";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, images.toArray());
        }
    }

    /// Deletes the objects of images that a post or a profile no longer has.
    record DeleteImages(List<ImageName> images) implements SocialWork {
        static final String KIND = "deleteimages";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, images.toArray());
        }
    }

    /// Removes what a user who has left has stored in all contexts.
    record EraseUser(UserId user) implements SocialWork {
        static final String KIND = "eraseuser";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, user);
        }
    }

    /// Reads stored work. Returns null if another context has work of this kind.
    private static @Nullable SocialWork ofOrNull(StoredWork stored) {
        var in = stored.texts();
        return switch (stored.kind()) {
            case DeliverPost.KIND ->
                    new DeliverPost(in.next(UserId::of), in.next(PostId::of), in.time());
            case DeliverRange.KIND ->
                    new DeliverRange(
                            in.next(UserId::of),
                            in.next(PostId::of),
                            in.next(UserId::of),
                            in.next(UserId::of),
                            in.time());
            case BackfillAuthor.KIND ->
                    new BackfillAuthor(in.next(UserId::of), in.next(UserId::of), in.time());
            case WithdrawPost.KIND -> new WithdrawPost(in.next(UserId::of), in.next(PostId::of));
            case ErasePost.KIND -> new ErasePost(in.next(PostId::of), in.text());
            case RemoveAuthorEntries.KIND ->
                    new RemoveAuthorEntries(in.next(UserId::of), in.next(UserId::of), in.text());
            case CopyStanding.KIND -> new CopyStanding(in.next(UserId::of), in.text());
            case KeepImages.KIND -> new KeepImages(images(stored));
            case DeleteImages.KIND -> new DeleteImages(images(stored));
            case EraseUser.KIND -> new EraseUser(in.next(UserId::of));
            default -> null;
        };
    }

    private static List<ImageName> images(StoredWork stored) {
        return stored.ids().stream().map(ImageName::of).toList();
    }
}
