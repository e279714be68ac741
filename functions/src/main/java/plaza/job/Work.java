package plaza.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.BulkChangeId;
import plaza.id.DataId;
import plaza.id.Gameweek;
import plaza.id.GenerationId;
import plaza.id.ImportId;
import plaza.id.LeagueId;
import plaza.id.PostId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Key;

/// The work of a job: every kind that exists, with what it is about. `FanOut` performs it.
///
/// A `cause` distinguishes jobs about the same items: a job that is still running may have passed
/// the items that a later one is about, and must not replace it.
public sealed interface Work {
    /// The key of the job with this work. The same work is one job.
    default Key key() {
        return StoredWork.of(this).key();
    }

    /// Adds a new post to the timelines of its author and all followers.
    record DeliverPost(UserId author, PostId post, Instant written) implements Work {}

    /// Adds a new post to the timelines of one range of followers.
    ///
    /// @param before the follower before the range
    /// @param last the last follower of the range
    record DeliverRange(UserId author, PostId post, UserId before, UserId last, Instant written)
            implements Work {}

    /// Adds the followee's posts to the timeline of a new follower: the posts from before the
    /// follow, newest first, up to a limit, and the posts since.
    ///
    /// Most posts since the follow were delivered already, but they must not count towards the
    /// limit: the stream may deliver the follow hours later, and a redrive weeks later.
    record BackfillAuthor(UserId reader, UserId author, Instant followedAt) implements Work {}

    /// Removes a deleted post's entries from all timelines.
    record WithdrawPost(UserId author, PostId post) implements Work {}

    /// Removes the likes, the views and their ledgers of a deleted post.
    ///
    /// @param cause [#DELETED], or what left a like or view behind the erasure that followed the
    ///   deletion
    record ErasePost(PostId post, String cause) implements Work {
        /// The cause of the erasure that follows a deletion.
        public static final String DELETED = "deleted";
    }

    /// Removes an author's entries from the timeline of a reader who unfollowed the author.
    ///
    /// @param cause the unfollow
    record RemoveAuthorEntries(UserId reader, UserId author, String cause) implements Work {}

    /// Copies the standing of a user to the user's posts. Copies to the user's follows and likes
    /// whether the user is suspended.
    ///
    /// @param cause the change of the standing
    record CopyStanding(UserId user, String cause) implements Work {}

    /// Removes the taggings of a favorite that was unclipped.
    record UntagFavorite(UserId user, DataId data, GenerationId generation) implements Work {}

    /// Removes the taggings of a tag that was deleted.
    ///
    /// @param into the tag that receives the remaining taggings if a merge deleted the tag
    record EraseTag(UserId user, TagId tag, GenerationId generation, @Nullable TagId into)
            implements Work {}

    /// Moves the taggings of a tag to the tag into which it is being merged.
    record MergeTag(UserId user, TagId tag, GenerationId generation) implements Work {}

    /// Saves the bookmarks of an import.
    ///
    /// @param digest the digest in the keys of the chunks
    /// @param chunks the number of chunks
    /// @param importTime the clip time of bookmarks without a date
    record ImportBookmarks(UserId user, ImportId id, String digest, int chunks, Instant importTime)
            implements Work {}

    /// Removes what an import added.
    record UndoImport(UserId user, ImportId id, Instant importTime) implements Work {}

    /// Performs a bulk change.
    record ChangeFavorites(UserId user, BulkChangeId id) implements Work {}

    /// Settles or unsettles the gamers in one shard of the list of all gamers.
    record SettleGamers(Gameweek gameweek, int shard, long run) implements Work {}

    /// Counts all large leagues.
    record RankLeagues() implements Work {}

    /// Counts one league.
    record RankLeague(LeagueId league) implements Work {}

    /// Removes the members of a deleted league.
    record EraseLeague(LeagueId league) implements Work {}
}
