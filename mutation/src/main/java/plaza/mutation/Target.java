package plaza.mutation;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import plaza.Catalogue;
import plaza.infra.App;

/// A package to mutate, with its tests.
///
/// Each package has few tests, because PIT runs them for each class and each mutant. Tests of the
/// whole system would also kill many mutants, but they take seconds and fail far from the cause.
///
/// @param name its name in `-Dplaza.mutate`
/// @param module the module of the mutated code; the tests run in its folder, because in the folder
///   of `local` they would record the grants that mutants used
/// @param sample a class of that module, used to find its compiled code
/// @param tests the test classes, as PIT's patterns (`*` matches any characters)
record Target(String name, String module, Class<?> sample, List<String> tests) {
    /// Every target, in the order in which they run.
    static final List<Target> ALL =
            List.of(
                    of("tally", "plaza.tally.*", "plaza.simulation.StreamTest"),
                    of("job", "plaza.job.*Test", "plaza.simulation.StreamTest"),
                    of("table", "plaza.table.*Test"),
                    of(
                            "stream",
                            "plaza.stream.*Test",
                            "plaza.simulation.StreamTest",
                            "plaza.favorites.TagsTest",
                            "plaza.fantasy.LeaguesTest"),
                    of("lambda", "plaza.lambda.*Test"),
                    of(
                            "http",
                            "plaza.http.*Test",
                            "plaza.log.LogTest",
                            "plaza.social.CreatePostTest"),
                    of("social", "plaza.social.*Test", "plaza.stream.*Test"),
                    of("favorites.model", "plaza.favorites.model.*Test"),
                    of("favorites", "plaza.favorites.*Test"),
                    of("fantasy.model", "plaza.fantasy.model.*Test"),
                    of("fantasy", "plaza.fantasy.*Test"),
                    new Target("infra", "infra-cdk", App.class, List.of("plaza.infra.WholeStack")));

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
        return new Target(name, "functions", Catalogue.class, List.of(tests));
    }

    /// The mutated classes, as PIT's pattern.
    String classes() {
        return "plaza." + name + ".*";
    }

    /// The classes of this package that belong to another target, as PIT's patterns.
    List<String> otherTargets() {
        return ALL.stream()
                .filter(other -> other.name.startsWith(name + "."))
                .map(Target::classes)
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
