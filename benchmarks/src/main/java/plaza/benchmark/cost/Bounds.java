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
final class Bounds {
    private static final Map<String, Bound> BY_FUNCTION =
            Map.ofEntries(
                    entry("GetUserInfoByUserId", Bound.none().query(Family.USER, 2)),
                    // the update returns the user's info; the counts are a separate item
                    entry("PutUserInfo", Bound.none().get(Family.USER)),
                    entry("GetFollowerListByUserId", Bound.none().query(Family.FOLLOWERS, 100)),
                    entry("GetFollowingListByUserId", Bound.none().query(Family.FOLLOWING, 100)),
                    entry("FollowUser", Bound.none()),
                    entry("UnfollowUser", Bound.none()),
                    entry("GetPostListByUserId", Bound.none().query(Family.POSTS, 50)),
                    entry("CreatePost", Bound.none()),
                    entry("GetPost", Bound.none().get(Family.POSTS)),
                    entry("EditPost", Bound.none()),
                    entry("DeletePost", Bound.none()),
                    entry("GetUserLikesByPostId", Bound.none().query(Family.LIKES, 100)),
                    entry("GetLikeCountByPostId", Bound.none().get(Family.LIKE_COUNT)),
                    entry(
                            "LikePost",
                            Bound.none()
                                    .batchGet(Family.LIKE_COUNT, "")
                                    .batchGet(Family.USER, "info")),
                    entry("UnlikePost", Bound.none()),
                    entry("RecordView", Bound.none().get(Family.VIEW_COUNT)),
                    entry("GetViewCountByPostId", Bound.none().get(Family.VIEW_COUNT)),
                    // an edit, a deletion and an unfollow take effect immediately
                    entry(
                            "GetTimelineByUserId",
                            Bound.none()
                                    .query(Family.TIMELINE, 51)
                                    .batchGetConsistent(Family.POSTS, 51)
                                    .batchGetConsistent(Family.FOLLOWING, 1)),
                    entry("ClipFavorite", Bound.none()),
                    entry("GetFavorite", Bound.none().get(Family.FAVORITES)),
                    entry("UnclipFavorite", Bound.none()),
                    entry("ListFavorites", Bound.none().query(Family.FAVORITES, 51)),
                    entry("ListFavoritesByType", Bound.none().query(Family.FAVORITES, 51)),
                    entry(
                            "SearchFavorites",
                            Bound.none()
                                    .query(Family.TERMS, 51)
                                    .batchGetConsistent(Family.FAVORITES, 51)),
                    entry(
                            "FindFavoritesByUrl",
                            Bound.none()
                                    .query(Family.TERMS, 1)
                                    .batchGetConsistent(Family.FAVORITES, 1)),
                    entry("CreateTag", Bound.none()),
                    // the old name must be known
                    entry("RenameTag", Bound.none().batchGetConsistent(Family.TAGS, 1)),
                    entry("DeleteTag", Bound.none().batchGetConsistent(Family.TAGS, 1)),
                    entry("ListTags", Bound.none().query(Family.TAGS, 51)),
                    entry(
                            "MergeTag",
                            Bound.none().batchGetConsistent(Family.TAGS, 1).checking(Family.TAGS)),
                    // the favorite and the tag must both exist
                    entry(
                            "TagFavorite",
                            Bound.none()
                                    .batchGetConsistent(Family.FAVORITES, 1)
                                    .batchGetConsistent(Family.TAGS, 1)
                                    .checking(Family.FAVORITES, Family.TAGS)),
                    entry("UntagFavorite", Bound.none()),
                    entry(
                            "ListTagsByFavorite",
                            Bound.none()
                                    .query(Family.TAGGED, 3)
                                    .batchGetConsistent(Family.TAGS, 3)
                                    .batchGetConsistent(Family.FAVORITES, 1)),
                    entry("ListFavoritesByTag", favoritesByTag()),
                    entry("ListFavoritesByTagAndType", favoritesByTag()),
                    // writes the chunks before the record and the job
                    entry("ImportBookmarks", Bound.none().withoutTransaction("chunk")),
                    entry("GetBookmarksImport", Bound.none().get(Family.IMPORT, "record")),
                    entry(
                            "ExportBookmarks",
                            Bound.none()
                                    .query(Family.FAVORITES, 1)
                                    .query(Family.TAGGED, 1)
                                    .batchGetConsistent(Family.TAGS, 1)),
                    entry("PutGamer", Bound.none()),
                    entry("GetGamer", Bound.none().get(Family.GAMER, "Gamer")),
                    // the gamer, the gameweek, the previous sheet, and all footballers on the sheet
                    entry(
                            "PutTeamSheet",
                            Bound.none()
                                    .batchGetConsistent(Family.GAMER, 2)
                                    .batchGetConsistent(Family.GAMEWEEK, 1)
                                    .batchGetConsistent(Family.FOOTBALLER, 15)
                                    .checking(Family.GAMEWEEK)),
                    entry("GetTeamSheet", Bound.none().get(Family.GAMER, "GW")),
                    entry("PutFootballer", Bound.none()),
                    entry("GetFootballer", Bound.none().get(Family.FOOTBALLER)),
                    entry("ListFootballersByPosition", Bound.none().query(Family.FOOTBALLER, 51)),
                    entry(
                            "PutFixturePoints",
                            Bound.none()
                                    .batchGetConsistent(Family.FOOTBALLER, 1)
                                    .queryConsistent(Family.FOOTBALLER, 0)),
                    entry("PutGameweek", Bound.none()),
                    entry("GetGameweek", Bound.none().get(Family.GAMEWEEK, "Gameweek")),
                    entry("PutFixture", Bound.none()),
                    // the fixture, and the points of its gameweek
                    entry(
                            "DeleteFixture",
                            Bound.none()
                                    .batchGetConsistent(Family.GAMEWEEK, 1)
                                    .queryConsistent(Family.GAMEWEEK, 0)),
                    entry("ListFixtures", Bound.none().query(Family.GAMEWEEK, "Fixture", 10)),
                    entry("SettleGameweek", Bound.none().batchGetConsistent(Family.GAMEWEEK, 1)),
                    entry("UnsettleGameweek", Bound.none().batchGetConsistent(Family.GAMEWEEK, 1)),
                    // the gameweek and the progress of its shards are in one item collection
                    entry("GetSettlement", Bound.none().query(Family.GAMEWEEK, 17)),
                    // needs the gamer who founds the league; a condition of the write checks that
                    // it is new
                    entry("PutLeague", Bound.none().batchGet(Family.GAMER, "Gamer#")),
                    entry("GetLeague", Bound.none().get(Family.LEAGUE)),
                    entry(
                            "JoinLeague",
                            Bound.none()
                                    .batchGetConsistent(Family.GAMER, 1)
                                    .batchGetConsistent(Family.LEAGUE, 1)),
                    entry("LeaveLeague", Bound.none().batchGetConsistent(Family.GAMER, 1)),
                    entry(
                            "ListLeaguesByGamer",
                            Bound.none().query(Family.GAMER, KeySpace.membershipPrefix(), 51)),
                    // the rank in the last gameweek depends on the points of all members
                    entry(
                            "GetLeagueStandings",
                            Bound.none().query(Family.GAMER, KeySpace.membershipPrefix(), 60)),
                    entry(
                            "GetLeagueStandingsAround",
                            Bound.none()
                                    .query(Family.GAMER, KeySpace.membershipPrefix(), 60)
                                    .get(Family.GAMER)));

    private Bounds() {}

    static Map<String, Bound> byFunction() {
        return BY_FUNCTION;
    }

    private static Bound favoritesByTag() {
        return Bound.none()
                .query(Family.TAGGED, 51)
                .batchGetConsistent(Family.FAVORITES, 51)
                .batchGetConsistent(Family.TAGS, 1);
    }
}
