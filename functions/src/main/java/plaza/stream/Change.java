package plaza.stream;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.FavoriteItems;
import plaza.favorites.model.StoredFavorite;
import plaza.favorites.model.StoredTag;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.LeagueId;
import plaza.id.PostId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.Post;
import plaza.social.model.View;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.tally.SequenceNumber;

/// What a stream record means.
public sealed interface Change {
    /// A post was written.
    record PostWritten(Post post) implements Change {}

    /// A post was deleted.
    record PostDeleted(UserId author, PostId post) implements Change {}

    /// Somebody began to follow.
    record Followed(Follow follow) implements Change {}

    /// Somebody stopped following.
    record Unfollowed(UserId follower, UserId followee, SequenceNumber sequence)
            implements Change {}

    /// A like came or went.
    ///
    /// @param on whether it is there now
    record LikeChanged(Like like, boolean on, SequenceNumber sequence, Instant at)
            implements Change {}

    /// A session looked at a post.
    record Viewed(View view, SequenceNumber sequence) implements Change {}

    /// A favorite was clipped (nothing before), described anew, or unclipped (nothing after).
    record FavoriteChanged(
            UserId user,
            DataId data,
            @Nullable StoredFavorite before,
            @Nullable StoredFavorite after,
            SequenceNumber sequence)
            implements Change {}

    /// A tag was deleted, as it was at the end.
    record TagDeleted(UserId user, StoredTag tag) implements Change {}

    /// A favorite was tagged or untagged.
    ///
    /// @param on whether the row is there now
    record TaggedChanged(
            UserId user,
            DataId data,
            TagId tag,
            GenerationId tagGeneration,
            boolean on,
            SequenceNumber sequence,
            Instant at)
            implements Change {}

    /// A gamer joined a league, or left it.
    record MembershipChanged(LeagueId league) implements Change {}

    /// A job has more to do.
    record JobSaved(Job job) implements Change {}

    /// Nothing that anybody waits for. The filters let little of it through; reading it as nothing
    /// keeps the functions right when a filter is wider than need be.
    record Nothing() implements Change {}

    /// Reads a record.
    ///
    /// @throws RuntimeException when the record is not what the table writes: it is poison, and is
    ///   retried, isolated and kept by the event source mapping
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
        if (before == null && after != null && !SocialItems.imported(after)) {
            return new PostWritten(SocialItems.post(after));
        }
        if (before != null && after == null) {
            var post = SocialItems.post(before);
            return new PostDeleted(post.author(), post.id());
        }
        return new Nothing();
    }

    private static Change following(
            Key key, @Nullable Item before, @Nullable Item after, SequenceNumber sequence) {
        var follower = KeySpace.userOf(key);
        var followee = KeySpace.otherUserOf(key);
        if (before == null && after != null && !SocialItems.imported(after)) {
            return new Followed(
                    new Follow(follower, followee, after.time(SocialItems.FOLLOWED_AT)));
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
                : new LikeChanged(SocialItems.like(image), after != null, sequence, at);
    }

    /// A view that was put in place of an ended one is a view as well; one that is put again
    /// unchanged makes no record.
    private static Change view(@Nullable Item after, SequenceNumber sequence) {
        return after == null ? new Nothing() : new Viewed(SocialItems.view(after), sequence);
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
                ? new TagDeleted(KeySpace.userOf(key), FavoriteItems.storedTag(before))
                : new Nothing();
    }

    /// A row that was put in place of one of an earlier life counts for its own tag only: the
    /// earlier tag is gone, and with it its counter.
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
                        FavoriteItems.dataOf(image),
                        FavoriteItems.tagOf(image),
                        FavoriteItems.tagGeneration(image),
                        after != null,
                        sequence,
                        at);
    }

    /// Points that change are the settlement's affair.
    private static Change membership(Key key, @Nullable Item before, @Nullable Item after) {
        return key.sk().startsWith(KeySpace.membershipPrefix())
                        && (before == null) != (after == null)
                ? new MembershipChanged(KeySpace.leagueOf(key))
                : new Nothing();
    }

    private static @Nullable Item image(@Nullable Map<String, AttributeValue> image) {
        return image == null || image.isEmpty() ? null : new Item(Attributes.of(image));
    }
}
