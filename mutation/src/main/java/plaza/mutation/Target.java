package plaza.mutation;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import plaza.Catalogue;
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
                    of("tally", "plaza.tally.*", "plaza.simulation.StreamTest"),
                    of("job", "plaza.job.*Test", "plaza.simulation.StreamTest"),
                    of("table", "plaza.table.*Test"),
                    of("stream", "plaza.stream.*Test"),
                    of("lambda", "plaza.lambda.*Test"),
                    of(
                            "http",
                            "plaza.http.*Test",
                            "plaza.log.LogTest",
                            "plaza.social.CreatePostTest"),
                    of("social", "plaza.social.*Test", "plaza.stream.*Test"),
                    of("favorites.model", "plaza.favorites.model.*Test"),
                    part(
                            "favorites.jobs",
                            List.of(
                                    "plaza.favorites.TaggingJobs*",
                                    "plaza.favorites.MergeTag*",
                                    "plaza.favorites.TagEdgeChanges*"),
                            "plaza.favorites.TaggingJobsTest",
                            "plaza.favorites.TagsTest"),
                    part(
                            "favorites.bookmarks.file",
                            List.of(
                                    "plaza.favorites.BookmarkIcons",
                                    "plaza.favorites.BookmarksExport*",
                                    "plaza.favorites.BookmarksFile*",
                                    "plaza.favorites.ImportRecord*"),
                            "plaza.favorites.BookmarkIconsTest",
                            "plaza.favorites.BookmarksExportTest",
                            "plaza.favorites.BookmarksFileTest",
                            "plaza.favorites.ImportRecordTest"),
                    part(
                                    "favorites.bookmarks",
                                    List.of(
                                            "plaza.favorites.Bookmark*",
                                            "plaza.favorites.ExportBookmarks*",
                                            "plaza.favorites.GetBookmarksImport*",
                                            "plaza.favorites.Import*",
                                            "plaza.favorites.QuotaUsage*",
                                            "plaza.favorites.Undo*"),
                                    "plaza.favorites.*Bookmark*Test",
                                    "plaza.favorites.ImportChunksTest",
                                    "plaza.favorites.QuotasTest",
                                    "plaza.favorites.UndoImportTest")
                            .trying(6),
                    part(
                                    "favorites.changes",
                                    List.of(
                                            "plaza.favorites.BulkAction",
                                            "plaza.favorites.Change*",
                                            "plaza.favorites.GetFavoritesChange",
                                            "plaza.favorites.Turn"),
                                    "plaza.favorites.ChangeFavoritesTest")
                            .trying(6),
                    of(
                                    "favorites",
                                    "plaza.favorites.TagsTest",
                                    "plaza.favorites.ClipFavoriteTest",
                                    "plaza.favorites.PatchFavoriteTest",
                                    "plaza.favorites.SearchFavoritesTest",
                                    "plaza.favorites.OptimisticWritesTest")
                            .trying(5),
                    of("fantasy.model", "plaza.fantasy.model.*Test"),
                    part(
                            "fantasy.rules",
                            List.of("plaza.fantasy.SeasonRules*"),
                            "plaza.fantasy.SeasonRulesTest"),
                    part(
                                    "fantasy.settlement",
                                    List.of(
                                            "plaza.fantasy.GamerSettlement*",
                                            "plaza.fantasy.Settle*",
                                            "plaza.fantasy.UnsettleGameweek*",
                                            "plaza.fantasy.GetSettlement*"),
                                    "plaza.fantasy.SettlementTest",
                                    "plaza.fantasy.SettlementPreviewTest")
                            .trying(8),
                    part(
                                    "fantasy.standings",
                                    List.of(
                                            "plaza.fantasy.GetLeagueStandings*",
                                            "plaza.fantasy.LeagueStandings*",
                                            "plaza.fantasy.StandingsJson*",
                                            "plaza.fantasy.ExpandedGamers*",
                                            "plaza.fantasy.Rankings*",
                                            "plaza.fantasy.Histograms*"),
                                    "plaza.fantasy.StandingsTest",
                                    "plaza.fantasy.LeaguesTest")
                            .trying(8),
                    part(
                                    "fantasy.headToHead",
                                    List.of(
                                            "plaza.fantasy.HeadToHead*",
                                            "plaza.fantasy.LeagueStart*",
                                            "plaza.fantasy.ListLeagueMatches*",
                                            "plaza.fantasy.MatchJson*"),
                                    "plaza.fantasy.HeadToHeadLeaguesTest")
                            .trying(8),
                    of(
                                    "fantasy",
                                    "plaza.fantasy.FootballersTest",
                                    "plaza.fantasy.GamersTest",
                                    "plaza.fantasy.GameweeksTest",
                                    "plaza.fantasy.LeaguesTest",
                                    "plaza.fantasy.SearchFootballersTest",
                                    "plaza.fantasy.TeamSheetsTest")
                            .trying(5),
                    new Target(
                            "infra.settings",
                            "infra-cdk",
                            List.of(
                                    "plaza.infra.*Settings",
                                    "plaza.infra.Context",
                                    "plaza.infra.Domain",
                                    "plaza.infra.MailSender",
                                    "plaza.infra.OwnIssuer",
                                    "plaza.infra.PublicAddress"),
                            App.class,
                            List.of("plaza.infra.StackSettingsTest"),
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
                    "plaza.social.FollowGraphTest",
                    "plaza.stream.FairnessTest",
                    "plaza.stream.StreamOutageTest",
                    "plaza.favorites.CollectionTest",
                    "plaza.fantasy.SeasonOnTableTest",
                    "plaza.fantasy.RealSeasonTest");

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
        return ClassPath.folder(
                Path.of(
                        URI.create(
                                sample.getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toString())));
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
