package plaza.stream;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagItems;
import plaza.id.DataId;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.tally.SequenceNumber;

/// What happened to an entity, as [FanOut] reads it from a stream record.
public sealed interface DomainEvent {
    /// A post was written that timelines show.
    record PostWritten(Post post) implements DomainEvent {}

    /// A post was deleted.
    ///
    /// @param post its last state
    record PostDeleted(Post post) implements DomainEvent {}

    /// A user followed another user.
    record Followed(Follow follow) implements DomainEvent {}

    /// A user unfollowed another user.
    record Unfollowed(UserId follower, UserId followee, SequenceNumber sequence)
            implements DomainEvent {}

    /// A favorite was clipped (`before` is null) or unclipped (`after` is null).
    record FavoriteChanged(
            UserId user,
            DataId data,
            @Nullable StoredFavorite before,
            @Nullable StoredFavorite after)
            implements DomainEvent {}

    /// A tag was deleted.
    ///
    /// @param tag its last state
    record TagDeleted(UserId user, StoredTag tag) implements DomainEvent {}

    /// A gamer joined or left a league.
    ///
    /// @param isMember whether they joined
    record MembershipChanged(LeagueId league, GamerId gamer, boolean isMember)
            implements DomainEvent {}

    /// A job was stored or its cursor was saved, so that its next slice can run.
    record JobSaved(Job job) implements DomainEvent {}

    /// An event that needs no processing. The filters let few such records through, and this case
    /// keeps the functions correct if a filter matches more than necessary.
    record Nothing() implements DomainEvent {}

    /// Reads a record.
    ///
    /// @throws RuntimeException if Plaza does not write such items. The event source mapping
    ///   retries and isolates the record, and keeps it in the failure destination
    static DomainEvent of(DynamodbStreamRecord streamRecord) {
        var data = streamRecord.getDynamodb();
        var key = new Item(Attributes.of(data.getKeys())).key();
        var before = image(data.getOldImage());
        var after = image(data.getNewImage());
        var sequence = SequenceNumber.of(data.getSequenceNumber());
        var kind = KeySpace.kindOf(key);
        if (kind == KeySpace.POST) {
            return post(before, after);
        }
        if (kind == KeySpace.FOLLOWEE) {
            return following(key, before, after, sequence);
        }
        if (kind == KeySpace.FAVORITE) {
            return favorite(key, before, after);
        }
        if (kind == KeySpace.TAG) {
            return tag(key, before, after);
        }
        if (kind == KeySpace.MEMBERSHIP) {
            return membership(key, before, after);
        }
        return kind == KeySpace.JOB && after != null
                ? new JobSaved(Job.from(after))
                : new Nothing();
    }

    private static DomainEvent post(@Nullable Item before, @Nullable Item after) {
        if (before == null && after != null) {
            var post = PostItems.post(after);
            return post.isInTimelines() ? new PostWritten(post) : new Nothing();
        }
        if (before != null && after == null) {
            return new PostDeleted(PostItems.post(before));
        }
        return new Nothing();
    }

    private static DomainEvent following(
            Key key, @Nullable Item before, @Nullable Item after, SequenceNumber sequence) {
        if (before == null && after != null) {
            var at = after.time(FollowItems.FOLLOWED_AT);
            return KeySpace.FOLLOWEE.parse(
                    key, (follower, followee) -> new Followed(new Follow(follower, followee, at)));
        }
        return before != null && after == null
                ? KeySpace.FOLLOWEE.parse(
                        key, (follower, followee) -> new Unfollowed(follower, followee, sequence))
                : new Nothing();
    }

    private static DomainEvent favorite(Key key, @Nullable Item before, @Nullable Item after) {
        return KeySpace.FAVORITE.parse(
                key,
                (user, data) ->
                        new FavoriteChanged(
                                user,
                                data,
                                before == null ? null : FavoriteItems.storedFavorite(before),
                                after == null ? null : FavoriteItems.storedFavorite(after)));
    }

    private static DomainEvent tag(Key key, @Nullable Item before, @Nullable Item after) {
        return before != null && after == null
                ? new TagDeleted(KeySpace.TAGS.parse(key), TagItems.storedTag(before))
                : new Nothing();
    }

    /// Changed points are ignored: the settlement handles them.
    private static DomainEvent membership(Key key, @Nullable Item before, @Nullable Item after) {
        return (before == null) != (after == null)
                ? KeySpace.MEMBERSHIP.parse(
                        key, (gamer, league) -> new MembershipChanged(league, gamer, after != null))
                : new Nothing();
    }

    /// Returns the item in an image of a record, or null if the record has no such image.
    static @Nullable Item image(@Nullable Map<String, AttributeValue> image) {
        return image == null || image.isEmpty() ? null : new Item(Attributes.of(image));
    }
}
