package plaza.benchmark.cost;

import static java.util.Map.entry;

import java.util.Map;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// What every row of the Catalogue must read, and what must hold beside what it writes.
///
/// A list must read one item more than it shows: only that one proves that there is a next page.
final class Bounds {
    private static final Map<String, Bound> BY_FUNCTION =
            Map.ofEntries(
                    entry("GetUserInfoByUserId", Bound.none().query(Family.USER, 2)),
                    // the update itself answers the info; the counts are another item
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
                            Bound.none().each(Family.LIKE_COUNT, "").each(Family.USER, "info")),
                    entry("UnlikePost", Bound.none()),
                    entry("RecordView", Bound.none().get(Family.VIEW_COUNT)),
                    entry("GetViewCountByPostId", Bound.none().get(Family.VIEW_COUNT)),
                    // an edit, a deletion and an unfollow show at once
                    entry(
                            "GetTimelineByUserId",
                            Bound.none()
                                    .query(Family.TIMELINE, 51)
                                    .eachNow(Family.POSTS, 51)
                                    .eachNow(Family.FOLLOWING, 1)),
                    entry("ClipFavorite", Bound.none()),
                    entry("GetFavorite", Bound.none().get(Family.FAVORITES)),
                    entry("UnclipFavorite", Bound.none()),
                    entry("ListFavorites", Bound.none().query(Family.FAVORITES, 51)),
                    entry("ListFavoritesByType", Bound.none().query(Family.FAVORITES, 51)),
                    entry(
                            "SearchFavorites",
                            Bound.none().query(Family.TERMS, 51).eachNow(Family.FAVORITES, 51)),
                    entry(
                            "FindFavoritesByUrl",
                            Bound.none().query(Family.TERMS, 1).eachNow(Family.FAVORITES, 1)),
                    entry("CreateTag", Bound.none()),
                    // the name that is given up must be known
                    entry("RenameTag", Bound.none().eachNow(Family.TAGS, 1)),
                    entry("DeleteTag", Bound.none().eachNow(Family.TAGS, 1)),
                    entry("ListTags", Bound.none().query(Family.TAGS, 51)),
                    entry("MergeTag", Bound.none().eachNow(Family.TAGS, 1).checking(Family.TAGS)),
                    // no row without its favorite and its tag
                    entry(
                            "TagFavorite",
                            Bound.none()
                                    .eachNow(Family.FAVORITES, 1)
                                    .eachNow(Family.TAGS, 1)
                                    .checking(Family.FAVORITES, Family.TAGS)),
                    entry("UntagFavorite", Bound.none()),
                    entry(
                            "ListTagsByFavorite",
                            Bound.none()
                                    .query(Family.TAGGED, 3)
                                    .eachNow(Family.TAGS, 3)
                                    .eachNow(Family.FAVORITES, 1)),
                    entry("ListFavoritesByTag", underTag()),
                    entry("ListFavoritesByTagAndType", underTag()),
                    // the chunks first, then the record and the job
                    entry("ImportBookmarks", Bound.none().plainly("chunk")),
                    entry("GetBookmarksImport", Bound.none().get(Family.IMPORT, "record")),
                    entry(
                            "ExportBookmarks",
                            Bound.none()
                                    .query(Family.FAVORITES, 1)
                                    .query(Family.TAGGED, 1)
                                    .eachNow(Family.TAGS, 1)),
                    entry("PutGamer", Bound.none()),
                    entry("GetGamer", Bound.none().get(Family.GAMER, "Gamer")),
                    // gamer, gameweek, the sheet before, and everybody on the sheet
                    entry(
                            "PutTeamSheet",
                            Bound.none()
                                    .eachNow(Family.GAMER, 2)
                                    .eachNow(Family.GAMEWEEK, 1)
                                    .eachNow(Family.FOOTBALLER, 15)
                                    .checking(Family.GAMEWEEK)),
                    entry("GetTeamSheet", Bound.none().get(Family.GAMER, "GW")),
                    entry("PutFootballer", Bound.none()),
                    entry("GetFootballer", Bound.none().get(Family.FOOTBALLER)),
                    entry("ListFootballersByPosition", Bound.none().query(Family.FOOTBALLER, 51)),
                    entry(
                            "PutFixturePoints",
                            Bound.none()
                                    .eachNow(Family.FOOTBALLER, 1)
                                    .queryNow(Family.FOOTBALLER, 0)),
                    entry("PutGameweek", Bound.none()),
                    entry("GetGameweek", Bound.none().get(Family.GAMEWEEK, "Gameweek")),
                    entry("PutFixture", Bound.none()),
                    // the fixture, then the points of the gameweek
                    entry(
                            "DeleteFixture",
                            Bound.none().eachNow(Family.GAMEWEEK, 1).queryNow(Family.GAMEWEEK, 0)),
                    entry("ListFixtures", Bound.none().query(Family.GAMEWEEK, "Fixture", 10)),
                    entry("SettleGameweek", Bound.none().eachNow(Family.GAMEWEEK, 1)),
                    entry("UnsettleGameweek", Bound.none().eachNow(Family.GAMEWEEK, 1)),
                    // the gameweek and the progress of its shards lie side by side
                    entry("GetSettlement", Bound.none().query(Family.GAMEWEEK, 17)),
                    // founding needs the gamer; that the league does not exist, the write finds
                    entry("PutLeague", Bound.none().each(Family.GAMER, "Gamer#")),
                    entry("GetLeague", Bound.none().get(Family.LEAGUE)),
                    entry(
                            "JoinLeague",
                            Bound.none().eachNow(Family.GAMER, 1).eachNow(Family.LEAGUE, 1)),
                    entry("LeaveLeague", Bound.none().eachNow(Family.GAMER, 1)),
                    entry(
                            "ListLeaguesByGamer",
                            Bound.none().query(Family.GAMER, KeySpace.membershipPrefix(), 51)),
                    // a rank of last gameweek is decided by the points of all members
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

    private static Bound underTag() {
        return Bound.none()
                .query(Family.TAGGED, 51)
                .eachNow(Family.FAVORITES, 51)
                .eachNow(Family.TAGS, 1);
    }
}
