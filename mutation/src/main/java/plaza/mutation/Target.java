package plaza.mutation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import plaza.functions.Catalogue;
import plaza.infra.App;

/// A package, or a part of one, to mutate with its tests.
///
/// Each target has few tests, because PIT runs them for each class and each mutant. Tests of the
/// whole system would also kill many mutants, but they take seconds and fail far from the cause.
/// For the same reason a package whose tests of one subject are slow has a target for that subject.
///
/// @param name its name in `-Dplaza.mutate`
/// @param classes the mutated classes, as PIT's patterns; those that a target with a longer name
///   (`fantasy.standings`) names do not belong to this one (`fantasy`)
/// @param module the module of the mutated code; the tests run in its folder, because in the folder
///   of `local` they would record the grants that mutants used
/// @param sample a class of that module, used to find its compiled code
/// @param tests the test classes, as PIT's patterns (`*` matches any characters)
/// @param perClassMax how many mutants of each class are tried, evenly chosen among all of them; 0
///   for all
record Target(
        String name,
        String module,
        List<String> classes,
        Class<?> sample,
        List<String> tests,
        int perClassMax) {
    /// Every target, in the order in which they run.
    static final List<Target> ALL =
            List.of(
                    of(
                            "tally",
                            "plaza.tally.*",
                            "plaza.simulation.StreamTest",
                            "plaza.stream.StreamHandlersTest",
                            "plaza.favorites.tag.TagCountsTest",
                            "plaza.migrate.MigrateTest"),
                    of("job", "plaza.job.*Test", "plaza.simulation.StreamTest"),
                    of("table", "plaza.table.*Test", "plaza.dynamodb.*Test"),
                    of("dynamodb", "plaza.dynamodb.*Test"),
                    of(
                            "stream",
                            "plaza.stream.*Test",
                            "plaza.faults.RunbookTest",
                            "plaza.favorites.tag.TagsTest",
                            "plaza.fantasy.league.LeaguesTest"),
                    of("lambda", "plaza.lambda.*Test"),
                    of(
                            "http",
                            "plaza.http.*Test",
                            "plaza.log.LogTest",
                            "plaza.social.post.CreatePostTest"),
                    of("social", "plaza.social.*Test", "plaza.stream.*Test"),
                    part(
                            "favorites.model",
                            List.of(
                                    "plaza.favorites.bookmarks.Bookmark",
                                    "plaza.favorites.bookmarks.Folder",
                                    "plaza.favorites.bookmarks.ImportProblem*",
                                    "plaza.favorites.favorite.DataType*",
                                    "plaza.favorites.favorite.Favorite",
                                    "plaza.favorites.favorite.Note*",
                                    "plaza.favorites.favorite.Place*",
                                    "plaza.favorites.favorite.SavedUrl*",
                                    "plaza.favorites.favorite.StoredFavorite*",
                                    "plaza.favorites.favorite.Title*",
                                    "plaza.favorites.favorite.UrlMatch*",
                                    "plaza.favorites.search.FoldedText*",
                                    "plaza.favorites.search.JoinedNames*",
                                    "plaza.favorites.search.QueryPart*",
                                    "plaza.favorites.search.SearchQuery*",
                                    "plaza.favorites.search.SearchTerm*",
                                    "plaza.favorites.search.SearchText*",
                                    "plaza.favorites.tag.StoredTag*",
                                    "plaza.favorites.tag.Tag",
                                    "plaza.favorites.tag.TagName*"),
                            "plaza.favorites.favorite.DataTypeTest",
                            "plaza.favorites.favorite.FavoriteTest",
                            "plaza.favorites.favorite.SavedUrlTest",
                            "plaza.favorites.search.SearchQueriesTest",
                            "plaza.favorites.search.SearchTest",
                            "plaza.favorites.tag.TagNameTest"),
                    part(
                            "favorites.jobs",
                            List.of(
                                    "plaza.favorites.tag.TaggingJobs*",
                                    "plaza.favorites.tag.MergeTag*"),
                            "plaza.favorites.tag.TaggingJobsTest",
                            "plaza.favorites.tag.TagsTest"),
                    part(
                            "favorites.bookmarks.file",
                            List.of(
                                    "plaza.favorites.bookmarks.BookmarksExport*",
                                    "plaza.favorites.bookmarks.BookmarksFile*",
                                    "plaza.favorites.bookmarks.BookmarksMarkup*",
                                    "plaza.favorites.bookmarks.CharacterReferences",
                                    "plaza.favorites.bookmarks.ImportRecord*"),
                            "plaza.favorites.bookmarks.BookmarkDialectsTest",
                            "plaza.favorites.bookmarks.BookmarksExportTest",
                            "plaza.favorites.bookmarks.BookmarksFileTest",
                            "plaza.favorites.bookmarks.HostileBookmarksTest",
                            "plaza.favorites.bookmarks.ImportRecordTest"),
                    part(
                                    "favorites.bookmarks",
                                    List.of(
                                            "plaza.favorites.bookmarks.Bookmark*",
                                            "plaza.favorites.bookmarks.ExportBookmarks*",
                                            "plaza.favorites.bookmarks.GetBookmarksImport*",
                                            "plaza.favorites.bookmarks.ListBookmarksImports*",
                                            "plaza.favorites.bookmarks.Import*",
                                            "plaza.favorites.quota.QuotaUsage*",
                                            "plaza.favorites.bookmarks.Undo*"),
                                    "plaza.favorites.bookmarks.*Bookmark*Test",
                                    "plaza.favorites.bookmarks.ImportChunksTest",
                                    "plaza.favorites.quota.QuotasTest",
                                    "plaza.favorites.bookmarks.UndoImportTest")
                            .trying(6),
                    part(
                                    "favorites.changes",
                                    List.of(
                                            "plaza.favorites.change.BulkAction",
                                            "plaza.favorites.change.*Change*",
                                            "plaza.favorites.quota.Turn"),
                                    "plaza.favorites.change.ChangeFavoritesTest")
                            .trying(6),
                    of(
                                    "favorites",
                                    "plaza.favorites.tag.TagsTest",
                                    "plaza.favorites.clip.ClipFavoriteTest",
                                    "plaza.favorites.clip.PatchFavoriteTest",
                                    "plaza.favorites.search.SearchFavoritesTest",
                                    "plaza.favorites.favorite.OptimisticWritesTest")
                            .trying(5),
                    part(
                            "fantasy.model",
                            List.of(
                                    "plaza.fantasy.fixture.Fixture",
                                    "plaza.fantasy.fixture.FixturePoints",
                                    "plaza.fantasy.footballer.Club*",
                                    "plaza.fantasy.footballer.Footballer",
                                    "plaza.fantasy.footballer.FootballerSort*",
                                    "plaza.fantasy.footballer.FootballerSeason",
                                    "plaza.fantasy.footballer.Position*",
                                    "plaza.fantasy.gamer.Gamer",
                                    "plaza.fantasy.gameweek.GameweekState*",
                                    "plaza.fantasy.gameweek.TransferRule*",
                                    "plaza.fantasy.league.HeadToHead*",
                                    "plaza.fantasy.league.League",
                                    "plaza.fantasy.league.LeaguePoints*",
                                    "plaza.fantasy.league.LeagueCode*",
                                    "plaza.fantasy.league.Membership*",
                                    "plaza.fantasy.league.Scoring*",
                                    "plaza.fantasy.ranking.RunningRank*",
                                    "plaza.fantasy.ranking.ScoreDistribution*",
                                    "plaza.fantasy.ranking.ScoreHistogram*",
                                    "plaza.fantasy.ranking.SortableTotal*",
                                    "plaza.fantasy.ranking.Standings",
                                    "plaza.fantasy.ranking.StandingsKey",
                                    "plaza.fantasy.sheet.AcceptedSheet*",
                                    "plaza.fantasy.sheet.BrokenRule*",
                                    "plaza.fantasy.sheet.Chip*",
                                    "plaza.fantasy.sheet.GamerGameweek",
                                    "plaza.fantasy.sheet.GameweekRules*",
                                    "plaza.fantasy.sheet.IntRange*",
                                    "plaza.fantasy.sheet.Rules*",
                                    "plaza.fantasy.sheet.SheetCheck*",
                                    "plaza.fantasy.sheet.SheetScore*",
                                    "plaza.fantasy.sheet.SheetScoring*",
                                    "plaza.fantasy.sheet.Squad*",
                                    "plaza.fantasy.sheet.TeamSheet*",
                                    "plaza.fantasy.sheet.Transfers*"),
                            "plaza.fantasy.footballer.FootballerTest",
                            "plaza.fantasy.gamer.GamerTest",
                            "plaza.fantasy.gameweek.GameweekStateTest",
                            "plaza.fantasy.league.HeadToHeadTest",
                            "plaza.fantasy.ranking.StandingsTest",
                            "plaza.fantasy.settlement.SeasonTest",
                            "plaza.fantasy.sheet.SheetCheckTest",
                            "plaza.fantasy.sheet.SheetScoringTest",
                            "plaza.fantasy.sheet.TransfersTest"),
                    part(
                            "fantasy.rules",
                            List.of("plaza.fantasy.sheet.SeasonRules*"),
                            "plaza.fantasy.sheet.SeasonRulesTest"),
                    part(
                                    "fantasy.settlement",
                                    List.of(
                                            "plaza.fantasy.settlement.GamerSettlement*",
                                            "plaza.fantasy.settlement.Settle*",
                                            "plaza.fantasy.settlement.UnsettleGameweek*",
                                            "plaza.fantasy.settlement.GetSettlement*"),
                                    "plaza.fantasy.settlement.SettlementTest",
                                    "plaza.fantasy.settlement.SettlementPreviewTest")
                            .trying(8),
                    part(
                                    "fantasy.standings",
                                    List.of(
                                            "plaza.fantasy.standings.GetLeagueStandings*",
                                            "plaza.fantasy.standings.LeagueStandings*",
                                            "plaza.fantasy.standings.StandingsJson*",
                                            "plaza.fantasy.standings.ExpandedGamers*",
                                            "plaza.fantasy.standings.Rankings*",
                                            "plaza.fantasy.ranking.Histograms*"),
                                    "plaza.fantasy.standings.StandingsTest",
                                    "plaza.fantasy.league.LeaguesTest")
                            .trying(8),
                    part(
                                    "fantasy.headToHead",
                                    List.of(
                                            "plaza.fantasy.league.HeadToHead*",
                                            "plaza.fantasy.standings.HeadToHead*",
                                            "plaza.fantasy.league.LeagueStart*",
                                            "plaza.fantasy.standings.ListLeagueMatches*",
                                            "plaza.fantasy.standings.MatchJson*"),
                                    "plaza.fantasy.league.HeadToHeadLeaguesTest")
                            .trying(8),
                    of(
                                    "fantasy",
                                    "plaza.fantasy.footballer.FootballersTest",
                                    "plaza.fantasy.gamer.GamersTest",
                                    "plaza.fantasy.gameweek.GameweeksTest",
                                    "plaza.fantasy.league.LeaguesTest",
                                    "plaza.fantasy.footballer.SearchFootballersTest",
                                    "plaza.fantasy.sheet.TeamSheetsTest")
                            .trying(5),
                    new Target(
                            "infra.settings",
                            "infra-cdk",
                            List.of("plaza.infra.settings.*"),
                            App.class,
                            List.of("plaza.infra.settings.StackSettingsTest"),
                            0),
                    new Target(
                            "infra",
                            "infra-cdk",
                            List.of("plaza.infra.*"),
                            App.class,
                            List.of("plaza.infra.WholeStack"),
                            6));

    /// Test classes with large amounts of data or long virtual times, which take too long to run
    /// for each class and mutant.
    static final List<String> TOO_LONG =
            List.of(
                    "plaza.social.follow.FollowGraphTest",
                    "plaza.stream.FairnessTest",
                    "plaza.stream.StreamOutageTest",
                    "plaza.favorites.favorite.CollectionTest",
                    "plaza.fantasy.settlement.SeasonOnTableTest",
                    "plaza.fantasy.settlement.RealSeasonTest");

    private static Target of(String name, String... tests) {
        return part(name, List.of("plaza." + name + ".*"), tests);
    }

    private static Target part(String name, List<String> classes, String... tests) {
        return new Target(name, "functions", classes, Catalogue.class, List.of(tests), 0);
    }

    /// The same target with so many mutants of each class.
    private Target trying(int perClass) {
        return new Target(name, module, classes, sample, tests, perClass);
    }

    /// The classes that match this target's patterns and belong to another target.
    List<String> otherTargets() {
        return ALL.stream()
                .filter(other -> other.name.startsWith(name + "."))
                .flatMap(other -> other.classes.stream())
                .toList();
    }

    /// The folder of the compiled code to mutate.
    Path code() {
        return ClassPath.folder(sample);
    }

    /// The targets with these names, separated by commas; all of them if there is none.
    ///
    /// @throws IllegalArgumentException when a name is unknown
    static List<Target> named(String names) {
        if (names.isBlank()) {
            return ALL;
        }
        var wanted = new ArrayList<>(Arrays.asList(names.split(",", -1)));
        var targets = ALL.stream().filter(target -> wanted.remove(target.name)).toList();
        if (!wanted.isEmpty()) {
            throw new IllegalArgumentException(
                    "-Dplaza.mutate: unknown "
                            + wanted
                            + "; known are "
                            + ALL.stream().map(Target::name).collect(Collectors.joining(", ")));
        }
        return targets;
    }
}
