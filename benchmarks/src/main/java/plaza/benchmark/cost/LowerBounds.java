package plaza.benchmark.cost;

import static java.util.Map.entry;

import java.util.Map;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// The bound of every HTTP function of the Catalogue: the items that it must read, and the items
/// that it must check in the transaction of its writes.
///
/// A list must read one item more than it returns, because only that item proves that another page
/// exists.
final class LowerBounds {
    private static final Map<String, LowerBound> BY_FUNCTION =
            Map.ofEntries(
                    entry("GetUserInfoByUserId", LowerBound.none().query(Family.USER, 2)),
                    entry("GetMe", LowerBound.none().query(Family.USER, 2)),
                    // info and counts of 50 users
                    entry("GetUsersByIds", LowerBound.none().batchGet(Family.USER, 100)),
                    // the update returns the user's info; the counts are a separate item
                    entry("PutUserInfo", LowerBound.none().get(Family.USER)),
                    entry(
                            "GetFollowerListByUserId",
                            LowerBound.none().query(Family.FOLLOWERS, 100)),
                    entry(
                            "GetFollowingListByUserId",
                            LowerBound.none().query(Family.FOLLOWING, 100)),
                    entry("GetFollow", LowerBound.none().get(Family.FOLLOWING)),
                    entry("FollowUser", LowerBound.none()),
                    entry("UnfollowUser", LowerBound.none()),
                    entry("GetPostListByUserId", LowerBound.none().query(Family.POSTS, 50)),
                    entry("CreatePost", LowerBound.none()),
                    entry("GetPost", LowerBound.none().get(Family.POSTS)),
                    entry("EditPost", LowerBound.none()),
                    entry("DeletePost", LowerBound.none()),
                    entry("GetUserLikesByPostId", LowerBound.none().query(Family.LIKES, 100)),
                    entry("GetLikeCountByPostId", LowerBound.none().get(Family.LIKE_COUNT)),
                    // a like does not exist without its post
                    entry(
                            "GetLike",
                            LowerBound.none()
                                    .batchGet(Family.LIKES, "")
                                    .batchGet(Family.LIKE_COUNT, "")),
                    entry(
                            "LikePost",
                            LowerBound.none()
                                    .batchGet(Family.LIKE_COUNT, "")
                                    .batchGet(Family.USER, "info")),
                    entry("UnlikePost", LowerBound.none()),
                    entry("RecordView", LowerBound.none().get(Family.VIEW_COUNT)),
                    entry("GetViewCountByPostId", LowerBound.none().get(Family.VIEW_COUNT)),
                    // an unfollow takes effect immediately
                    entry(
                            "GetTimelineByUserId",
                            LowerBound.none()
                                    .query(Family.TIMELINE, 51)
                                    .query(Family.POSTS, 51)
                                    .batchGetConsistent(Family.FOLLOWING, 1)),
                    // only the visible posts are counted
                    entry(
                            "CountNewTimelinePosts",
                            LowerBound.none()
                                    .query(Family.TIMELINE, 3)
                                    .query(Family.POSTS, 3)
                                    .batchGetConsistent(Family.FOLLOWING, 1)),
                    entry("ClipFavorite", LowerBound.none()),
                    entry("GetFavorite", LowerBound.none().get(Family.FAVORITES)),
                    // the fields that the request does not contain are in the response
                    entry(
                            "PatchFavorite",
                            LowerBound.none().batchGetConsistent(Family.FAVORITES, 1)),
                    entry("UnclipFavorite", LowerBound.none()),
                    entry("ListFavorites", LowerBound.none().query(Family.FAVORITES, 51)),
                    entry("ListFavoritesByType", LowerBound.none().query(Family.FAVORITES, 51)),
                    entry(
                            "SearchFavorites",
                            // every favorite, because no index is by words
                            LowerBound.none().query(Family.FAVORITES, 1_000)),
                    // finds the favorites and the tags, and writes what it found before the job
                    entry(
                            "ChangeFavorites",
                            LowerBound.none()
                                    .query(Family.FAVORITES, 1)
                                    .query(Family.TAGS, 2)
                                    .withoutTransaction("part#0")),
                    entry("GetFavoritesChange", LowerBound.none().get(Family.CHANGE, "record")),
                    entry("FindFavoritesByUrl", LowerBound.none().query(Family.FAVORITES, 1)),
                    entry("CreateTag", LowerBound.none()),
                    // the old name must be known
                    entry("RenameTag", LowerBound.none().batchGetConsistent(Family.TAGS, 1)),
                    entry("DeleteTag", LowerBound.none().batchGetConsistent(Family.TAGS, 1)),
                    entry("ListTags", LowerBound.none().query(Family.TAGS, 51)),
                    entry(
                            "MergeTag",
                            LowerBound.none()
                                    .batchGetConsistent(Family.TAGS, 1)
                                    .checking(Family.TAGS)),
                    // the favorite and the tag must both exist
                    entry(
                            "TagFavorite",
                            LowerBound.none()
                                    .batchGetConsistent(Family.FAVORITES, 1)
                                    .batchGetConsistent(Family.TAGS, 1)
                                    .checking(Family.FAVORITES, Family.TAGS)),
                    entry("UntagFavorite", LowerBound.none()),
                    entry(
                            "ListTagsByFavorite",
                            LowerBound.none()
                                    .query(Family.TAGGED, 3)
                                    .batchGetConsistent(Family.TAGS, 3)
                                    .batchGetConsistent(Family.FAVORITES, 1)),
                    entry("ListFavoritesByTag", favoritesByTag()),
                    entry("ListFavoritesByTagAndType", favoritesByTag()),
                    // writes the chunks before the record and the job
                    entry("ImportBookmarks", LowerBound.none().withoutTransaction("chunk")),
                    entry("GetBookmarksImport", LowerBound.none().get(Family.IMPORT, "record")),
                    entry(
                            "ExportBookmarks",
                            LowerBound.none()
                                    .query(Family.FAVORITES, 1)
                                    // that no folder exists
                                    .query(Family.FOLDERS, 0)
                                    .query(Family.TAGS, 1)
                                    .query(Family.TAGGED, 1)),
                    // the record, and whether an import is running
                    entry(
                            "UndoImport",
                            LowerBound.none()
                                    .batchGetConsistent(Family.IMPORT, 1)
                                    .batchGetConsistent(Family.USAGE, 1)),
                    entry("PutGamer", LowerBound.none()),
                    entry("GetGamer", LowerBound.none().get(Family.GAMER, "Gamer")),
                    // the gamer, the gameweek, the previous sheet, and all footballers on the sheet
                    entry(
                            "PutTeamSheet",
                            LowerBound.none()
                                    .batchGetConsistent(Family.GAMER, 2)
                                    .batchGetConsistent(Family.GAMEWEEK_COPY, 1)
                                    .batchGet(Family.FOOTBALLER, 15)
                                    .checking(Family.GAMEWEEK_COPY)),
                    entry("GetTeamSheet", LowerBound.none().get(Family.GAMER, "GW")),
                    entry(
                            "ListGamerGameweeks",
                            LowerBound.none()
                                    .get(Family.GAMER, "Gamer")
                                    .query(Family.GAMER, "GW", 2)),
                    entry("PutFootballer", LowerBound.none()),
                    entry("GetFootballer", LowerBound.none().get(Family.FOOTBALLER)),
                    entry(
                            "ListFootballersByPosition",
                            LowerBound.none().query(Family.FOOTBALLER, 51)),
                    // a search matches any footballer, and every order needs all of them
                    entry("SearchFootballers", LowerBound.none().query(Family.FOOTBALLER, 850)),
                    entry(
                            "PutFixturePoints",
                            LowerBound.none()
                                    .batchGetConsistent(Family.FOOTBALLER, 1)
                                    .queryConsistent(Family.FOOTBALLER, 0)),
                    entry(
                            "DeleteFixturePoints",
                            LowerBound.none()
                                    .batchGetConsistent(Family.FOOTBALLER, 1)
                                    .queryConsistent(Family.FOOTBALLER, 1)),
                    entry("ListFixturePoints", LowerBound.none().query(Family.FOOTBALLER, "GW", 2)),
                    entry("PutGameweek", LowerBound.none()),
                    entry("GetGameweek", LowerBound.none().get(Family.GAMEWEEK, "Gameweek")),
                    entry(
                            "ListGameweeks",
                            LowerBound.none().query(Family.GAMEWEEK, "Gameweek", 38)),
                    entry("PutFixture", LowerBound.none()),
                    // the fixture, and the points of its gameweek
                    entry(
                            "DeleteFixture",
                            LowerBound.none()
                                    .batchGetConsistent(Family.GAMEWEEK, 1)
                                    .queryConsistent(Family.GAMEWEEK, 0)),
                    entry("ListFixtures", LowerBound.none().query(Family.GAMEWEEK, "Fixture", 10)),
                    entry(
                            "SettleGameweek",
                            LowerBound.none().batchGetConsistent(Family.GAMEWEEK, 1)),
                    entry(
                            "UnsettleGameweek",
                            LowerBound.none().batchGetConsistent(Family.GAMEWEEK, 1)),
                    // the gameweek and the progress of its shards are in one item collection
                    entry("GetSettlement", LowerBound.none().query(Family.GAMEWEEK, 17)),
                    // needs the gamer who founds the league; a condition of the write checks that
                    // it is new
                    entry("PutLeague", LowerBound.none().batchGet(Family.GAMER, "Gamer#")),
                    entry(
                            "ListLeagueMatches",
                            LowerBound.none()
                                    .get(Family.LEAGUE)
                                    .batchGet(Family.GAMER, "Gamer#", 20)),
                    entry("GetLeague", LowerBound.none().get(Family.LEAGUE)),
                    // the owner and the current privacy; a condition of the write could check both
                    entry("RenewLeagueCode", LowerBound.none()),
                    entry("DeleteLeague", LowerBound.none()),
                    entry(
                            "JoinLeague",
                            LowerBound.none()
                                    .batchGetConsistent(Family.GAMER, 1)
                                    .batchGetConsistent(Family.LEAGUE, 1)),
                    entry("LeaveLeague", LowerBound.none().batchGetConsistent(Family.GAMER, 1)),
                    entry(
                            "ListLeaguesByGamer",
                            LowerBound.none().query(Family.GAMER, KeySpace.membershipPrefix(), 51)),
                    // the rank in the last gameweek depends on the points of all members
                    entry(
                            "GetLeagueStandings",
                            LowerBound.none().query(Family.GAMER, KeySpace.membershipPrefix(), 60)),
                    entry(
                            "GetLeagueStandingsAround",
                            LowerBound.none()
                                    .query(Family.GAMER, KeySpace.membershipPrefix(), 60)
                                    .get(Family.GAMER)));

    private LowerBounds() {}

    static Map<String, LowerBound> byFunction() {
        return BY_FUNCTION;
    }

    private static LowerBound favoritesByTag() {
        return LowerBound.none()
                .query(Family.TAGGED, 51)
                .batchGetConsistent(Family.FAVORITES, 51)
                .batchGetConsistent(Family.TAGS, 1);
    }
}
