package plaza.stream;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.id.DataId;
import plaza.id.GamerId;
import plaza.id.GenerationId;
import plaza.id.LeagueId;
import plaza.id.PostId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.view.View;
import plaza.social.view.ViewItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.tally.SequenceNumber;

/// The meaning of a stream record.
public sealed interface Change {
    /// A change that [AggregateCounts] counts.
    sealed interface Counted extends Change {}

    /// A change that [FanOut] propagates to other items.
    sealed interface Propagated extends Change {}

    /// A post was written.
    record PostWritten(Post post) implements Propagated {}

    /// A post was deleted.
    record PostDeleted(UserId author, PostId post) implements Propagated {}

    /// A user followed another user.
    record Followed(Follow follow) implements Propagated {}

    /// A user unfollowed another user.
    record Unfollowed(UserId follower, UserId followee, SequenceNumber sequence)
            implements Propagated {}

    /// A like was created or removed.
    ///
    /// @param on whether the like exists now
    record LikeChanged(Like like, boolean on, SequenceNumber sequence, Instant at)
            implements Counted {}

    /// A session viewed a post.
    record Viewed(View view, SequenceNumber sequence) implements Counted {}

    /// A favorite was clipped (`before` is null), changed, or unclipped (`after` is null).
    record FavoriteChanged(
            UserId user,
            DataId data,
            @Nullable StoredFavorite before,
            @Nullable StoredFavorite after,
            SequenceNumber sequence)
            implements Propagated {}

    /// A tag was deleted.
    ///
    /// @param tag its last state
    record TagDeleted(UserId user, StoredTag tag) implements Propagated {}

    /// A favorite was tagged or untagged.
    ///
    /// @param on whether the row exists now
    record TaggedChanged(
            UserId user,
            DataId data,
            TagId tag,
            GenerationId tagGeneration,
            boolean on,
            SequenceNumber sequence,
            Instant at)
            implements Counted {}

    /// A gamer joined or left a league.
    ///
    /// @param isMember whether they joined
    record MembershipChanged(LeagueId league, GamerId gamer, boolean isMember)
            implements Propagated {}

    /// A job was stored or its cursor was saved, so that its next slice can run.
    record JobSaved(Job job) implements Propagated {}

    /// A change that needs no processing. The filters let few such records through, and this case
    /// keeps the functions correct if a filter matches more than necessary.
    record Nothing() implements Change {}

    /// Reads a record.
    ///
    /// @throws RuntimeException if Plaza does not write such items. The event source mapping
    ///   retries and isolates the record, and keeps it in the failure destination
    static Change of(DynamodbStreamRecord streamRecord) {
        var data = streamRecord.getDynamodb();
        var key = new Item(Attributes.of(data.getKeys())).key();
        var before = image(data.getOldImage());
        var after = image(data.getNewImage());
        var sequence = SequenceNumber.of(data.getSequenceNumber());
        var at = data.getApproximateCreationDateTime().toInstant();
        return switch (KeySpace.familyOf(key.pk())) {
            case POSTS -> post(before, after);
            case FOLLOWING -> following(key, before, after, sequence);
            case LIKES -> like(before, after, sequence, at);
            case VIEWS -> view(after, sequence);
            case FAVORITES -> favorite(key, before, after, sequence);
            case TAGS -> tag(key, before, after);
            case TAGGED -> tagged(key, before, after, sequence, at);
            case GAMER -> membership(key, before, after);
            case JOB -> after == null ? new Nothing() : new JobSaved(Job.from(after));
            default -> new Nothing();
        };
    }

    private static Change post(@Nullable Item before, @Nullable Item after) {
        if (before == null && after != null) {
            return new PostWritten(PostItems.post(after));
        }
        if (before != null && after == null) {
            var post = PostItems.post(before);
            return new PostDeleted(post.author(), post.id());
        }
        return new Nothing();
    }

    private static Change following(
            Key key, @Nullable Item before, @Nullable Item after, SequenceNumber sequence) {
        var follower = KeySpace.userOf(key);
        var followee = KeySpace.otherUserOf(key);
        if (before == null && after != null) {
            return new Followed(
                    new Follow(follower, followee, after.time(FollowItems.FOLLOWED_AT)));
        }
        return before != null && after == null
                ? new Unfollowed(follower, followee, sequence)
                : new Nothing();
    }

    private static Change like(
            @Nullable Item before, @Nullable Item after, SequenceNumber sequence, Instant at) {
        var image = after == null ? before : after;
        return image == null
                ? new Nothing()
                : new LikeChanged(LikeItems.like(image), after != null, sequence, at);
    }

    /// A view that replaces an expired one counts as a view as well. Writing a view again without a
    /// change creates no record.
    private static Change view(@Nullable Item after, SequenceNumber sequence) {
        return after == null ? new Nothing() : new Viewed(ViewItems.view(after), sequence);
    }

    private static Change favorite(
            Key key, @Nullable Item before, @Nullable Item after, SequenceNumber sequence) {
        return new FavoriteChanged(
                KeySpace.userOf(key),
                DataId.of(key.sk()),
                before == null ? null : FavoriteItems.storedFavorite(before),
                after == null ? null : FavoriteItems.storedFavorite(after),
                sequence);
    }

    private static Change tag(Key key, @Nullable Item before, @Nullable Item after) {
        return before != null && after == null
                ? new TagDeleted(KeySpace.userOf(key), TagItems.storedTag(before))
                : new Nothing();
    }

    /// A row that replaced a row of an earlier generation counts only for its own tag: the earlier
    /// tag and its counter are deleted.
    private static Change tagged(
            Key key,
            @Nullable Item before,
            @Nullable Item after,
            SequenceNumber sequence,
            Instant at) {
        var image = after == null ? before : after;
        return image == null
                ? new Nothing()
                : new TaggedChanged(
                        KeySpace.userOf(key),
                        TaggingItems.dataOf(image),
                        TaggingItems.tagOf(image),
                        TaggingItems.tagGeneration(image),
                        after != null,
                        sequence,
                        at);
    }

    /// Changed points are ignored: the settlement handles them.
    private static Change membership(Key key, @Nullable Item before, @Nullable Item after) {
        return key.sk().startsWith(KeySpace.membershipPrefix())
                        && (before == null) != (after == null)
                ? new MembershipChanged(
                        KeySpace.leagueOf(key), KeySpace.gamerOf(key), after != null)
                : new Nothing();
    }

    private static @Nullable Item image(@Nullable Map<String, AttributeValue> image) {
        return image == null || image.isEmpty() ? null : new Item(Attributes.of(image));
    }
}
